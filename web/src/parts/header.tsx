import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loginPath, logoutPath } from '../../../contract/sign-in.ts'
import { useAuth } from '../data/auth.ts'
import { createMemory, tabStorage } from '../live/remembered-job.ts'
import { texts } from '../texts/texts.ts'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Wordmark } from './wordmark.tsx'

const HeaderPlan = lazy(() => import('./header-plan.tsx'))

const pages = [
  { to: '/', name: texts.shell.pages.repair },
  { to: '/converter', name: texts.shell.pages.converter },
  { to: '/pricing', name: texts.shell.pages.pricing },
  { to: '/blog', name: texts.shell.pages.blog },
] as const

/** Back to where the visitor was. */
const loginFrom = (path: string) => (path === '/' ? loginPath : `${loginPath}?${new URLSearchParams({ returnTo: path })}`)

export function Header() {
  const { user, isLoading } = useAuth()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  // A page was chosen: the menu has done its work.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason to run, not an input
  useEffect(() => setOpen(false), [pathname])

  const links = [
    ...pages,
    ...(user ? [{ to: '/account', name: texts.shell.pages.account } as const] : []),
    ...(user?.roles.includes('support') ? [{ to: '/support', name: texts.shell.pages.support } as const] : []),
  ]
  return (
    <header className="border-b border-rule bg-sheet">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-6 px-4 sm:px-6 lg:flex-nowrap">
        <Link to="/" aria-label={texts.shell.homeLabel} className="my-2 inline-flex min-h-11 items-center">
          <Wordmark />
        </Link>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpen(!isOpen)}
          className="ms-auto inline-flex min-h-11 items-center gap-2 px-2 font-semibold lg:hidden"
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
          {texts.shell.menu}
        </button>
        <div
          id="menu"
          className={classNames(
            'basis-full border-t border-rule py-2 lg:flex lg:basis-auto lg:flex-1 lg:items-center lg:justify-between lg:gap-6 lg:border-0 lg:py-0',
            !isOpen && 'hidden',
          )}
        >
          <nav aria-label={texts.shell.mainNavigation}>
            <ul className="lg:flex lg:gap-1">
              {links.map(({ to, name }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact: to === '/' }}
                    className="flex min-h-11 items-center rounded-small text-quiet hover:text-blue lg:px-3"
                    activeProps={{ className: 'font-semibold text-ink!' }}
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-2 lg:border-0">
            {user && (
              <>
                <span className="max-w-64 min-w-0 truncate text-14 text-quiet" title={user.email}>
                  {user.email}
                </span>
                <Suspense>
                  <HeaderPlan />
                </Suspense>
                <a href={logoutPath} onClick={createMemory(tabStorage()).forget} className={buttonClass('plain', 'ms-auto')}>
                  {texts.shell.signOut}
                </a>
              </>
            )}
            {!user && !isLoading && (
              <a href={loginFrom(pathname)} className={buttonClass('plain')}>
                {texts.shell.signIn}
              </a>
            )}
          </div>
        </div>
      </div>
    </header>
  )
}

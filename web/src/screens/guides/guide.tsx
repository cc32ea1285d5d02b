import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loginPath } from '../../../../contract/sign-in.ts'
import { useAuth } from '../../data/auth.ts'
import { Breadcrumb } from '../../parts/breadcrumb.tsx'
import { buttonClass } from '../../parts/button.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'

const { breadcrumb, cta } = texts.guides

/** The frame of the three guides: Home > Guides > page, lead with its drawing, and the way on at the end. */
export function Guide({
  name,
  title,
  lead,
  drawing,
  children,
}: {
  name: string
  title: string
  lead: string
  drawing?: ReactNode
  children: ReactNode
}) {
  useTitle(texts.heads.title(title))
  return (
    <article>
      <header className="border-b border-rule bg-sheet">
        <div className="mx-auto w-full max-w-page px-4 py-10 sm:px-6 lg:py-14">
          <Breadcrumb trail={[{ path: '/', name: breadcrumb.home }, { name: breadcrumb.guides }]} current={name} />
          <div className="mt-6 grid items-center gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div>
              <h1 className="text-36 lg:text-48">{title}</h1>
              <p className="mt-4 max-w-measure text-18 text-quiet">{lead}</p>
              <Ways className="mt-7" />
            </div>
            {drawing}
          </div>
        </div>
      </header>
      <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-14 px-4 py-12 sm:px-6">
        {children}
        <aside aria-labelledby="next-step" className="rounded-sheet border border-rule bg-blue-wash p-6">
          <h2 id="next-step" className="text-22">
            {cta.heading}
          </h2>
          <p className="mt-1 text-quiet">{cta.text}</p>
          <Ways className="mt-5" />
        </aside>
      </div>
    </article>
  )
}

/** Those who are signed in go to their desk; visitors sign in, try without an account, or look at the plans. */
function Ways({ className }: { className: string }) {
  const { user } = useAuth()
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      {user ? (
        <Link to="/" className={buttonClass('primary')}>
          {cta.signedIn}
        </Link>
      ) : (
        <>
          <a href={loginPath} className={buttonClass('primary')}>
            {cta.signIn}
          </a>
          <Link to="/" className={buttonClass('plain')}>
            {cta.without}
          </Link>
        </>
      )}
      <Link to="/pricing" className={buttonClass('plain')}>
        {cta.plans}
      </Link>
    </div>
  )
}

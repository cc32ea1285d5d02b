import { Link } from '@tanstack/react-router'
import { footerPages } from '../routes/pages.ts'
import { texts } from '../texts/texts.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { Wordmark } from './wordmark.tsx'

const words = texts.footer
const { pages } = texts.shell
const groups = [
  { name: words.guides, links: footerPages.slice(3) },
  { name: words.legal, links: footerPages.slice(0, 3) },
  {
    name: words.product,
    links: [
      { path: '/', name: pages.repair },
      { path: '/converter', name: pages.converter },
      { path: '/pricing', name: pages.pricing },
      { path: '/blog', name: pages.blog },
    ],
  },
] as const

export const Footer = () => (
  <footer className="mt-auto border-t border-rule bg-sheet">
    <div className="mx-auto grid w-full max-w-page gap-x-8 gap-y-8 px-4 py-10 sm:grid-cols-3 sm:px-6 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <div className="sm:col-span-3 lg:col-span-1">
        <Wordmark />
        <p className="mt-3 max-w-80 text-14 text-quiet">{words.text}</p>
        <div className="mt-4">
          <ThemeSwitch />
        </div>
      </div>
      {groups.map(({ name, links }) => (
        <nav key={name} aria-label={name}>
          <p className="text-14 font-semibold">{name}</p>
          <ul className="mt-2 text-14">
            {links.map(({ path, name: page }) => (
              <li key={path}>
                <Link to={path} className="inline-flex min-h-8 items-center text-quiet hover:text-blue hover:underline">
                  {page}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  </footer>
)

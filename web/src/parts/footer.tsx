import { footerPages } from '../routes/pages.ts'
import { ThemeSwitch } from './theme-switch.tsx'

export function Footer() {
  const pages = footerPages.filter(({ stands }) => stands)
  return (
    <footer className="mt-auto border-t border-rule bg-sheet">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-6 px-4 py-6 sm:px-6">
        <p className="max-w-measure text-14 text-quiet">
          Bookmender repairs EPUB books. Uploads and results are deleted within 24 hours.
        </p>
        {pages.length > 0 && (
          <nav aria-label="More">
            <ul className="flex flex-wrap gap-x-6 gap-y-2 text-14">
              {pages.map(({ path, name }) => (
                <li key={path}>
                  <a href={path} className="text-blue hover:underline">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <ThemeSwitch />
      </div>
    </footer>
  )
}

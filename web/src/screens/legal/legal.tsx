import { Link, useLoaderData } from '@tanstack/react-router'
import { type LegalName, legalFields } from '../../content/legal.ts'
import { Prose } from '../../parts/prose.tsx'
import { footerPages } from '../../routes/pages.ts'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'

const policies = footerPages.slice(0, 3)

export function Legal({ name }: { name: LegalName }) {
  const body = useLoaderData({ from: `/${name}` })
  const { title, description, updated } = legalFields(name)
  useTitle(texts.heads.title(title))
  return (
    <article>
      <header className="border-b border-rule bg-sheet">
        <div className="mx-auto w-full max-w-page px-4 py-10 sm:px-6 lg:py-14">
          <h1 className="text-36 lg:text-48">{title}</h1>
          <p className="mt-4 max-w-measure text-18 text-quiet">{description}</p>
          <p className="mt-4 text-14 text-quiet">{texts.legal.updated(updated)}</p>
        </div>
      </header>
      <div className="mx-auto w-full max-w-page px-4 py-10 sm:px-6 lg:py-14">
        <Prose body={body} contents={texts.legal.contents} />
        <nav aria-label={texts.legal.others} className="mt-14 border-t border-rule pt-6">
          <ul className="flex flex-wrap gap-x-8 gap-y-2">
            {policies
              .filter(({ path }) => path !== `/${name}`)
              .map(({ path, name: other }) => (
                <li key={path}>
                  <Link to={path} className="font-semibold text-blue underline underline-offset-4">
                    {other}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </article>
  )
}

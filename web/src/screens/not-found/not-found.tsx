import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'

export function NotFound() {
  useTitle(texts.notFound.title)
  return (
    <Page className="grid place-items-center py-20! text-center">
      <div>
        <h1 className="text-28 sm:text-36">{texts.notFound.heading}</h1>
        <p className="mt-3 text-quiet">{texts.notFound.text}</p>
        <Link to="/" className={buttonClass('plain', 'mt-8')}>
          {texts.notFound.home}
        </Link>
      </div>
    </Page>
  )
}

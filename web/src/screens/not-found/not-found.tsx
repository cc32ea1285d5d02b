import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { useTitle } from '../../routes/use-title.ts'

export function NotFound() {
  useTitle('404 Page Not Found · Bookmender')
  return (
    <Page className="grid place-items-center py-20! text-center">
      <div>
        <h1 className="text-28 sm:text-36">404 Page Not Found</h1>
        <p className="mt-3 text-quiet">Did you forget to add the page to the router?</p>
        <Link to="/" className={buttonClass('plain', 'mt-8')}>
          To EPUB Repair
        </Link>
      </div>
    </Page>
  )
}

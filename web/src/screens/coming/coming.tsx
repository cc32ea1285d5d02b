import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Page } from '../../parts/page.tsx'
import { useTitle } from '../../routes/use-title.ts'

/** A page that the navigation names and that does not stand yet says so. */
export function Coming({ title, children }: { title: string; children: string }) {
  useTitle(`${title} · Bookmender`)
  return (
    <Page>
      <h1 className="text-28 sm:text-36">{title}</h1>
      <Card className="mt-6 max-w-measure">
        <p className="font-semibold">This page is not open yet.</p>
        <p className="mt-2 text-quiet">{children}</p>
        <Link to="/" className={buttonClass('plain', 'mt-6')}>
          To EPUB Repair
        </Link>
      </Card>
    </Page>
  )
}

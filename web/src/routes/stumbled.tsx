import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Page } from '../parts/page.tsx'

/** A screen that broke. A repair that runs is not touched by it. */
export const Stumbled = () => (
  <Page>
    <Card role="alert" className="max-w-measure">
      <h1 className="text-22">This page broke</h1>
      <p className="mt-2">The fault is ours. A repair that runs goes on; reload the page to see it.</p>
      <Button look="primary" icon="retry" className="mt-6" onClick={() => location.reload()}>
        Reload
      </Button>
    </Card>
  </Page>
)

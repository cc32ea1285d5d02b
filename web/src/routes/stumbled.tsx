import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Page } from '../parts/page.tsx'
import { texts } from '../texts/texts.ts'

/** A screen that broke. A repair that runs is not touched by it. */
export const Stumbled = () => (
  <Page>
    <Card role="alert" className="max-w-measure">
      <h1 className="text-22">{texts.shell.stumbled.heading}</h1>
      <p className="mt-2">{texts.shell.stumbled.text}</p>
      <Button look="primary" icon="retry" className="mt-6" onClick={() => location.reload()}>
        {texts.shell.stumbled.reload}
      </Button>
    </Card>
  </Page>
)

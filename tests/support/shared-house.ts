import type { TestProject } from 'vitest/node'
import type { House } from '../../temporal-dev/house.ts'
import { startedHouse } from '../started-house.ts'
import { findChromium } from './browser.ts'

/** What a browser needs to know of a house that it did not start. */
export type VisitedHouse = Pick<House, 'url' | 'identityUrl' | 'temporalUi' | 'temporalNamespace'>

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where there is no browser to look at it. */
    sharedHouse: VisitedHouse | undefined
  }
}

/** One house for all e2e files that need nothing special of theirs: they tell themselves apart by their people's addresses. */
export default async function startSharedHouse(project: TestProject) {
  const house = findChromium() ? await startedHouse({ say: () => {} }) : undefined
  project.provide(
    'sharedHouse',
    house && {
      url: house.url,
      identityUrl: house.identityUrl,
      temporalUi: house.temporalUi,
      temporalNamespace: house.temporalNamespace,
    },
  )
  return () => house?.stop()
}

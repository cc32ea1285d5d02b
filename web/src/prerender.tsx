import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { client } from './data/client.ts'
import { createAppRouter } from './routes/router.tsx'

export { stateElement } from './routes/page-state.ts'
export { type PublicPage, publicPages } from './routes/public-pages.ts'

interface Drawn {
  readonly html: string
  /** What the page's loader gave, where it has one. */
  readonly data: unknown
}

/** A page as a visitor sees it before any script has come, drawn from a history in memory. */
export async function draw(path: string): Promise<Drawn> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  // In one piece: a stream would bring inline scripts that put its parts in place.
  const html = renderToString(<App router={router} />)
  const loaded = router.state.matches.at(-1)?.loaderData as { body?: unknown } | undefined
  // Its timers would keep the build from ending.
  client.clear()
  return { html, data: loaded?.body ?? loaded }
}

import { checkBook, type SchemaTables, schemasFrom, type Verdict } from '../../../epub/browser.ts'

export type FromChecker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'checked'; readonly verdict?: Verdict; readonly refused?: string }

const tell = (message: FromChecker) => postMessage(message)

// Part of loading the page: after this nothing is asked of anybody.
const tables = (await (await fetch('/schema-tables.json')).json()) as SchemaTables
const schemas = schemasFrom(tables)

addEventListener('message', async ({ data }: MessageEvent<File>) => {
  try {
    tell({ kind: 'checked', verdict: await checkBook(data, { schemas }) })
  } catch (error) {
    if (!(error instanceof Error && error.name === 'BookRefused')) throw error
    tell({ kind: 'checked', refused: error.message })
  }
})
tell({ kind: 'ready' })

import { BookRefused, checkBook, explain, type SchemaSource, type SchemaTables, schemasFrom } from '../../../epub/browser.ts'
import type { Finding, InBrowser } from './check-in-browser.ts'

/** The first message brings the address of the schemas, every later one a book. */
export type ToChecker =
  | { readonly kind: 'prepare'; readonly tables: string }
  | { readonly kind: 'check'; readonly ask: number; readonly file: File }
export type FromChecker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'checked'; readonly ask: number; readonly result: InBrowser }
  | { readonly kind: 'failed'; readonly ask: number; readonly reason: string }

const tell = (message: FromChecker) => postMessage(message)

let schemas: Promise<SchemaSource> | undefined

async function fetchTables(address: string): Promise<SchemaSource> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The schemas cannot be had: ${response.status}`)
  return schemasFrom((await response.json()) as SchemaTables)
}

async function check(file: File): Promise<InBrowser> {
  if (!schemas) throw new Error('No schemas were named')
  const source = await schemas
  const started = performance.now()
  try {
    const { valid, messages, unsaid } = await checkBook(file, { schemas: source })
    const findings = messages.map(({ id, severity, path, line, column, text }): Finding => {
      const { why = '', help = '' } = explain(id) ?? {}
      return { id, severity, path, line, column, text, why, help }
    })
    return { verdict: valid ? 'sound' : 'faulty', findings, unsaid, milliseconds: performance.now() - started }
  } catch (error) {
    if (error instanceof BookRefused) return { verdict: 'refused', sentence: error.message }
    throw error
  }
}

addEventListener('message', ({ data }: MessageEvent<ToChecker>) => {
  if (data.kind === 'prepare') {
    schemas = fetchTables(data.tables)
    schemas.then(
      () => tell({ kind: 'ready' }),
      () => tell({ kind: 'unavailable' }),
    )
    return
  }
  const { ask, file } = data
  check(file).then(
    (result) => tell({ kind: 'checked', ask, result }),
    (error: unknown) => tell({ kind: 'failed', ask, reason: error instanceof Error ? error.message : String(error) }),
  )
})

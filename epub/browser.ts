import { checkerName, checkWithTotals } from './check/check.ts'
import { isError, type Message, reachOf, type Severity, type Verdict } from './check/message.ts'
import { keptName, type SchemaSource } from './check/schemas.ts'
import { openPublication } from './ocf/open.ts'
import { fromBytes, type Source } from './source.ts'

export { explain } from './check/explain.ts'
export { BookRefused } from './refusal.ts'
export type { Message, SchemaSource, Severity, Verdict }

export interface BrowserCheckOptions {
  readonly schemas: SchemaSource
  /** Name of the file, for rules on its extension; a `File` brings its own. */
  readonly fileName?: string
  readonly level?: Severity
}

/**
 * Checks a book where there is neither Node nor Java: in a page, better in a Web Worker. Nothing of the book leaves the
 * machine. Throws `BookRefused` for what is no book.
 */
export async function checkBook(
  book: Blob | Uint8Array,
  { schemas, fileName = book instanceof File ? book.name : '', level }: BrowserCheckOptions,
): Promise<Verdict & { readonly unsaid: number }> {
  const publication = await openPublication(book instanceof Blob ? fromBlob(book) : fromBytes(book), { fileName })
  const { messages, unsaid } = await checkWithTotals(publication, { schemas, level: reachOf(level) })
  const wanted = level === 'FATAL' ? messages.filter(({ severity }) => severity === 'FATAL') : messages
  return { judge: checkerName, valid: !messages.some(isError), messages: wanted, unsaid }
}

const fromBlob = (blob: Blob): Source => ({
  size: blob.size,
  read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
})

/** Compiled schemas by name, and the files that are read as they are: what `epub/node/schema-tables.ts` makes of EPUBCheck's. */
export interface SchemaTables {
  /** JSON in text, so that only what a book needs is read. */
  readonly compiled: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
}

/** Schemas out of tables that were fetched before, so that checking asks nobody. */
export const schemasFrom = ({ compiled, files }: SchemaTables): SchemaSource => ({
  holds: (path) => keptName(path) in compiled,
  async read(path) {
    const content = files[path]
    if (content === undefined) throw new Error(`The tables hold no ${path}`)
    return content
  },
  kept: {
    load: async (name) => compiled[name],
    save: async () => {},
  },
})

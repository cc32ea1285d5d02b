import type { Place } from './document/xml-document.ts'
import { type Message, type SchemaError, type Severity, severities } from './message.ts'
import { severityOf } from './severity.ts'

export type Report = ReturnType<typeof createReport>

/** Says something of one file. Without a place it is about the file as a whole. */
export type Say = (id: string, place: Place | undefined, text: string, schema?: SchemaError) => void

const perFile = 500
const perBook = 2_000
/** So many of each id are kept whatever the others are, so that no kind of fault hides another. */
const perId = 100

/** Collects messages down to `level`; of a book that fails everywhere some thousand are kept. */
export function createReport(level: Severity) {
  const messages: Message[] = []
  const counts = new Map<string, number>()
  let unsaid = 0
  const limit = severities.indexOf(level)

  function add(message: Message) {
    if (severities.indexOf(message.severity) > limit) return
    const isMuch = count(message.path) > perFile || messages.length >= perBook
    if (count(`id ${message.id}`) > perId && isMuch) unsaid++
    else messages.push(message)
  }

  function count(key: string): number {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }

  const say = (id: string, path: string, place: Place | undefined, text: string, schema?: SchemaError) =>
    add(message(id, path, place, text, schema))

  return {
    level,
    say,
    add,
    /** Whether anything of this severity would be kept: what is milder need not be looked for. */
    tells: (severity: Severity) => severities.indexOf(severity) <= limit,
    about:
      (path: string): Say =>
      (id, place, text, schema) =>
        say(id, path, place, text, schema),
    /** Messages that were found elsewhere and are beyond their limit. */
    skip(count: number) {
      unsaid += count
    },
    /** How many messages there were beyond the limits. */
    unsaid: () => unsaid,
    messages: (): readonly Message[] => messages,
  }
}

export function message(id: string, path: string, place: Place | undefined, text: string, schema?: SchemaError): Message {
  const { line, column } = place ?? { line: 0, column: 0 }
  return { id, severity: severityOf(id), path, line, column, text, ...(schema && { schema }) }
}

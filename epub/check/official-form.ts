import type { Message, Severity, Verdict } from './message.ts'

/** A checker's report in the form that EPUBCheck gives its own in (`--json`), so that other tools can read it. */
export interface OfficialForm {
  readonly checker: {
    /** Who checked: `EPUBCheck` with its version, or our own checker by its name. */
    readonly checkerName: string
    readonly checkerVersion: string
    readonly filename: string
    readonly nFatal: number
    readonly nError: number
    readonly nWarning: number
    readonly nUsage: number
  }
  readonly messages: readonly OfficialMessage[]
}

interface OfficialMessage {
  readonly ID: string
  readonly severity: Severity
  readonly message: string
  readonly additionalLocations: number
  readonly locations: readonly { readonly path: string; readonly line: number; readonly column: number }[]
  readonly suggestion: null
}

/** EPUBCheck lists so many places of one message and counts the others. */
const mostLocations = 25

/** No time and no path of a machine is in it: the same verdict gives the same file. */
export function officialForm({ judge, messages }: Pick<Verdict, 'judge' | 'messages'>, filename = ''): OfficialForm {
  const count = (severity: Severity) => messages.filter((message) => message.severity === severity).length
  const [, name = judge, version = ''] = /^(.*?)\s+v?(\d[\w.-]*)$/.exec(judge) ?? []
  const alike = Map.groupBy(messages, ({ id, severity, text }: Message) => `${id}\n${severity}\n${text}`)
  return {
    checker: {
      checkerName: name,
      checkerVersion: version,
      filename,
      nFatal: count('FATAL'),
      nError: count('ERROR'),
      nWarning: count('WARNING'),
      nUsage: count('USAGE'),
    },
    messages: [...alike.values()].map((group) => ({
      ID: group[0]!.id,
      severity: group[0]!.severity,
      message: group[0]!.text,
      additionalLocations: Math.max(0, group.length - mostLocations),
      locations: group
        .slice(0, mostLocations)
        .map(({ path, line, column }) => ({ path, line: line || -1, column: column || -1 })),
      suggestion: null,
    })),
  }
}

import type { AiReport, Suggested } from './ai/port.ts'
import { explain } from './check/explain.ts'
import type { Message, Verdict } from './check/message.ts'
import type { Engine } from './engines.ts'
import { featureOf, plainId } from './feature-of.ts'
import type { BookMetadata } from './metadata/metadata.ts'
import { servedBy } from './platforms/features.ts'
import type { Platform, PlatformFindings } from './platforms/platform.ts'
import type { Publication } from './publication.ts'
import { textOf } from './publication.ts'
import type { Finding, Rule } from './rules/rule.ts'
import { type IssueType, issueTypeOf, type Scores } from './score.ts'
import { position } from './xml.ts'

/** What a rule did, kept until the report is written: places are those of the text it was found in. */
export interface Fix {
  readonly rule: Pick<Rule, 'id' | 'feature' | 'answers' | 'why' | 'platforms' | 'needs'>
  readonly finding: Omit<Finding, 'patches' | 'reworded'>
  /** What `options.picked` takes. */
  readonly id?: string
  /** `after` may be put better by a person. */
  readonly editable?: boolean
  readonly line: number
  readonly column: number
}

export interface Issue extends Partial<Suggested> {
  readonly number: number
  readonly code: string
  readonly rule?: string
  readonly feature: number
  readonly type: IssueType
  readonly severity: 'critical' | 'major' | 'minor'
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly before?: string
  readonly after?: string
  readonly why: string
  readonly status: 'fixed' | 'choice' | 'left' | 'locked' | 'advice'
  readonly reason?: string
  /** Where it matters. */
  readonly platforms: readonly Platform[]
}

/** `sound`: byte for byte. `valid`: no error left. `improved`: fewer. `unchanged`: none fewer. */
export type Outcome = 'sound' | 'valid' | 'improved' | 'unchanged'

/** A rule that did not do its work, and why: our own bug or a fix that the checker did not accept. */
export interface RuleFailure {
  readonly rule: string
  readonly reason: string
}

export interface RepairReport {
  readonly outcome: Outcome
  readonly engine: Engine
  readonly before: Verdict
  readonly after: Verdict
  readonly version: string | undefined
  readonly metadata: { readonly title?: string; readonly author?: string; readonly language?: string }
  /** Everything that `editMetadata` can change; undefined where there is no package document. */
  readonly about: BookMetadata | undefined
  readonly words: { readonly before: number; readonly after: number }
  readonly resources: { readonly before: number; readonly after: number }
  readonly lost: readonly string[]
  readonly scores: { readonly before: Scores; readonly after: Scores }
  readonly platforms: PlatformFindings
  readonly issues: readonly Issue[]
  /** What can be done on request, and what only its author can: neither is done, and neither counts as an issue. */
  readonly offers: readonly Issue[]
  /** What was mended beyond the listed issues, by rule. */
  readonly more: readonly { readonly feature: number; readonly code: string; readonly count: number }[]
  readonly failures: readonly RuleFailure[]
  /** What the AI features say; absent where no suggestions were asked for. */
  readonly ai?: AiReport
}

/** Longest excerpt of a book that a report shows, in UTF-16 units. */
const excerpt = 240
/** A suggestion is read before it is approved: it is shown whole, unless it is longer than this. */
const suggestion = 8000
/** A copy of its own: a slice would keep the whole text of the file in memory. */
const shorten = (text: string | undefined, most = excerpt) =>
  text === undefined
    ? undefined
    : (JSON.parse(JSON.stringify(text.length <= most ? text : `${text.slice(0, most / 2)} … ${text.slice(-most / 2)}`)) as string)

export function fixOf(publication: Publication, rule: Rule, { patches: _, reworded, ...finding }: Finding, id?: string): Fix {
  const resource = publication.resources.get(finding.path)
  const { line, column } = resource && finding.span ? position(textOf(resource), finding.span[0]) : { line: 0, column: 0 }
  const most = rule.feature > 30 ? suggestion : excerpt
  const short = { ...finding, before: shorten(finding.before, most), after: shorten(finding.after, most) }
  return { rule, finding: short, line, column, id: id ?? finding.picked, ...(reworded && { editable: true }) }
}

const severityOf = ({ severity }: Message) => (severity === 'FATAL' ? 'critical' : severity === 'ERROR' ? 'major' : 'minor')
const defaultWhy = 'Stores and reading systems reject or misread books with this fault.'

/**
 * One list out of what the judge said before, what the rules did and what the judge says now: a message
 * that is gone is fixed; a fix that answers no message of its own is an issue of its own.
 */
export function issuesOf(
  before: readonly Message[],
  after: readonly Message[],
  fixes: readonly Fix[],
  circumstances: Circumstances = {},
): Issue[] {
  const answers = answering(fixes)
  const left = countBy(after.map(keyOf))
  const shown = ({ severity }: Message) => severity === 'FATAL' || severity === 'ERROR' || severity === 'WARNING'
  const issueOf = (message: Message, stays: boolean): Omit<Issue, 'number'> => {
    const fix = stays ? undefined : answers.take(message)
    const feature = fix?.rule.feature ?? featureOf(message)
    return {
      code: message.id,
      rule: fix?.rule.id,
      feature,
      type: issueTypeOf(feature),
      severity: severityOf(message),
      path: message.path,
      line: message.line,
      column: message.column,
      message: message.text,
      before: fix?.finding.before,
      after: fix?.finding.after,
      why: fix?.rule.why ?? explain(message.id)?.why ?? defaultWhy,
      status: stays ? (isSkipped(feature, circumstances) ? 'choice' : 'left') : 'fixed',
      reason: stays ? whyLeft(message, feature, circumstances) : undefined,
      platforms: fix ? platformsOf(fix) : servedBy(feature),
      ...(fix && suggestedBy(fix)),
    }
  }
  const takeLeft = (message: Message) => {
    const key = keyOf(message)
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    return count > 0
  }
  const issues = before.filter(shown).map((message) => issueOf(message, takeLeft(message)))
  // what was hidden behind a fault that is gone, and is there to be seen now
  const uncovered = after.filter((message) => shown(message) && takeLeft(message)).map((message) => issueOf(message, true))
  const own = answers.rest().map((fix) => ownIssue(fix, 'fixed'))
  return [...issues, ...uncovered, ...own].map((issue, index) => ({ number: index + 1, ...issue }))
}

/** What else bears on what became of an issue. */
export interface Circumstances {
  /** Features that were left out on request, or taken back. */
  readonly skip?: readonly number[]
  /** Features of which a correction was taken back, because it made things worse. */
  readonly takenBack?: readonly number[]
}

const isSkipped = (feature: number, { skip = [] }: Circumstances) => skip.includes(feature)

/** Why an issue stays: somebody chose so, a correction did not hold, or only the author can tell what was meant. */
function whyLeft(message: Message, feature: number, circumstances: Circumstances): string {
  if (isSkipped(feature, circumstances)) return 'You left this correction out. It can be made at any time.'
  const because = circumstances.takenBack?.includes(feature)
    ? 'A correction was tried and taken back, because the checker found more errors after it.'
    : 'No rule of ours can mend this without guessing what its author meant.'
  const help = explain(message.id)?.help
  return help ? `${because} ${help}` : because
}

/** A finding that answers no message of its own. */
const ownIssue = (fix: Fix, status: Issue['status'], reason?: string): Omit<Issue, 'number'> => {
  const { rule, finding, line, column } = fix
  return {
    code: finding.id ?? rule.answers[0]?.id ?? rule.id,
    rule: rule.id,
    feature: rule.feature,
    type: issueTypeOf(rule.feature),
    severity: 'minor',
    path: finding.path,
    line,
    column,
    message: finding.note ?? rule.why,
    before: finding.before,
    after: finding.after,
    why: rule.why,
    status,
    reason,
    platforms: platformsOf(fix),
    ...suggestedBy(fix),
  }
}

/** What a suggestion says of itself; nothing where none of it holds. */
const suggestedBy = ({ id, editable, finding: { confidence, by, picture } }: Fix): Partial<Suggested> => ({
  ...(id !== undefined && { id }),
  ...(confidence !== undefined && { confidence }),
  ...(by && { by }),
  ...(editable && { editable }),
  ...(picture !== undefined && { picture }),
})

const platformsOf = ({ rule, finding }: Fix): readonly Platform[] =>
  finding.needs ?? rule.platforms ?? rule.needs ?? servedBy(rule.feature)

/** Findings that nobody asked to be acted upon, as issues: choices, and what is only told. */
export const offersOf = (offers: readonly { readonly fix: Fix; readonly kind: 'ask' | 'report' }[]): Issue[] =>
  offers.map(({ fix, kind }, index) => ({
    number: index + 1,
    ...(kind === 'ask'
      ? ownIssue(fix, 'choice', 'Done only when it is asked for.')
      : ownIssue(fix, 'advice', 'Only its author can decide this.')),
  }))

const keyOf = ({ id, path, text }: Message) => `${plainId(id)}\n${path}\n${text}`

function countBy(keys: readonly string[]) {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Finds the fix that answers a message: same file and id, the same line if there is one, else the next in order. Each answers once. */
function answering(fixes: readonly Fix[]) {
  const used = new Set<Fix>()
  const queues = new Map<string, { all: Fix[]; next: number }>()
  const file = (key: string, fix: Fix) => {
    const queue = queues.get(key)
    if (queue) queue.all.push(fix)
    else queues.set(key, { all: [fix], next: 0 })
  }
  for (const fix of fixes) {
    const { finding, rule, line } = fix
    for (const id of new Set(finding.id ? [finding.id] : rule.answers.map((answer) => answer.id))) {
      file(`${finding.path}\n${plainId(id)}\n${line}`, fix)
      file(`${finding.path}\n${plainId(id)}`, fix)
      file(`*\n${plainId(id)}`, fix)
    }
  }
  const fits = ({ rule, finding }: Fix, message: Message) =>
    finding.id !== undefined ||
    rule.answers.some(({ id, text }) => plainId(id) === plainId(message.id) && (!text || text.test(message.text)))
  const from = (key: string, message: Message, isFitting = fits) => {
    const queue = queues.get(key)
    if (!queue) return undefined
    while (queue.next < queue.all.length && used.has(queue.all[queue.next]!)) queue.next++
    for (let at = queue.next; at < Math.min(queue.all.length, queue.next + lookAhead); at++) {
      const fix = queue.all[at]!
      if (!used.has(fix) && isFitting(fix, message)) return fix
    }
    return undefined
  }
  return {
    take({ id, path, line, ...message }: Message): Fix | undefined {
      const whole = { id, path, line, ...message }
      // What EPUBCheck says of a file's name it says of the archive, and names the file in its words.
      const named = path === '' ? /"([^"]+)"/.exec(message.text)?.[1] : undefined
      const fix =
        from(`${path}\n${plainId(id)}\n${line}`, whole) ??
        // the same id in the same line is the same thing, however a checker words it
        from(`${path}\n${plainId(id)}\n${line}`, whole, () => line > 0) ??
        from(`${path}\n${plainId(id)}`, whole) ??
        (named === undefined ? undefined : from(`${named}\n${plainId(id)}`, whole)) ??
        from(`*\n${plainId(id)}`, whole)
      if (fix) used.add(fix)
      return fix
    },
    rest: () => fixes.filter((fix) => !used.has(fix)),
  }
}

/** How many fixes of one file and id are looked at for one message. */
const lookAhead = 50

export const counted = (verdict: Verdict) => ({
  judge: verdict.judge,
  valid: verdict.valid,
  fatals: verdict.messages.filter(({ severity }) => severity === 'FATAL').length,
  errors: verdict.messages.filter(({ severity }) => severity === 'ERROR').length,
  warnings: verdict.messages.filter(({ severity }) => severity === 'WARNING').length,
})

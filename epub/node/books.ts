import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import { styleText } from 'node:util'
import { explain } from '../check/explain.ts'
import type { Message, Severity, Verdict } from '../check/message.ts'
import { isError, severities } from '../check/message.ts'
import type { Engine } from '../engines.ts'
import type { Platform } from '../platforms/platform.ts'
import type { RepairReport } from '../report.ts'
import type { Book } from './find-books.ts'
import { createJudge } from './judge.ts'
import { createPool } from './pool.ts'
import { type AskJudge, judgeFile, type RepairedFile, type RepairTask, repairWithFallback, type TaskContext } from './tasks.ts'
import { writeReports } from './write-reports.ts'

export interface CommandOptions {
  readonly json: boolean
  readonly jobs: number
  readonly judge: 'java' | 'own' | 'auto'
  /** The least severe messages that a check tells. */
  readonly level: Severity
  readonly out: string | undefined
  /** Several books, or a folder: `out` is a folder then. */
  readonly many: boolean
  readonly report: string | undefined
  readonly epubcheckReports: string | undefined
  readonly dryRun: boolean
  readonly only: readonly number[] | undefined
  readonly skip: readonly number[] | undefined
  readonly ask: readonly number[] | undefined
  readonly targets: readonly Platform[] | undefined
  readonly upgrade: boolean
  /** List what the text tells (features 31 to 36). */
  readonly suggest: boolean
  /** Ids of offers that are done. */
  readonly picked: readonly string[] | undefined
  /** Of pictures that are written again, 30 to 100. */
  readonly pictureQuality: number | undefined
}

type Mended = RepairedFile & { engine: Engine }

interface Workshop {
  /** In our own words where ours says the same, unless the checker's own are wanted. */
  check(file: string, ownWords?: boolean): Promise<Verdict>
  mend(task: RepairTask): Promise<Mended>
  close(): Promise<void>
}

/** Does the work in this process, or with several jobs in a pool of child processes that share one JVM. */
function openWorkshop({ jobs, judge: who, level }: CommandOptions): Workshop {
  const judge = who === 'own' ? undefined : createJudge({ usage: level === 'USAGE' })
  if (who === 'java' && !judge)
    throw new Error('--judge java needs a Java development kit (java and javac on the PATH, or JAVA_HOME)')
  const ask: AskJudge = judge && ((file) => judge.check(resolve(file)))
  if (jobs === 1) {
    const context: TaskContext = { judge: ask }
    return {
      check: (file, ownWords = true) => judgeFile(file, { judge: ask, fileName: file, level, ownWords }),
      mend: (task) => repairWithFallback(task, context),
      close: async () => judge?.close(),
    }
  }
  const pool = createPool({
    module: join(import.meta.dirname, `engine-process${extname(import.meta.filename)}`),
    size: jobs,
    judge: ask,
  })
  return {
    check: (input, ownWords = true) => pool.run<Verdict>('judge', { input, fileName: input, level, ownWords }),
    mend: (task) => pool.run<Mended>('mend', task),
    async close() {
      await pool.close()
      await judge?.close()
    },
  }
}

async function overAll(
  books: readonly Book[],
  options: CommandOptions,
  work: (book: Book, workshop: Workshop) => Promise<number>,
) {
  const workshop = openWorkshop(options)
  const queue = [...books]
  let worst = 0
  const lane = async () => {
    for (let book = queue.shift(); book; book = queue.shift()) worst = Math.max(worst, await work(book, workshop))
  }
  try {
    await Promise.all(Array.from({ length: options.jobs }, lane))
  } finally {
    await workshop.close()
  }
  return worst
}

/** Exit code over all books: 0 valid, 1 problems left, 2 unreadable. */
export const checkBooks = (books: readonly Book[], options: CommandOptions) =>
  overAll(books, options, async ({ file }, workshop) => {
    try {
      const verdict = await workshop.check(file)
      tellChecked(file, verdict, options)
      return verdict.valid ? 0 : 1
    } catch (error) {
      return unreadable(file, error, options)
    }
  })

/** Repairs each book into its own output; nothing is written for a book that cannot be read. */
export const fixBooks = (books: readonly Book[], options: CommandOptions) =>
  overAll(books, options, async (book, workshop) => {
    const output = outputOf(book, options)
    if (resolve(output) === resolve(book.file)) {
      console.error(`bookmender: ${book.file}: the result would replace the original; name another place with -o`)
      return 2
    }
    const draft = join(options.dryRun ? tmpdir() : dirname(output), `.${randomUUID()}.part`)
    try {
      if (!options.dryRun) await mkdir(dirname(output), { recursive: true })
      const { only, skip, ask, targets, upgrade, suggest, picked, pictureQuality } = options
      const mended = await workshop.mend({
        input: book.file,
        output: draft,
        fileName: book.file,
        options: { only, skip, ask, targets, upgrade, suggest, picked, pictureQuality },
      })
      if (options.dryRun) await rm(draft)
      else await rename(draft, output)
      // the official checker was not asked before the repair where ours had found enough; for its own report it is
      const before = options.epubcheckReports === undefined ? undefined : await workshop.check(book.file, false)
      const reports = await writeReports(book, mended, { ...options, before })
      tellMended(book.file, options.dryRun ? undefined : output, mended, options)
      if (!options.json) for (const file of reports) console.log(`  → ${file}`)
      return mended.report.after.valid ? 0 : 1
    } catch (error) {
      await rm(draft, { force: true })
      return unreadable(book.file, error, options)
    }
  })

function outputOf({ file, name }: Book, { out, many }: CommandOptions): string {
  if (!out) return `${file.slice(0, file.length - extname(file).length)}.fixed.epub`
  return many ? join(out, name) : out
}

const tell = (object: unknown) => console.log(JSON.stringify(object))

const lineOf = ({ severity, id, path, line, column, text }: Message) =>
  `${severity} ${id} ${path || 'archive'}${line > 0 ? `:${line}:${column}` : ''} ${text}`

/** Told in full once for each kind, so that a book with a thousand faults does not repeat itself. */
function tellChecked(file: string, { valid, judge, messages }: Verdict, { json, level }: CommandOptions) {
  const limit = severities.indexOf(level)
  const told = messages.filter(({ severity }) => severities.indexOf(severity) <= limit)
  if (json) {
    const plain = told.map(({ id, severity, path, line, column, text }) => ({ id, severity, path, line, column, text }))
    tell({ file, valid, judge, messages: plain })
    return
  }
  console.log(`${styleText('bold', file)}: ${styleText(valid ? 'green' : 'red', valid ? 'valid' : 'not valid')} (${judge})`)
  const explained = new Set<string>()
  for (const { id, severity, path, line, column, text } of told) {
    const place = `${path || 'archive'}${line > 0 ? `:${line}:${column}` : ''}`
    console.log(`  ${styleText(colours[severity], severity)} ${id} ${styleText('cyan', place)} ${text}`)
    const more = explained.has(id) ? undefined : explain(id)
    explained.add(id)
    if (more) console.log(styleText('dim', `    ${more.why} ${more.help}`))
  }
}

/** `styleText` looks at the terminal and at NO_COLOR itself. */
const colours = { FATAL: 'magenta', ERROR: 'red', WARNING: 'yellow', INFO: 'blue', USAGE: 'gray' } as const

function tellMended(
  file: string,
  output: string | undefined,
  { report, changed, engine, sha256Before, sha256After }: Mended,
  { json }: CommandOptions,
) {
  const { outcome, before, after, issues, offers, words, lost, scores, failures, ai } = report
  if (json) {
    const { valid, judge, messages } = after
    tell({
      file,
      output,
      valid,
      judge,
      outcome,
      engine,
      changed,
      messages,
      before: before.messages,
      issues,
      offers,
      words,
      lost,
      scores,
      failures,
      ai,
      sha256Before,
      sha256After,
    })
    return
  }
  const fixed = issues.filter(({ status }) => status === 'fixed').length
  const kept = words.after >= words.before ? 'not a word lost' : `${words.before - words.after} words fewer`
  const verdict = {
    sound: 'Nothing to fix: the file is returned byte for byte.',
    valid: `Valid. ${issues.length} problems found, ${fixed} fixed, ${kept}.`,
    improved: `Better, but not valid. ${issues.length} problems found, ${fixed} fixed, ${kept}.`,
    unchanged: `Not valid. ${issues.length} problems found, none of the errors could be fixed without guessing.`,
  }[outcome]
  console.log(`${file}: ${verdict} (${after.judge})`)
  for (const path of lost) console.log(`  gone: ${path} (its bytes could not be read)`)
  for (const message of after.messages.filter(isError)) console.log(`  left: ${lineOf(message)}`)
  for (const line of offerLines(offers)) console.log(`  ${line}`)
  for (const line of suggestionLines(offers)) console.log(`  ${line}`)
  for (const sentence of ai?.advice.recommendations ?? []) console.log(`  advice: ${sentence}`)
  if (output) console.log(`  → ${output}`)
}

/** One line for each feature that has something to offer. */
function offerLines(offers: RepairReport['offers']): string[] {
  const choices = offers.filter(({ status, by }) => status === 'choice' && !by)
  return [...Map.groupBy(choices, ({ feature }) => feature)].map(
    ([feature, list]) => `offered: --ask ${feature} (${list.length}×): ${list[0]!.message}`,
  )
}

/** Every suggestion with its id: they are picked one by one. */
function suggestionLines(offers: RepairReport['offers']): string[] {
  return offers
    .filter(({ by, id }) => by && id)
    .map(({ id, path, line, message, after = '' }) => {
      const [first, ...more] = after.split('\n')
      const text = more.length > 0 ? `${first} … (${more.length + 1} lines)` : first
      return `suggested: --pick ${id} ${path}${line > 0 ? `:${line}` : ''} ${message} → “${text}”`
    })
}

function unreadable(file: string, error: unknown, { json }: CommandOptions) {
  const sentence = error instanceof Error ? error.message : String(error)
  const refused = error instanceof Error && (error.name === 'BookRefused' || 'thrown' in error)
  if (json) tell({ file, valid: false, messages: [], error: sentence })
  else console.error(`${file}: ${sentence}`)
  if (!refused && error instanceof Error && process.env.BOOKMENDER_DEBUG) console.error(error.stack)
  return 2
}

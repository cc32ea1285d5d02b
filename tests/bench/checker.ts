import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createJudge } from '../../epub/node/judge.ts'
import { leftOutIds } from '../../epub/testing/left-out-ids.ts'
import { startChecking } from './checking.ts'
import { type Comparison, compare } from './compare.ts'
import { knownDifferences } from './known-differences.ts'
import { officialMessages } from './official.ts'
import { root, table, writeSection } from './section.ts'

const corpus = join(root, '..', 'shared', 'corpus')
const hostile = join(root, '..', 'shared', 'hostile')

const booksBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.epub'))
    .sort()
    .map((name) => join(folder, name))

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const quantile = (numbers: readonly number[], share: number) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0

/**
 * Compares the checker with the official EPUBCheck over the corpus, and measures its time and memory. With a word, only
 * the comparison is run, for files with that word in their path, and printed.
 */
export async function benchChecker([match]: readonly string[]) {
  if (!existsSync(corpus)) throw new Error(`The corpus is not there: ${corpus}`)
  if (match) {
    console.log((await compareCorpus(match)).text)
    return
  }
  const agreement = await compareCorpus('')
  const speed = await compareSpeed()
  const commandLine = await commandPeak()
  const bounds = await hostileBounds()
  const text = `${agreement.text}

### Time and memory

${table(
  ['measure', 'figure', 'bound'],
  [
    ['CPU per file of the corpus, opening included, median', `${quantile(agreement.cpu, 0.5).toFixed(1)} ms`, '15 ms'],
    ['the same, 90th of 100', `${quantile(agreement.cpu, 0.9).toFixed(0)} ms`, ''],
    ['the same, largest', `${Math.max(...agreement.cpu).toFixed(0)} ms`, ''],
    ['CPU over the books of `wild` and `truth`, warm', `${speed.own.toFixed(1)} s`, ''],
    ['the same by warm Java (its own classes compiled by C1, as the service runs it)', `${speed.java?.toFixed(1) ?? '?'} s`, ''],
    ['times less CPU than Java', speed.java ? (speed.java / speed.own).toFixed(1) : 'no Java here', '4'],
    ['peak memory of `bookmender check FOLDER` over the whole corpus', `${commandLine.toFixed(0)} MB`, '200 MB'],
    ['the same of a process that does nothing but check', `${agreement.peak.toFixed(0)} MB`, ''],
  ],
)}

Time of the checker is that of a process that does nothing else; “warm” is the second time over the same books. Memory is
the most that was resident at any time (\`VmHWM\`), with nothing set by the caller: the command line, the engine processes
and the process measured here keep themselves small (\`epub/node/memory.ts\`). Times are taken with the same setting.

### Hostile files

${bounds}

### Ids left out

Every other id of EPUBCheck 5.3.0 is raised by a test of ours, and \`epub/check/ids.test.ts\` has EPUBCheck confirm it with
place and line.

${leftOut()}`
  writeSection('checker', 'The checker against EPUBCheck', text)
  console.log(text)
}

async function compareCorpus(match: string) {
  const judge = createJudge({ timeout: 120_000 })
  const checking = startChecking()
  const all: { readonly name: string; readonly result: Comparison; readonly refused: string | undefined }[] = []
  const crashed: string[] = []
  const cpu: number[] = []
  let peak = 0
  try {
    for (const file of booksBelow(corpus)) {
      const name = relative(corpus, file)
      if (!name.includes(match)) continue
      const theirs = await officialMessages(file, judge)
      const ours = await checking.check(file)
      cpu.push(ours.cpu)
      peak = ours.peak
      if (!theirs) {
        crashed.push(name)
        continue
      }
      // A book that is refused is not valid, but there are no messages to compare.
      const refusal = { id: 'refused', severity: 'FATAL', path: '', line: 0, column: 0, text: '' } as const
      all.push({ name, result: compare(theirs, ours.refused ? [refusal] : ours.messages), refused: ours.refused })
    }
  } finally {
    await checking.stop()
    await judge?.close()
  }
  return { text: agreementText(all, crashed), cpu, peak }
}

function agreementText(
  all: readonly { readonly name: string; readonly result: Comparison; readonly refused: string | undefined }[],
  crashed: readonly string[],
) {
  const results = all.map(({ result }) => result)
  const common = sum(results.map((one) => one.common))
  const sameLine = sum(results.map((one) => one.sameLine))
  const same = (is: (one: Comparison) => boolean) => percent(results.filter(is).length, results.length)
  const summary = table(
    ['measure', 'figure', 'bound'],
    [
      [`same verdict (${results.length} files)`, same((one) => one.sameVerdict), '98.5 %'],
      ['same set of ERROR and FATAL ids', same((one) => one.missed.length + one.extra.length === 0), '92 %'],
      [`same line (${common} common messages)`, percent(sameLine, common), '95 %'],
      ['same line and column', percent(sum(results.map((one) => one.sameColumn)), common), ''],
      ['sound books faulted', results.filter((one) => one.faulted).length, '0'],
    ],
  )
  const failed =
    crashed.length > 0
      ? `\n\nEPUBCheck itself fails on ${crashed.length} more files (an exception of its own), so that there is nothing to compare: ${crashed.map((name) => `\`${name}\``).join(', ')}.`
      : ''
  const differences = all
    .filter(({ result: { missed, extra, otherLines } }) => missed.length + extra.length + otherLines.length > 0)
    .map(({ name, result: { missed, extra, otherLines } }) => [
      `\`${name}\``,
      missed.join(' '),
      extra.join(' '),
      otherLines.join('; '),
      Object.entries(knownDifferences).find(([part]) => name.includes(part))?.[1] ?? 'not explained yet',
    ])
  return `${summary}${failed}\n\n### Every difference\n\n${
    differences.length > 0 ? table(['file', 'only EPUBCheck', 'only ours', 'lines', 'why'], differences) : 'There is none.'
  }`
}

/** CPU in seconds of both over the books of `wild` and `truth`, the second time over. */
async function compareSpeed() {
  const books = ['wild', 'truth'].flatMap((family) => booksBelow(join(corpus, family)))
  const checking = startChecking()
  const judge = createJudge({ timeout: 120_000 })
  try {
    for (const file of books) await checking.check(file)
    const own: number[] = []
    for (const file of books) own.push((await checking.check(file)).cpu)
    if (!judge) return { own: sum(own) / 1000, java: undefined }
    const twice = async (file: string) => judge.check(file).catch(() => undefined)
    for (const file of books) await twice(file)
    const before = javaCpu()
    for (const file of books) await twice(file)
    return { own: sum(own) / 1000, java: javaCpu() - before }
  } finally {
    await checking.stop()
    await judge?.close()
  }
}

/** CPU of the Java that this process started, in seconds (`/proc/PID/stat`, 100 ticks a second). */
function javaCpu(): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let stat: string
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    } catch {
      continue
    }
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (stat.includes('(java)') && Number(fields[1]) === process.pid) return (Number(fields[11]) + Number(fields[12])) / 100
  }
  throw new Error('There is no Java of ours')
}

/** Most memory in MB that the command line takes over the whole corpus, our checker judging. */
async function commandPeak(): Promise<number> {
  const command = [join(root, 'epub', 'bin.mjs'), 'check', '--judge', 'own', '--json', corpus]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] })
  let peak = 0
  const look = () => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
    } catch {
      // it ended between two looks
    }
  }
  const clock = setInterval(look, 50)
  await once(child, 'exit')
  clearInterval(clock)
  return peak
}

function leftOut(): string {
  const byReason = Map.groupBy(leftOutIds, ([, reason]) => reason)
  return table(
    ['ids', 'why'],
    [...byReason].map(([reason, ids]) => [ids.map(([id]) => id).join(' '), reason]),
  )
}

interface HostileCase {
  readonly name: string
  readonly file: string
  readonly seconds: number
  readonly rss_mb: number
}

/** Each hostile file in a process of its own, within the seconds and the memory that the set gives it. */
async function hostileBounds(): Promise<string> {
  if (!existsSync(hostile)) return 'The set is not here.'
  const folder = mkdtempSync(join(tmpdir(), 'bookmender-hostile-'))
  try {
    execFileSync('python3', [join(hostile, 'generate.py'), folder], { stdio: 'pipe' })
    const { cases } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { cases: HostileCase[] }
    const beyond: string[][] = []
    const seconds: number[] = []
    const peaks: number[] = []
    for (const { name, file, seconds: limit, rss_mb } of cases) {
      const checking = startChecking()
      const timer = setTimeout(() => checking.kill(), limit * 1000)
      const started = performance.now()
      const result = await checking.check(join(folder, file)).catch(() => undefined)
      clearTimeout(timer)
      const taken = (performance.now() - started) / 1000
      await checking.stop()
      seconds.push(taken)
      peaks.push(result?.peak ?? 0)
      if (!result || taken > limit || result.peak > rss_mb)
        beyond.push([`\`${name}\``, `${taken.toFixed(1)} of ${limit} s`, `${result?.peak.toFixed(0) ?? '?'} of ${rss_mb} MB`])
    }
    const told = `${cases.length - beyond.length} of ${cases.length} within their bounds, each in a process of its own: at most ${Math.max(...seconds).toFixed(1)} s (start of the process included) and ${Math.max(...peaks).toFixed(0)} MB.`
    return beyond.length > 0 ? `${told}\n\n${table(['file', 'seconds', 'memory'], beyond)}` : told
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

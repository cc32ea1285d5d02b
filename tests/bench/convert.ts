import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { convertFile } from '../../epub/node/convert-file.ts'
import { createJudge } from '../../epub/node/judge.ts'
import { keptOf, type Share } from '../../epub/testing/manuscripts/kept.ts'
import { type Manuscript, manuscripts } from './manuscripts.ts'
import { commitNow, root, table, writeSection } from './section.ts'
import { median } from './speed.ts'

const work = join(tmpdir(), 'bookmender-bench', 'convert')

interface Tool {
  readonly name: string
  /** Words of a command that makes `output` of `input`; undefined where the tool is not here. */
  readonly command: (manuscript: Manuscript, input: string, output: string) => readonly string[]
}

const isThere = (command: string) => !spawnSync(command, ['--version']).error

/** The binary that the wheel `pypandoc_binary` carries, unpacked in /tmp/pandoc, or any on the path. */
const pandoc = ['/tmp/pandoc/pypandoc/files/pandoc', 'pandoc'].find((path) =>
  path.startsWith('/') ? existsSync(path) : isThere(path),
)

const others: readonly Tool[] = [
  ...(pandoc
    ? [
        {
          name: 'pandoc',
          command: ({ from }: Manuscript, input: string, output: string) => [
            pandoc,
            ...['-f', from, '-t', 'epub3', '--toc', '--mathml', `--resource-path=${dirname(input)}`, '-o', output, input],
          ],
        },
      ]
    : []),
  ...(isThere('ebook-convert')
    ? [{ name: 'Calibre', command: (_: Manuscript, input: string, output: string) => ['ebook-convert', input, output] }]
    : []),
]

interface Made {
  readonly seconds: number
  /** Seconds of the processor, all threads. */
  readonly cpu: number
  /** The most that the process and those below it held, in MB. */
  readonly memory: number | undefined
  readonly kept: ReadonlyMap<string, Share>
  readonly messages: number | undefined
}

/** Seconds of the processor that a process and those below it took, by the clock ticks of Linux. */
function cpuOf(pid: number): number {
  try {
    const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 15).map(Number)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return ticks.reduce((sum, one) => sum + one, 0) / 100 + children.reduce((sum, child) => sum + cpuOf(Number(child)), 0)
  } catch {
    return 0
  }
}

/** Peak of resident memory as the system keeps it, in MB. */
function peakOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    const own = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    return Math.max(own, ...children.map((child) => peakOf(Number(child))))
  } catch {
    return 0
  }
}

async function runTool(words: readonly string[], folder: string) {
  const started = performance.now()
  const child = spawn(words[0]!, words.slice(1), { cwd: folder, stdio: 'ignore' })
  let memory = 0
  let cpu = 0
  const timer = setInterval(() => {
    cpu = Math.max(cpu, cpuOf(child.pid ?? 0))
    memory = Math.max(memory, peakOf(child.pid ?? 0))
  }, 10)
  const code = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve).once('error', () => resolve(-1))
  })
  clearInterval(timer)
  return { ok: code === 0, seconds: (performance.now() - started) / 1000, cpu, memory: Math.round(memory) }
}

/** Of ours, the first not counted. */
const rounds = 5
/** Of pandoc and Calibre; once where a machine is so busy that each takes a minute. */
const started = loadavg()[0]! > 8 ? 1 : 3

/** What was measured, kept from run to run: manuscripts can be measured one by one. */
interface Part {
  readonly commit: string
  readonly text: string
}
const partsFile = join(work, 'parts.json')

/** Converts every manuscript by every tool and holds the books against the plans; writes the section `convert`. */
export async function benchConvert(words: readonly string[]) {
  mkdirSync(work, { recursive: true })
  // A machine that does much else is slow, not broken.
  const judge = createJudge({ timeout: 600_000 })
  const judged = async (path: string) => (judge ? (await judge.check(path)).messages.length : undefined)
  const chosen = (await manuscripts()).filter(({ name }) => words.length === 0 || words.includes(name))
  const all = (await manuscripts()).map(({ name }) => name)
  const parts: Record<string, Part> = existsSync(partsFile) ? JSON.parse(readFileSync(partsFile, 'utf8')) : {}
  try {
    for (const manuscript of chosen) {
      const folder = join(work, manuscript.name)
      rmSync(folder, { recursive: true, force: true })
      for (const [path, content] of Object.entries(manuscript.files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), content)
      }
      const input = join(folder, manuscript.input)
      const by = new Map<string, Made>()
      const output = join(folder, 'ours.epub')
      const times: number[] = []
      const busy: number[] = []
      for (let round = 0; round < rounds; round++) {
        const started = performance.now()
        const before = process.cpuUsage()
        await convertFile({ input: join(folder, manuscript.packed), output, fileName: manuscript.packed, to: 'epub' })
        times.push((performance.now() - started) / 1000)
        const { user, system } = process.cpuUsage(before)
        busy.push((user + system) / 1_000_000)
      }
      const command = [
        'node',
        join(root, 'epub/cli.ts'),
        'convert',
        join(folder, manuscript.packed),
        '--judge',
        'own',
        '--json',
        '-o',
        join(folder, 'cli.epub'),
      ]
      const { memory } = await runTool([process.execPath, ...command.slice(1)], folder)
      by.set('ours', {
        seconds: median(times.slice(1)),
        cpu: median(busy.slice(1)),
        memory,
        kept: await keptOf(readFileSync(output), manuscript.plan),
        messages: await judged(output),
      })
      for (const tool of others) {
        const made = join(folder, `${tool.name}.epub`)
        const runs = []
        for (let round = 0; round < started; round++) runs.push(await runTool(tool.command(manuscript, input, made), folder))
        if (!runs.every(({ ok }) => ok) || !existsSync(made)) continue
        by.set(tool.name, {
          seconds: median(runs.map(({ seconds }) => seconds)),
          cpu: median(runs.map((one) => one.cpu)),
          memory: Math.max(...runs.map((one) => one.memory)),
          kept: await keptOf(readFileSync(made), manuscript.plan),
          messages: await judged(made),
        })
      }
      const text = sectionOf(manuscript, by)
      console.log(text)
      parts[manuscript.name] = { commit: commitNow(), text }
      writeFileSync(partsFile, JSON.stringify(parts))
      const measured = all.flatMap((name) => parts[name] ?? [])
      writeSection(
        'convert',
        'Manuscripts into books, against pandoc and Calibre',
        [intro, ...measured.map(({ text: own, commit }) => `${own}\n\n(Commit ${commit}.)`)].join('\n\n'),
      )
    }
  } finally {
    await judge?.close()
  }
}

const names = ['ours', ...['pandoc', 'Calibre']]
const label: Readonly<Record<string, string>> = { ours: 'Bookmender' }

const intro = `Manuscripts written by scripts of this project (\`epub/testing/manuscripts\`), so that every word, note and cell in them is
known; each book is held against the plan of its manuscript. ${others.length === 2 ? '' : `${['pandoc', 'Calibre'].filter((name) => others.every((tool) => tool.name !== name)).join(' and ')} is not on this machine: its columns are empty. `}Bookmender converts inside one process, warm, median of ${rounds - 1};
pandoc and Calibre are started for each book, as their users do. Memory is the peak of a process
that converts this one book (for Bookmender its command line, which checks the result too). Every tool runs with what it
does by itself, pandoc with \`--toc --mathml\`.`

function sectionOf(manuscript: Manuscript, by: ReadonlyMap<string, Made>): string {
  const lines = [...(by.get('ours')?.kept.keys() ?? [])]
  const cell = (name: string, line: string) => {
    const share = by.get(name)?.kept.get(line)
    return share ? `${share.kept} of ${share.of}` : ''
  }
  const figures = (text: (made: Made) => string) => names.map((name) => (by.has(name) ? text(by.get(name)!) : ''))
  return `### ${manuscript.title}\n\n${table(
    ['kept', ...names.map((name) => label[name] ?? name)],
    [
      ...lines.map((line) => [line, ...names.map((name) => cell(name, line))]),
      ['messages of EPUBCheck', ...figures(({ messages }) => (messages === undefined ? 'no Java' : String(messages)))],
      ['seconds', ...figures(({ seconds }) => seconds.toFixed(2))],
      ['seconds of the processor', ...figures(({ cpu }) => cpu.toFixed(2))],
      ['memory', ...figures(({ memory }) => `${memory} MB`)],
    ],
  )}\n\nLoad of the machine when this was measured: ${loadavg()[0]!.toFixed(1)}; pandoc and Calibre ${started === 1 ? 'once' : `median of ${started}`}.`
}

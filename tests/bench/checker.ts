/**
 * Compares the checker with the Java EPUBCheck over a folder of books.
 *
 *   node tests/bench/checker.ts --verdicts FILE [--corpus ../shared/corpus] [--match TEXT] [--show] [--places] [--warnings]
 *
 * FILE holds one JSON object a line, `{ file, crash, messages: [{ id, severity, path, line, column, message }] }`, as the
 * corpus's warm checker prints them (with columns where it gives any).
 */
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkPublication } from '../../epub/check/check.ts'
import { nodeCodec } from '../../epub/node/codec.ts'
import { openFile } from '../../epub/node/file.ts'
import { schemas } from '../../epub/node/schemas.ts'
import { openPublication } from '../../epub/ocf/open.ts'

interface Said {
  readonly id: string
  readonly severity: string
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message?: string
  readonly text?: string
}

const { values } = parseArgs({
  options: {
    verdicts: { type: 'string', default: '/tmp/java-verdicts.jsonl' },
    corpus: { type: 'string', default: '../shared/corpus' },
    match: { type: 'string', default: '' },
    show: { type: 'boolean', default: false },
    places: { type: 'boolean', default: false },
    warnings: { type: 'boolean', default: false },
  },
})

const corpus = resolve(values.corpus)
const official = (await readFile(values.verdicts, 'utf8'))
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { file: string; crash: string; messages: Said[] })
  .filter(({ file }) => file.startsWith(corpus) && file.includes(values.match))

/** What counts as said. */
const wanted = new Set(values.warnings ? ['FATAL', 'ERROR', 'WARNING'] : ['FATAL', 'ERROR'])

const totals = { files: 0, verdict: 0, ids: 0, common: 0, line: 0, column: 0, faulted: 0, refused: 0 }
const byId = new Map<string, { official: number; own: number; filesOnlyOfficial: number; filesOnlyOwn: number }>()
const times: number[] = []
const differences: string[] = []

for (const { file, messages } of official) {
  const theirs = messages.filter(({ severity }) => wanted.has(severity)).map((said) => ({ ...said, path: innerPath(said.path) }))
  const ours = await check(file)
  const name = relative(corpus, file)
  totals.files++
  if (ours === undefined) totals.refused++
  const errors = ours ?? [{ id: 'refused', severity: 'FATAL', path: '', line: 0, column: 0 }]
  compare(name, theirs, errors)
}

async function check(file: string): Promise<Said[] | undefined> {
  const source = await openFile(file)
  try {
    const publication = await openPublication(source, { fileName: file, codec: nodeCodec })
    const before = performance.now()
    const messages = await checkPublication(publication, { schemas })
    times.push(performance.now() - before)
    return messages.filter(({ severity }) => wanted.has(severity))
  } catch (error) {
    if (error instanceof Error && error.name === 'BookRefused') return undefined
    throw error
  } finally {
    await source.close()
  }
}

/** EPUBCheck names the archive itself by its path on disk. */
function innerPath(path: string): string {
  return path.startsWith('/') ? '' : path
}

function compare(name: string, theirs: readonly Said[], ours: readonly Said[]) {
  const their = new Set(theirs.map(({ id }) => id))
  const our = new Set(ours.map(({ id }) => id))
  const sameVerdict = theirs.length > 0 === ours.length > 0
  if (sameVerdict) totals.verdict++
  else if (theirs.length === 0) totals.faulted++
  const onlyTheirs = [...their].filter((id) => !our.has(id))
  const onlyOurs = [...our].filter((id) => !their.has(id))
  if (onlyTheirs.length + onlyOurs.length === 0) totals.ids++
  for (const id of their.union(our)) {
    const row = byId.get(id) ?? { official: 0, own: 0, filesOnlyOfficial: 0, filesOnlyOwn: 0 }
    byId.set(id, row)
    row.official += theirs.filter((said) => said.id === id).length
    row.own += ours.filter((said) => said.id === id).length
    if (!our.has(id)) row.filesOnlyOfficial++
    if (!their.has(id)) row.filesOnlyOwn++
  }
  compareLines(name, theirs, ours)

  const counts = countDifferences(theirs, ours)
  if (onlyTheirs.length + onlyOurs.length > 0 || (values.show && counts.length > 0)) {
    const first = (list: readonly Said[], ids: readonly string[]) =>
      list
        .filter(({ id }) => ids.includes(id))
        .slice(0, 3)
        .map(
          ({ id, path, line, column, message, text }) =>
            `      ${id} ${path}(${line},${column}) ${(message ?? text ?? '').slice(0, 160)}`,
        )
    differences.push(
      [
        `${sameVerdict ? '  ' : '! '}${name}`,
        ...(onlyTheirs.length ? [`    missed: ${onlyTheirs.join(' ')}`, ...first(theirs, onlyTheirs)] : []),
        ...(onlyOurs.length ? [`    extra: ${onlyOurs.join(' ')}`, ...first(ours, onlyOurs)] : []),
        ...(values.show ? counts : []),
      ].join('\n'),
    )
  }
}

/** Places, taken as multisets per id and file. */
function compareLines(name: string, theirs: readonly Said[], ours: readonly Said[]) {
  const key = ({ id, path }: Said) => `${id} ${path}`
  const own = Map.groupBy(ours, key)
  for (const [group, said] of Map.groupBy(theirs, key)) {
    const left = [...(own.get(group) ?? [])]
    totals.common += Math.min(said.length, left.length)
    for (const one of said) {
      const line = Math.max(0, one.line)
      const at = left.findIndex((other) => other.line === line && other.column === Math.max(0, one.column))
      const near = at >= 0 ? at : left.findIndex((other) => other.line === line)
      if (near < 0) {
        if (values.places && left.length > 0)
          console.log(
            `line ${name} ${one.id} ${one.path} official ${one.line},${one.column}: ${one.message?.slice(0, 100)}; own ${left.map((other) => `${other.line},${other.column}`).slice(0, 3)}`,
          )
        continue
      }
      if (at < 0 && values.places)
        console.log(
          `column ${name} ${one.id} ${one.path} official ${one.line},${one.column}: ${one.message?.slice(0, 100)}; own ${left[near]!.column}`,
        )
      totals.line++
      if (at >= 0) totals.column++
      left.splice(near, 1)
    }
  }
}

function countDifferences(theirs: readonly Said[], ours: readonly Said[]): string[] {
  const key = ({ id, path, line }: Said) => `${id} ${path}:${Math.max(0, line)}`
  const count = (list: readonly Said[]) => new Map([...Map.groupBy(list, key)].map(([group, said]) => [group, said.length]))
  const a = count(theirs)
  const b = count(ours)
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((group) => (a.get(group) ?? 0) !== (b.get(group) ?? 0))
    .slice(0, 8)
    .map((group) => `    ${group} official ${a.get(group) ?? 0}, own ${b.get(group) ?? 0}`)
}

const share = (part: number, whole: number) => `${part}/${whole} = ${((100 * part) / whole).toFixed(2)} %`
console.log(differences.join('\n'))
console.log('\nid          official   own   files missed   files extra')
for (const [id, { official, own, filesOnlyOfficial, filesOnlyOwn }] of [...byId].sort(([a], [b]) => (a < b ? -1 : 1)))
  if (filesOnlyOfficial || filesOnlyOwn || official !== own)
    console.log(
      `${id.padEnd(12)}${String(official).padStart(8)}${String(own).padStart(6)}${String(filesOnlyOfficial).padStart(15)}${String(filesOnlyOwn).padStart(14)}`,
    )
times.sort((a, b) => a - b)
console.log(`
files            ${totals.files} (refused to open: ${totals.refused})
same verdict     ${share(totals.verdict, totals.files)}
same id set      ${share(totals.ids, totals.files)}
same line        ${share(totals.line, totals.common)}
line and column  ${share(totals.column, totals.common)}
sound but faulted ${totals.faulted}
time per book    median ${times[times.length >> 1]?.toFixed(1)} ms, largest ${times.at(-1)?.toFixed(0)} ms
memory           ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)

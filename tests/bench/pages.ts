import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { built } from '../../activities/demo/build.ts'
import { samples } from '../../activities/demo/samples.ts'
import { demoSampleIds } from '../../contract/calls/demo.ts'
import { createJudge } from '../../epub/node/judge.ts'
import { type RepairedFile, repairFile } from '../../epub/node/tasks.ts'
import type { CaseStudy, Measured, Sample } from '../../web/src/content/measured.ts'
import { memoirBook } from './memoir.ts'
import { root, table, writeSection } from './section.ts'

const file = join(root, 'web', 'src', 'content', 'measured.json')
const damage = join(root, '..', 'shared', 'corpus', 'damage')

const found = ({ report: { issues } }: RepairedFile) => issues.length
const left = ({ report: { issues } }: RepairedFile) => issues.filter(({ status }) => status !== 'fixed').length
const errors = (messages: RepairedFile['report']['before']['messages']) =>
  messages.filter(({ severity }) => severity === 'ERROR' || severity === 'FATAL').length
const rounded = (value: number, digits = 2) => Number(value.toFixed(digits))
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const names: Readonly<Record<string, string>> = {
  'broken-structure': 'Broken structure',
  'encoding-issues': 'Encoding issues',
  'calibre-export': 'Calibre export',
}

/** Measures what the public pages say of our own work and keeps it in `web/src/content/measured.json`. */
export async function benchPages() {
  const judge = createJudge()
  const folder = mkdtempSync(join(tmpdir(), 'bookmender-pages-'))
  async function mend(input: string) {
    const began = performance.now()
    const done = await repairFile({ input, output: join(folder, 'out.epub') }, { judge: judge?.check })
    return { done, seconds: (performance.now() - began) / 1000 }
  }
  async function mendBytes(bytes: Uint8Array) {
    const input = join(folder, 'in.epub')
    writeFileSync(input, bytes)
    // Once to warm up, as a service that runs is; the second time counts.
    await mend(input)
    return mend(input)
  }

  const measured: Sample[] = []
  for (const id of demoSampleIds) {
    const bytes = await built(samples[id])
    const { done, seconds } = await mendBytes(bytes)
    const { report } = done
    measured.push({
      id,
      name: names[id] ?? id,
      bytes: bytes.length,
      found: found(done),
      fixed: found(done) - left(done),
      seconds: rounded(seconds),
      before: errors(report.before.messages),
      after: errors(report.after.messages),
      lost: report.lost.length,
    })
  }

  const memoir = await memoirBook()
  const { done, seconds } = await mendBytes(memoir)
  const caseStudy: CaseStudy = {
    found: found(done),
    fixed: found(done) - left(done),
    left: left(done),
    seconds: rounded(seconds),
    words: done.report.words.before,
    wordsAfter: done.report.words.after,
    bytes: memoir.length,
    files: done.report.resources.before,
    valid: done.report.outcome === 'valid',
  }

  const before = JSON.parse(readFileSync(file, 'utf8')) as Measured
  const times: number[] = []
  const books = existsSync(damage) ? readdirSync(damage).filter((name) => name.endsWith('.epub')) : []
  for (const name of books) {
    const path = join(damage, name)
    if (statSync(path).size > 0) times.push((await mend(path)).seconds)
  }
  await judge?.close()
  rmSync(folder, { recursive: true, force: true })

  const result: Measured = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown processor'}`.replace(/ \d+-Core Processor/, ''),
    typicalSeconds: times.length > 0 ? rounded(median(times)) : before.typicalSeconds,
    books: times.length > 0 ? times.length : before.books,
    samples: measured,
    caseStudy,
  }
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  writeSection(
    'pages',
    'What the public pages say',
    `${table(
      ['book', 'found', 'fixed', 'errors before', 'errors after', 'parts lost', 'seconds'],
      [
        ...measured.map((row) => [row.name, row.found, row.fixed, row.before, row.after, row.lost, row.seconds]),
        [
          'Memoir of the case study',
          caseStudy.found,
          caseStudy.fixed,
          '',
          caseStudy.left,
          caseStudy.words - caseStudy.wordsAfter,
          caseStudy.seconds,
        ],
      ],
    )}

One repair in one process, both official checks included, the second time. Median over ${result.books} damaged books of the corpus:
${result.typicalSeconds} s. The pages read these figures from \`web/src/content/measured.json\`, which this benchmark writes.`,
  )
  console.log(JSON.stringify(result, null, 2))
}

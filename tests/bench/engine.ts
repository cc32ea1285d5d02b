import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeCodec } from '../../epub/node/codec.ts'
import { openPublication } from '../../epub/ocf/open.ts'
import { packageOf } from '../../epub/package/package.ts'
import type { Publication } from '../../epub/publication.ts'
import { fromBytes } from '../../epub/source.ts'
import { innerText, localName } from '../../epub/xml.ts'
import { type CorpusRun, corpus, fixFolder, type Row, repairedCorpus, work } from './corpus.ts'
import { largeBook } from './large-book.ts'
import { benchRepair } from './repair.ts'
import { commitNow, table, writeSection } from './section.ts'
import { median, speed } from './speed.ts'

interface Part {
  readonly commit: string
  readonly text: string
}

const partsFile = join(work, 'engine.json')

/**
 * Measures what the engine leaves of the books it saves, that it repeats itself, and how fast it is; writes the section `engine`.
 * With words, only those parts are measured, `left` and `repeats` on what the last run over the corpus gave; the others stay.
 */
export async function benchEngine(words: readonly string[]) {
  const measures: Readonly<Record<string, () => string | Promise<string>>> = {
    left: () => quality(words.length > 0 ? repairedCorpus() : benchRepair()),
    repeats: () => repeats(repairedCorpus()),
    speed,
    large: largeBook,
  }
  mkdirSync(work, { recursive: true })
  const parts: Record<string, Part> = existsSync(partsFile) ? JSON.parse(readFileSync(partsFile, 'utf8')) : {}
  for (const [name, measure] of Object.entries(measures)) {
    if (words.length > 0 && !words.includes(name)) continue
    const commit = name === 'left' || name === 'repeats' ? undefined : commitNow()
    const text = await measure()
    parts[name] = { commit: commit ?? repairedCorpus().commit, text }
    console.log(`${text}\n`)
    writeFileSync(partsFile, JSON.stringify(parts))
    const told = Object.keys(measures).flatMap((one) =>
      parts[one] ? [`${parts[one].text}\n\n(Commit ${parts[one].commit}.)`] : [],
    )
    writeSection('engine', 'What the engine leaves, and what it costs', told.join('\n\n'))
  }
}

const fold = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

const open = (path: string) => openPublication(fromBytes(readFileSync(path)), { fileName: path, codec: nodeCodec })

/** Names and texts of the Dublin Core elements that hold anything. */
const dublinCore = (publication: Publication) =>
  packageOf(publication)
    ?.metas('*')
    // EPUB 3 has one dc:date; the others are said as terms
    .filter(({ name, attribs }) => /^dc:/i.test(name) || /^dcterms:(?:date|created|issued)$/.test(attribs.property ?? ''))
    .map((element) => ({
      name: /^dc:/i.test(element.name) ? localName(element).toLowerCase() : 'date',
      text: fold(innerText(element)),
    }))
    .filter(({ text }) => text !== '') ?? []

async function quality({ rows, told, outputs }: CorpusRun): Promise<string> {
  const saved = rows.filter((row) => row.saved && row.family !== 'clean')
  const lost: string[] = []
  const reworded: string[] = []
  let elements = 0
  for (const { id } of saved) {
    const before = dublinCore(await open(join(corpus, `${id}.epub`)))
    const after = dublinCore(await open(join(outputs, `${id}.epub`)))
    elements += before.length
    const left = [...after]
    for (const { name, text } of before) {
      const same = left.findIndex((one) => one.name === name && one.text === text)
      const at = same >= 0 ? same : left.findIndex((one) => one.name === name)
      if (at < 0) lost.push(`${id}: ${name} “${text.slice(0, 60)}”`)
      else if (same < 0) reworded.push(`${name}: ${text.slice(0, 40)} → ${left[at]!.text.slice(0, 40)}`)
      if (at >= 0) left.splice(at, 1)
    }
  }
  const untouched = await sameEntries(
    saved.filter(({ family }) => family === 'damage'),
    outputs,
  )
  const emergency = told.filter(({ engine, changed }) => engine === 'emergency' && changed).length
  const share = (part: number, of: number) => `${((100 * part) / of).toFixed(2)} % (${part} of ${of})`
  return `${table(
    ['measure, over all SAVED books that were broken', 'figure', 'bound'],
    [
      ['median `structure`', median(saved.flatMap(({ structure }) => structure ?? [])).toFixed(4), '≥ 0.995'],
      ['median `extra`', median(saved.flatMap(({ extra }) => extra ?? [])).toFixed(4), '≤ 0.005'],
      ['`dc:*` elements that are still there', share(elements - lost.length, elements), 'all'],
      ['of them with the very same text', share(elements - lost.length - reworded.length, elements), ''],
      ['made by the emergency engine', share(emergency, told.filter(({ changed }) => changed).length), '≤ 5 %'],
      [
        'entries that the fault did not touch and that are byte-identical (`damage`)',
        share(untouched.same, untouched.all),
        '≥ 95 %',
      ],
      ['the same, median of the books', `${(100 * untouched.median).toFixed(1)} %`, ''],
    ],
  )}${lost.length > 0 ? `\n\nLost: ${lost.slice(0, 20).join('; ')}.` : ''}

What is said otherwise: ${summed(reworded)}.`
}

const summed = (list: readonly string[]) =>
  [...Map.groupBy(list, (one) => one.split(':')[0]!)]
    .map(([name, all]) => `${name} ${all.length} (${all[0]!.slice(name.length + 2)})`)
    .join(', ')

/** Entries that stand in the damaged book as in the original: how many stand in the repaired one with the same bytes, under any name. */
async function sameEntries(saved: readonly Row[], outputs: string) {
  const { cases } = JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8')) as {
    cases: { id: string; truth?: string }[]
  }
  const truths = new Map(cases.map(({ id, truth }) => [id, truth]))
  const bytesOf = async (path: string) => {
    const publication = await open(path)
    const entries = new Map<string, string>()
    for (const resource of publication.resources.values())
      entries.set(resource.path, Buffer.from(await resource.load()).toString('latin1'))
    return entries
  }
  const known = new Map<string, Map<string, string>>()
  const shares: number[] = []
  let same = 0
  let all = 0
  for (const { id } of saved) {
    const truth = truths.get(id)
    if (!truth) continue
    const original = known.get(truth) ?? (await bytesOf(join(corpus, truth)))
    known.set(truth, original)
    const given = await bytesOf(join(corpus, `${id}.epub`))
    const after = await bytesOf(join(outputs, `${id}.epub`))
    const anywhere = new Set(after.values())
    const intact = [...given].filter(([path, bytes]) => original.get(path) === bytes)
    const kept = intact.filter(([path, bytes]) => after.get(path) === bytes || anywhere.has(bytes)).length
    same += kept
    all += intact.length
    if (intact.length > 0) shares.push(kept / intact.length)
  }
  return { same, all, median: median(shares) }
}

/** Repairs what was repaired, and a part of the corpus once more. */
function repeats({ told, outputs }: CorpusRun): string {
  const again = ['damage', 'wild', 'epubcheck'].flatMap((family) => fixFolder(join(outputs, family), join(work, 'again', family)))
  const moved = again.filter(({ sha256Before, sha256After }) => sha256Before !== sha256After)
  const first = new Map(told.map(({ file, sha256After }) => [file, sha256After]))
  const other = fixFolder(join(corpus, 'wild'), join(work, 'once-more'))
  const differing = other.filter(({ file, sha256After }) => first.get(file) !== sha256After)
  return `${table(
    ['measure', 'figure', 'bound'],
    [
      ['outputs that a second `fix` changes', `${moved.length} of ${again.length}`, '0'],
      ['books of `wild` that come out otherwise when repaired in another process', `${differing.length} of ${other.length}`, '0'],
    ],
  )}${moved.length > 0 ? `\n\nChanged again: ${moved.map(({ file }) => `\`${file.slice(outputs.length + 1)}\``).join(', ')}.` : ''}`
}

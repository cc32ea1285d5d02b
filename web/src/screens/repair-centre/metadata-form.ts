import type { BookMetadata, Creator, MetadataEdits } from '../../../../contract/metadata.ts'

/** A line of the list of creators; the key stays with it while it is typed. */
export interface TypedCreator extends Required<Creator> {
  readonly key: number
}

/** The form as it is typed: text everywhere. */
export interface MetadataFields {
  readonly title: string
  readonly creators: readonly TypedCreator[]
  readonly language: string
  readonly identifier: string
  readonly publisher: string
  readonly date: string
  readonly description: string
  readonly series: string
  readonly position: string
  /** One on each line. */
  readonly subjects: string
}

export const fieldsOf = (about: BookMetadata): MetadataFields => ({
  title: about.title ?? '',
  creators: about.creators.map(({ name, role = '', fileAs = '' }, key) => ({ key, name, role, fileAs })),
  language: about.language ?? '',
  identifier: about.identifier ?? '',
  publisher: about.publisher ?? '',
  date: about.date ?? '',
  description: about.description ?? '',
  series: about.series?.name ?? '',
  position: about.series?.position === undefined ? '' : String(about.series.position),
  subjects: about.subjects.join('\n'),
})

const plain = ['title', 'language', 'identifier', 'publisher', 'date', 'description'] as const
const nullable = new Set<string>(['publisher', 'date', 'description'])

const creatorsOf = ({ creators }: MetadataFields): Creator[] =>
  creators
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, role, fileAs }) => ({
      name: name.trim(),
      ...(role && { role }),
      ...(fileAs.trim() && { fileAs: fileAs.trim() }),
    }))

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const seriesOf = ({ series, position }: MetadataFields) => {
  if (series.trim() === '') return null
  const number = Number(position.replace(',', '.'))
  return { name: series.trim(), ...(position.trim() !== '' && Number.isFinite(number) && { position: number }) }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What differs between the book and the form; undefined where nothing does. */
export function editsOf(before: MetadataFields, after: MetadataFields): MetadataEdits | undefined {
  const edits: Record<string, unknown> = {}
  for (const name of plain)
    if (before[name].trim() !== after[name].trim())
      edits[name] = after[name].trim() === '' && nullable.has(name) ? null : after[name].trim()
  if (!isSame(creatorsOf(before), creatorsOf(after))) edits.creators = creatorsOf(after)
  if (!isSame(linesOf(before.subjects), linesOf(after.subjects))) edits.subjects = linesOf(after.subjects)
  if (!isSame(seriesOf(before), seriesOf(after))) edits.series = seriesOf(after)
  return Object.keys(edits).length > 0 ? (edits as MetadataEdits) : undefined
}

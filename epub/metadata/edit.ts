import type { Codec } from '../ocf/codec.ts'
import { openPublication } from '../ocf/open.ts'
import { writePublication } from '../ocf/write.ts'
import { type PackageDocument, packageOf } from '../package/package.ts'
import { applyPatches, type Patch } from '../patch.ts'
import type { Publication } from '../publication.ts'
import { rangesOf, type Source } from '../source.ts'
import { syntaxFaultOf } from '../xml.ts'
import { tidyEdits } from './asked.ts'
import { withCover } from './cover.ts'
import {
  setCreatorDetail,
  setCreators,
  setDate,
  setLanguage,
  setModified,
  setOne,
  setSeries,
  setSubjects,
  setTitle,
} from './fields.ts'
import { setIdentifier, setScheme } from './identifier.ts'
import { BadMetadata, type BookMetadata, type MetadataEdits } from './metadata.ts'
import { metadataOf } from './read.ts'

export interface EditOptions {
  readonly fileName?: string
  /** zlib in Node; plain TypeScript where none is given. */
  readonly codec?: Codec
  /** Written as the time of the last change (EPUB 3); left as it is where none is given, so that no clock is asked. */
  readonly modified?: Date
}

export interface EditResult {
  /** As the book says it now. */
  readonly metadata: BookMetadata
  readonly changed: boolean
  /** The edited book in order of its bytes; the source itself when nothing was changed. */
  readonly parts: AsyncIterable<Uint8Array>
}

type Step = (book: PackageDocument, publication: Publication) => readonly Patch[] | Promise<readonly Patch[]>

const given = <T>(value: T | undefined, step: (value: T) => Step): Step[] => (value === undefined ? [] : [step(value)])

function stepsFor(edits: MetadataEdits): Step[] {
  const { title, creators, language, identifier, publisher, date, description, series, subjects } = edits
  // each detail that changes is a step of its own, since each gives out ids of its own
  const details = (creators ?? []).flatMap(() => [
    (book: PackageDocument) => setCreatorDetail(book, creators!, 'role'),
    (book: PackageDocument) => setCreatorDetail(book, creators!, 'file-as'),
  ])
  return [
    ...given(identifier, (value) => (book, publication) => setIdentifier(publication, book, value)),
    ...given(title, (value) => (book) => setTitle(book, value)),
    ...given(creators, (value) => (book) => setCreators(book, value)),
    ...details,
    ...given(language, (value) => (book) => setLanguage(book, value)),
    ...given(publisher, (value) => (book) => setOne(book, 'publisher', value)),
    ...given(date, (value) => (book) => setDate(book, value)),
    ...given(description, (value) => (book) => setOne(book, 'description', value)),
    ...given(subjects, (value) => (book) => setSubjects(book, value)),
    ...given(series, (value) => (book) => setSeries(book, value)),
  ]
}

/** The publication with other metadata; the very same object where nothing differs. Throws `BadMetadata`. */
export async function withMetadata(
  publication: Publication,
  edits: MetadataEdits,
  { modified }: Pick<EditOptions, 'modified'> = {},
): Promise<Publication> {
  const asked = tidyEdits(edits)
  const first = packageOf(publication)
  if (!first?.metadata || !first.manifest || syntaxFaultOf(first.resource))
    throw new BadMetadata('book', 'The package document of this book cannot be read. Repair the book first.')

  let current = publication
  const take = async (step: Step) => {
    current = applyPatches(current, await step(packageOf(current)!, current))
  }
  for (const step of stepsFor(asked)) await take(step)
  if (asked.identifier !== undefined && asked.identifier !== metadataOf(publication)?.identifier)
    await take((book) => setScheme(book, asked.identifier!))
  if (asked.cover && !(await isCover(current, asked.cover))) current = await withCover(current, asked.cover)
  if (isSame(publication, current)) return publication
  if (modified) await take((book) => setModified(book, modified))
  return current
}

const isSame = (before: Publication, after: Publication) =>
  before.resources.size === after.resources.size &&
  [...before.resources].every(([path, resource]) => after.resources.get(path) === resource)

async function isCover(publication: Publication, picture: Uint8Array): Promise<boolean> {
  const resource = publication.resources.get(metadataOf(publication)?.cover?.path ?? '')
  if (resource?.size !== picture.length) return false
  const bytes = resource.bytes ?? (await resource.load())
  return bytes.every((byte, at) => byte === picture[at])
}

/** What a book says of itself. Throws `BookRefused` for what is no book, `BadMetadata` where it has no package document. */
export async function readMetadata(
  source: Source,
  { fileName, codec }: Omit<EditOptions, 'modified'> = {},
): Promise<BookMetadata> {
  const metadata = metadataOf(await openPublication(source, { fileName, codec }))
  if (!metadata) throw new BadMetadata('book', 'This book has no package document. Repair it first.')
  return metadata
}

/**
 * Changes what a book says of itself and nothing else: entries that do not hold metadata are copied as they were packed.
 * Throws `BookRefused` for what is no book, `BadMetadata` for what cannot be written.
 */
export async function editMetadata(source: Source, edits: MetadataEdits, options: EditOptions = {}): Promise<EditResult> {
  const { fileName, codec } = options
  const opened = await openPublication(source, { fileName, codec })
  const edited = await withMetadata(opened, edits, options)
  const changed = edited !== opened
  return {
    metadata: metadataOf(edited)!,
    changed,
    parts: changed ? writePublication(edited, source, { codec }) : rangesOf(source),
  }
}

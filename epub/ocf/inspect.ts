import { type ArchiveDefect, textOf } from '../publication.ts'
import type { Source } from '../source.ts'
import { type OpenOptions, openPublication } from './open.ts'

export interface Inspection {
  readonly entries: number
  /** Unpacked. */
  readonly bytes: number
  readonly defects: readonly ArchiveDefect[]
  /** As the package document says; undefined where none does. */
  readonly version?: string
  /** A protected book is refused, so that what is inspected is never one. */
  readonly drm: false
}

/** What an archive is, without repairing anything; throws `BookRefused` as `openPublication` does. */
export async function inspect(source: Source, options: OpenOptions = {}): Promise<Inspection> {
  const { resources, defects } = await openPublication(source, options)
  const files = [...resources.values()]
  const packageDocument = files.find(({ path }) => /\.opf$/i.test(path))
  const version = packageDocument && /<[\w:]*package\b[^>]*?\sversion\s*=\s*["']([^"']*)["']/.exec(textOf(packageDocument))?.[1]
  return { entries: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0), defects, version, drm: false }
}

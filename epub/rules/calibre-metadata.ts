import { append, dropElement, found, prefixOf, type TextPatch } from '../package/edit.ts'
import { idsOf } from '../package/ids.ts'
import { packageOf } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import { type Element, escapeXml } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** What calibre keeps for itself and no reading app reads. Tags of the user's own columns stay where they hold something. */
const bookkeeping = /^calibre:(timestamp|rating|title_sort|author_link_map|user_categories|publication_type|primary_book)$/
const bookmarks = 'META-INF/calibre_bookmarks.txt'

/** Calibre's own notes go; the series is said the way of EPUB 3 (section 5.5.6), and nothing else of it is lost. */
export const calibreMetadata = defineRule({
  id: 'calibre-metadata',
  feature: 19,
  answers: [{ id: 'CAL-7' }, { id: 'OPF-028' }],
  class: 'ask',
  why: 'Notes of the program that made the book were left in it.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata) return []
    const { resource, metadata, version } = book
    const metas = book.metas('meta')
    const named = (name: string) => metas.find(({ attribs }) => attribs.name === name && attribs.content?.trim())
    const gone = metas.filter(({ attribs }) => bookkeeping.test(attribs.name ?? '') || isEmptyColumn(attribs))
    const patches: Patch[] = gone.map((meta) => dropElement(resource, meta))
    const series = version === '3.0' ? named('calibre:series') : undefined
    if (series) {
      const told = metas.some(({ attribs }) => attribs.property?.trim() === 'belongs-to-collection')
      const index = named('calibre:series_index')
      const all = metas.filter(({ attribs }) => /^calibre:series(_index)?$/.test(attribs.name ?? ''))
      patches.push(...all.map((meta) => dropElement(resource, meta)))
      if (!told) patches.push(collection(series.attribs.content!.trim(), index?.attribs.content?.trim()))
    }
    if (publication.resources.has(bookmarks)) patches.push({ kind: 'remove', path: bookmarks })
    const note = 'What calibre noted for itself is taken out; the series stays.'
    return patches.length > 0 ? [found(resource, patches, { note })] : []

    function collection(name: string, position: string | undefined): TextPatch {
      const prefix = prefixOf(metadata as Element)
      const id = idsOf(book!).fresh('series')
      const refine = (property: string, value: string) =>
        `<${prefix}meta refines="#${id}" property="${property}">${escapeXml(value)}</${prefix}meta>`
      return append(
        resource,
        metadata!,
        `<${prefix}meta property="belongs-to-collection" id="${id}">${escapeXml(name)}</${prefix}meta>`,
        refine('collection-type', 'series'),
        ...(position && /^\d+(\.\d+)*$/.test(position) ? [refine('group-position', position.replace(/\.0+$/, ''))] : []),
      )
    }
  },

  fix: carriedPatches,
})

/** A column of the user's own that says nothing of this book. */
function isEmptyColumn({ name, content }: Record<string, string>) {
  if (!name?.startsWith('calibre:user_metadata:')) return false
  try {
    const value = (JSON.parse(content ?? '') as Record<string, unknown>)['#value#']
    return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  } catch {
    return false
  }
}

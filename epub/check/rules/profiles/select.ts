import type { Book } from '../../book.ts'
import type { DocumentKind } from '../../documents.ts'
import type { Item } from '../../package/item.ts'
import type { Rule } from '../tree.ts'
import { dataNavigation } from './data-navigation.ts'
import { dictionaryDocument, dictionaryPackage } from './dictionary.ts'
import { edupubDocument, edupubPackage } from './edupub.ts'
import { indexDocument, indexStructure } from './indexes.ts'
import { previewPackage } from './preview.ts'

type Publication = Pick<Book, 'profile' | 'types'>

const extended = (kind: DocumentKind, sets: Readonly<Record<string, readonly Rule[]>>): DocumentKind => {
  const names = Object.keys(sets)
  if (names.length === 0) return kind
  return { ...kind, name: `${kind.name} ${names.join(' ')}`, rules: [...(kind.rules ?? []), ...Object.values(sets).flat()] }
}

/** A kind of document with the rules that the publication's type or the item's properties add. */
export function withProfile(kind: DocumentKind, { profile, types }: Publication, item: Item): DocumentKind {
  const isReflowable = !item.fixedLayout && item.spine !== undefined && item.linear
  const isXhtml = item.mediaType === 'application/xhtml+xml'
  const isIndex = item.properties.has('index') || item.inIndex || (!item.isNav && (profile === 'idx' || types.has('index')))
  const isEdupub = (profile === 'edupub' || types.has('edupub')) && isReflowable
  return extended(kind, {
    ...(isXhtml && (profile === 'dict' || types.has('dictionary')) && { dictionary: dictionaryDocument }),
    ...(isXhtml && isEdupub && { edupub: edupubDocument }),
    ...(isXhtml && (isEdupub || isIndex) && { index: indexStructure }),
    ...(isXhtml && isIndex && { 'whole-index': indexDocument }),
    ...(!item.isNav && item.properties.has('data-nav') && { 'data-nav': dataNavigation }),
  })
}

/** The package document with the rules of the publication's type. */
export const packageWithProfile = (kind: DocumentKind, { profile, types }: Publication): DocumentKind =>
  extended(kind, {
    ...((profile === 'dict' || types.has('dictionary')) && { dictionary: dictionaryPackage }),
    ...((profile === 'edupub' || types.has('edupub')) && { edupub: edupubPackage }),
    ...((profile === 'preview' || types.has('preview')) && { preview: previewPackage }),
  })

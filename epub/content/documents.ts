import { extensionOf } from '../href.ts'
import { mappingOf } from '../package/locate.ts'
import { packageOf } from '../package/package.ts'
import { decoded, type Publication, type Resource, remembered, textOf } from '../publication.ts'
import { type Element, isTag, type SyntaxFault, syntaxFaultOf, treeOf } from '../xml.ts'
import { xhtmlDoctype } from './entities.ts'

/** What a file is to the content rules: pages, drawings, style sheets, or any other XML dialect. */
export type ContentKind = 'xhtml' | 'svg' | 'css' | 'xml'

const byExtension: Readonly<Record<string, ContentKind>> = {
  xhtml: 'xhtml',
  html: 'xhtml',
  htm: 'xhtml',
  xht: 'xhtml',
  svg: 'svg',
  css: 'css',
  opf: 'xml',
  ncx: 'xml',
  smil: 'xml',
  pls: 'xml',
  xpgt: 'xml',
}

/** By name, and for `.xml` and unknown names by the first element; undefined for what holds no markup or style. */
export const contentKind = remembered<Resource, ContentKind | undefined>((resource) => {
  if (!resource.bytes || /^(?:__MACOSX\/|META-INF\/)/.test(resource.path)) return undefined
  const extension = extensionOf(resource.path)
  const known = byExtension[extension]
  if (known) return known
  if (/^(?:js|mjs|json|txt|md|ent|dtd|vtt|srt)$/.test(extension)) return undefined
  const head = textOf(resource).slice(0, 2048)
  if (/<(?:\w+:)?html[\s>]/i.test(head)) return 'xhtml'
  if (/<(?:\w+:)?svg[\s>]/.test(head) && !/<(?:\w+:)?(?!svg)\w+[\s>][\s\S]*<(?:\w+:)?svg/.test(head)) return 'svg'
  return extension === 'xml' || /^\s*<\?xml/.test(head) ? 'xml' : undefined
})

/** Files of these kinds, in archive order; the map of several renditions is no page. */
export function* contentOf(publication: Publication, ...kinds: readonly ContentKind[]): Generator<Resource> {
  const mapping = mappingOf(publication)?.mapping
  for (const resource of publication.resources.values()) {
    if (resource === mapping) continue
    const kind = contentKind(resource)
    if (kind && kinds.includes(kind)) yield resource
  }
}

/** Every XHTML page of the book. */
export const pagesOf = (publication: Publication) => contentOf(publication, 'xhtml')

/** Whether the rules of EPUB 3 hold for the book's content. */
export const isVersion3 = (publication: Publication) => (packageOf(publication)?.version ?? '3.0') === '3.0'

/** First title of the book, for pages that have none. */
export const bookTitle = (publication: Publication) => packageOf(publication)?.titles[0]

/** Language tags of the book, lower case, as written. */
export const bookLanguages = (publication: Publication) =>
  (packageOf(publication)?.languages ?? []).map((language) => language.toLowerCase())

/** The root element of a page; undefined where the first element is another. */
export function rootOf(resource: Resource): Element | undefined {
  return treeOf(resource).children.find(isTag)
}

/** Whether `&nbsp;` and its like mean something here without a declaration. */
export const knowsEntities = remembered<Resource, boolean>((resource) => xhtmlDoctype.test(textOf(resource).slice(0, 4096)))

/** Where a strict parser stops. */
export const faultOf = (resource: Resource): SyntaxFault | undefined => syntaxFaultOf(resource)

/** Whether a page has bytes that are no letters in the encoding it declares. */
export const hasUnreadablePage = (publication: Publication) => {
  for (const resource of pagesOf(publication)) if (decoded(resource).malformed) return true
  return false
}

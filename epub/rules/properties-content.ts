import { isRemote } from '../href.ts'
import { dropAttribute, found, setAttribute } from '../package/edit.ts'
import { lookup } from '../package/lookup.ts'
import { isImage } from '../package/media-types.ts'
import { namespaceOf } from '../package/namespace.ts'
import { type ManifestItem, packageOf } from '../package/package.ts'
import { type Publication, type Resource, remembered } from '../publication.ts'
import { referencesOf } from '../references.ts'
import { childElements, findElements, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Properties that follow from what stands in the file (EPUB 3.3 appendix D.6.1). */
const computed = ['mathml', 'remote-resources', 'scripted', 'svg', 'switch']
/** Properties that name a part of the book, and what may play it. */
const parts: Readonly<Record<string, (item: ManifestItem) => boolean>> = {
  nav: ({ mediaType }) => mediaType === 'application/xhtml+xml',
  'data-nav': ({ mediaType }) => mediaType === 'application/xhtml+xml',
  'cover-image': ({ mediaType }) => isImage(mediaType),
  dictionary: ({ mediaType }) => mediaType === 'application/xhtml+xml' || mediaType === 'application/vnd.epub.search-key-map+xml',
  glossary: ({ mediaType }) => mediaType === 'application/xhtml+xml' || mediaType === 'application/vnd.epub.search-key-map+xml',
  index: ({ mediaType }) => mediaType === 'application/xhtml+xml',
  'search-key-map': ({ mediaType }) => mediaType === 'application/vnd.epub.search-key-map+xml',
}

const isScriptType = (type: string | undefined) =>
  !type?.trim() ||
  /^(text|application)\/(x-)?(java|ecma|j|live)script(1\.\d)?\b/i.test(type.trim()) ||
  type.trim().toLowerCase() === 'module'

/** Loads something from the web that is not just a link to it. */
const isRemoteResource = ({ value, kind, element }: ReturnType<typeof referencesOf>[number]) =>
  isRemote(value) &&
  /^(https?:)?\/\//i.test(value) &&
  !(kind === 'href' && /^(a|area)$/.test(element)) &&
  !/^(cite|longdesc|action|formaction|background)$/.test(kind) &&
  element !== 'base'

/** What the content of a file asks to be declared. */
export const needsOf = remembered((resource: Resource): ReadonlySet<string> => {
  const needs = new Set<string>()
  if (!resource.bytes) return needs
  if (referencesOf(resource).some(isRemoteResource)) needs.add('remote-resources')
  if (
    !/<html[\s>]|<svg[\s>]|:(html|svg)[\s>]/i.test(
      resource.bytes.length > 0 ? new TextDecoder().decode(resource.bytes.subarray(0, 8192)) : '',
    )
  )
    return needs
  const root = treeOf(resource)
  const page = childElements(root).some((one) => localName(one) === 'html')
  for (const element of findElements(root, '*')) {
    const name = localName(element)
    if (name === 'svg' && page) needs.add('svg')
    if (name === 'math') needs.add('mathml')
    if (name === 'switch' && namespaceOf(element) === 'http://www.idpf.org/2007/ops') needs.add('switch')
    if ((name === 'script' && isScriptType(element.attribs.type)) || name === 'form') needs.add('scripted')
    for (const [attribute, value] of Object.entries(element.attribs))
      if (/^on[a-z]+$/.test(attribute) || (/(^|:)href$/.test(attribute) && /^\s*javascript:/i.test(value))) needs.add('scripted')
  }
  return needs
})

/** An item declares what its file holds, no more and no less: scripts, drawings, formulas, things from the web. */
export const propertiesContent = defineRule({
  id: 'properties-content',
  feature: 21,
  answers: [{ id: 'OPF-014' }, { id: 'OPF-015' }, { id: 'OPF-012' }, { id: 'OPF-018' }, { id: 'OPF-027' }],
  class: 'auto',
  follows: true,
  why: 'The parts list did not say what its pages contain, so some reading apps switched it off.',

  detect(publication) {
    const book = packageOf(publication)
    if (book?.version !== '3.0') return []
    return book.items.flatMap((item) => {
      const after = propertiesFor(publication, item)
      if (after.join(' ') === item.properties.join(' ')) return []
      return [
        found(
          book.resource,
          after.length > 0
            ? setAttribute(book.resource, item.element, 'properties', after.join(' '))
            : dropAttribute(book.resource, item.element, 'properties'),
        ),
      ]
    })
  },

  fix: carriedPatches,
})

function propertiesFor(publication: Publication, item: ManifestItem): readonly string[] {
  const resource = publication.resources.get(item.path ?? '')
  if (item.remote) return item.properties
  const isDocument = item.mediaType === 'application/xhtml+xml' || item.mediaType === 'image/svg+xml'
  const mayLoad =
    isDocument ||
    /^(text\/css|application\/smil\+xml|text\/javascript|application\/(javascript|ecmascript))$/.test(item.mediaType ?? '')
  const needs = resource ? needsOf(resource) : undefined
  const kept = [...new Set(item.properties)].filter((property) => {
    if (computed.includes(property)) {
      if (property === 'remote-resources')
        return mayLoad && (needs?.has(property) || item.properties.includes('scripted') || needs?.has('scripted') || false)
      return isDocument && (needs ? needs.has(property) : true)
    }
    const fits = lookup(parts, property)
    if (fits) return fits(item)
    return property.includes(':') && !/^(rendition|page-spread)/.test(property)
  })
  if (!needs) return kept
  const missing = computed.filter(
    (property) => needs.has(property) && !kept.includes(property) && (property === 'remote-resources' ? mayLoad : isDocument),
  )
  return [...kept, ...missing]
}

import { append, clearWords, dropElement, found, insertAfter, prefixOf, replaceText, setContent } from '../package/edit.ts'
import { type PackageDocument, packageOf } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import { textOf } from '../publication.ts'
import { childElements, contentSpan, type Element, elementSpan, findElements, isText, localName } from '../xml.ts'
import { dcNamespace } from './package-namespace.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const order = ['metadata', 'manifest', 'spine', 'tours', 'guide', 'bindings', 'collection']
const rank = (element: Element) => order.indexOf(localName(element))

/** Three sections must be there, each once and in this order (EPUB 3.3 section 5.4); loose words between them mean nothing. */
export const packageStructure = defineRule({
  id: 'package-structure',
  feature: 3,
  answers: [{ id: 'RSC-005', text: /not allowed (here|yet|anywhere)|incomplete|text not allowed|missing required/ }],
  class: 'auto',
  why: 'A section of the book description was missing, doubled or out of place.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    return merged(book) ?? missing(book) ?? ordered(book) ?? stray(book)
  },

  fix: carriedPatches,
})

function merged({ resource, element }: PackageDocument): Finding[] | undefined {
  for (const name of ['metadata', 'manifest', 'spine', 'guide']) {
    const [first, ...more] = childElements(element, name)
    if (!first || more.length === 0) continue
    const source = textOf(resource)
    const inner = more.map((one) => source.slice(...(contentSpan(source, one) ?? [0, 0])).trim()).filter(Boolean)
    const patches: Patch[] = more.map((one) => dropElement(resource, one))
    if (inner.length > 0) patches.unshift(append(resource, first, inner.join('\n')))
    return [found(resource, patches)]
  }
  return undefined
}

function missing(book: PackageDocument): Finding[] | undefined {
  const { resource, element, metadata, manifest, spine } = book
  const prefix = prefixOf(element)
  const section = (name: string, attributes = '') => `<${prefix}${name}${attributes}></${prefix}${name}>`
  const before = (name: string) => {
    const earlier = childElements(element).filter((one) => rank(one) >= 0 && rank(one) < order.indexOf(name))
    return earlier.at(-1)
  }
  const patches: Patch[] = []
  const put = (name: string, attributes = '') => {
    const neighbour = before(name)
    const first = childElements(element)[0]
    const xml = section(name, attributes)
    if (neighbour) patches.push(insertAfter(resource, neighbour, xml))
    else if (first) patches.push(replaceText(resource, [first.startIndex!, first.startIndex!], `${xml}\n`))
    else patches.push(append(resource, element, xml))
  }
  if (!metadata) put('metadata', element.attribs['xmlns:dc'] ? '' : ` xmlns:dc="${dcNamespace}"`)
  if (!manifest) put('manifest')
  if (!spine) put('spine')
  return patches.length > 0 ? [found(resource, patches)] : undefined
}

function ordered({ resource, element }: PackageDocument): Finding[] | undefined {
  const source = textOf(resource)
  const sections = childElements(element).filter((one) => rank(one) >= 0)
  const sorted = [...sections].sort((a, b) => rank(a) - rank(b))
  if (sections.every((one, index) => one === sorted[index])) return undefined
  const patches = sections.flatMap((slot, index) =>
    slot === sorted[index] ? [] : [replaceText(resource, elementSpan(slot), source.slice(...elementSpan(sorted[index]!)))],
  )
  return [found(resource, patches)]
}

/** Words where only elements may stand, and whatever stands inside the elements that are always empty. */
function stray({ resource, element }: PackageDocument): Finding[] {
  const findings: Finding[] = []
  const holders = [element, ...childElements(element).filter((one) => rank(one) >= 0)]
  for (const holder of [...holders, ...findElements(element, 'dc-metadata'), ...findElements(element, 'x-metadata')])
    for (const node of holder.children) {
      const patch = clearWords(resource, node)
      if (patch) findings.push(found(resource, patch))
    }
  for (const name of ['item', 'itemref', 'reference'])
    for (const empty of findElements(element, name))
      if (childElements(empty).length === 0 && empty.children.some((node) => isText(node) && /[^ \t\r\n]/.test(node.data)))
        findings.push(found(resource, setContent(resource, empty, '')))
  return findings
}

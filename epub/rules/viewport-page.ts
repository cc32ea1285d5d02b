import { append, dropElement, found, insertBefore, setAttribute } from '../package/edit.ts'
import { fixedPages, headOf, likelySize, sizeIn, viewportsOf } from '../package/fixed-layout.ts'
import { packageOf } from '../package/package.ts'
import { childElements } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** A page of fixed layout says its size (EPUB 3.3 section 8.2.2.6): what it says is kept, what is missing is taken from its picture or its sisters. */
export const viewportPage = defineRule({
  id: 'viewport-page',
  feature: 28,
  answers: [
    { id: 'HTM-046' },
    { id: 'HTM-047' },
    { id: 'HTM-056' },
    { id: 'HTM-057' },
    { id: 'HTM-059' },
    { id: 'HTM-060a' },
    { id: 'HTM-060b' },
  ],
  class: 'auto',
  why: 'A page with a fixed layout did not say how large it is, so reading apps could not fit it to the screen.',

  async detect(publication) {
    const book = packageOf(publication)
    const findings: Finding[] = []
    for (const path of fixedPages(publication)) {
      const resource = publication.resources.get(path)
      const head = resource?.bytes && book?.itemAt(path)?.mediaType === 'application/xhtml+xml' ? headOf(resource) : undefined
      if (!resource || !head) continue
      const [first, ...more] = viewportsOf(resource)
      const said = sizeIn(first?.attribs.content)
      const written = first?.attribs.content ?? ''
      if (first && said.width && said.height && isLegal(written)) continue
      const other = more.map(({ attribs }) => sizeIn(attribs.content)).find(({ width, height }) => width && height)
      const likely =
        other?.width && other.height ? { width: other.width, height: other.height } : await likelySize(publication, resource)
      const content = `width=${said.width ?? likely.width}, height=${said.height ?? likely.height}`
      if (first)
        findings.push(
          found(resource, [
            setAttribute(resource, first, 'content', content),
            ...(other ? more.map((one) => dropElement(resource, one)) : []),
          ]),
        )
      else {
        const xml = `<meta name="viewport" content="${content}"/>`
        const title = childElements(head, 'title')[0]
        findings.push(found(resource, title ? insertBefore(resource, title, xml) : append(resource, head, xml)))
      }
    }
    return findings
  },

  fix: carriedPatches,
})

/** Pairs of name and value with commas between them, none twice. */
function isLegal(content: string): boolean {
  const names = content.split(/[,;]/).map((pair) => /^\s*([\w-]+)\s*=\s*[^\s=,;]+\s*$/.exec(pair)?.[1])
  return (
    names.every(Boolean) &&
    ['width', 'height'].every((name) => names.filter((one) => one === name).length === 1) &&
    !/\d\s*(px|em|%|pt)/i.test(content)
  )
}

import { bookTitle, isVersion3, pagesOf, rootOf } from '../content/documents.ts'
import { baseName } from '../href.ts'
import { type Publication, type Resource, textOf } from '../publication.ts'
import {
  childElements,
  contentSpan,
  type Element,
  elementSpan,
  escapeXml,
  findElement,
  findElements,
  innerText,
  localName,
  startTagSpan,
} from '../xml.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/** Every page has a title with words in it: those of its first heading, else the book's. */
export const documentTitle = defineRule({
  id: 'document-title',
  feature: 7,
  answers: [
    { id: 'RSC-005', text: /"title"/ },
    { id: 'RSC-017', text: /title/ },
  ],
  class: 'auto',
  why: 'The page has no title, which screen readers announce and readers show in lists.',

  detect(publication) {
    const version3 = isVersion3(publication)
    return [...pagesOf(publication)].flatMap((resource): Finding[] => {
      const root = rootOf(resource)
      if (!root || localName(root) !== 'html') return []
      const source = textOf(resource)
      const head = childElements(root, 'head')[0]
      const titles = head ? childElements(head, 'title') : []
      const title = titles[0]
      if (titles.length > 1)
        return titles.slice(1).map((extra) => ({
          path: resource.path,
          span: elementSpan(extra),
          before: source.slice(...elementSpan(extra)),
          after: '',
        }))
      if (title) {
        if (innerText(title).trim() || !version3) return []
        const words = escapeXml(titleFor(publication, resource, root))
        return [
          {
            path: resource.path,
            span: elementSpan(title),
            before: source.slice(...elementSpan(title)),
            after: `${source.slice(...startTagSpan(source, title)).replace(/\s*\/?>$/, '>')}${words}</title>`,
          },
        ]
      }
      const element = `<title>${escapeXml(titleFor(publication, resource, root))}</title>`
      if (head) {
        const inside = contentSpan(source, head)
        if (!inside) {
          const span = elementSpan(head)
          return [
            {
              path: resource.path,
              span,
              before: source.slice(...span),
              after: `${source.slice(...span).replace(/\s*\/>$/, '>')}${element}</head>`,
            },
          ]
        }
        return [{ path: resource.path, span: [inside[0], inside[0]], before: '', after: element }]
      }
      const inside = contentSpan(source, root)
      return inside ? [{ path: resource.path, span: [inside[0], inside[0]], before: '', after: `<head>${element}</head>` }] : []
    })
  },

  fix: replaceSpan,
})

function titleFor(publication: Publication, resource: Resource, root: Element): string {
  const heading = findElements(root, '*').find((element) => /^h[1-6]$/.test(localName(element)) && words(element))
  const picture = findElement(root, 'img')?.attribs.alt?.trim()
  return (
    (heading && words(heading).slice(0, 200)) ||
    bookTitle(publication) ||
    picture ||
    baseName(resource.path).replace(/\.[^.]*$/, '')
  )
}

const words = (element: Element) => innerText(element).replace(/\s+/g, ' ').trim()

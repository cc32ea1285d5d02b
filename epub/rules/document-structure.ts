import { bookTitle, faultOf, isVersion3, rootOf } from '../content/documents.ts'
import { blockElements } from '../content/elements.ts'
import { suspectsOf } from '../content/suspects.ts'
import { textOf } from '../publication.ts'
import { childElements, contentSpan, elementSpan, escapeXml, isTag, localName, type Span, startTagSpan } from '../xml.ts'

import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** A page is `html` with `head` and `body` (XHTML 1.1, HTML Living Standard section 4.1); what was lost of the frame is put round it again. */
export const documentStructure = defineRule({
  id: 'document-structure',
  feature: 7,
  answers: [
    { id: 'RSC-005', text: /element "(?:html|head|body)"|not allowed anywhere/ },
    { id: 'RSC-016', text: /Premature end/ },
  ],
  class: 'auto',
  why: 'The page lacks its frame of head and body, so readers do not know what to show.',

  detect(publication, context) {
    const version3 = isVersion3(publication)
    return [...suspectsOf(publication, context, 'xhtml')].flatMap((resource): Finding[] => {
      const source = textOf(resource)
      const root = rootOf(resource)
      const patch = (span: Span, after: string) => ({ kind: 'text' as const, path: resource.path, span, after })
      if (!root) {
        const words = source.replace(/<[^>]*>?/g, ' ').trim()
        const body = words ? `<p>${escapeXml(words)}</p>` : version3 ? '' : '<p></p>'
        const content = framed(version3, escapeXml(bookTitle(publication) ?? 'Untitled'), body)
        return [{ path: resource.path, patches: [{ kind: 'write', path: resource.path, content }] }]
      }
      if (faultOf(resource)) return []
      if (localName(root) !== 'html') {
        // a fragment of a page; drawings and other dialects under a page's name are not ours
        if (!blockElements.has(localName(root)) && !/^(?:a|b|i|em|strong|span|img|br|font)$/.test(localName(root))) return []
        const start = elementSpan(root)[0]
        const title = escapeXml(bookTitle(publication) ?? 'Untitled')
        return [
          {
            path: resource.path,
            patches:
              localName(root) === 'body'
                ? [
                    patch([start, start], `<html xmlns="${xhtml}"><head><title>${title}</title></head>`),
                    patch([source.length, source.length], '</html>'),
                  ]
                : [
                    patch([start, start], `<html xmlns="${xhtml}"><head><title>${title}</title></head><body>`),
                    patch([source.length, source.length], '</body></html>'),
                  ],
          },
        ]
      }
      if (childElements(root, 'frameset').length > 0) return []
      const inside = contentSpan(source, root)
      if (!inside) {
        const [, end] = startTagSpan(source, root)
        const slash = source.lastIndexOf('/', end)
        return [
          {
            path: resource.path,
            patches: [
              patch(
                [slash, end],
                `><head><title>${escapeXml(bookTitle(publication) ?? 'Untitled')}</title></head><body>${version3 ? '' : '<p></p>'}</body></html>`,
              ),
            ],
          },
        ]
      }
      const head = childElements(root, 'head')[0]
      const body = childElements(root, 'body')[0]
      if (body) {
        // what stands between head and body, or behind the body, belongs into it
        const strays = root.children.filter(
          (node) => node !== head && node !== body && (isTag(node) || (node.type === 'text' && node.data.trim())),
        )
        const content = contentSpan(source, body)
        if (strays.length === 0 || !content) return []
        const text = (nodes: typeof strays) => nodes.map((node) => source.slice(...elementSpan(node))).join('')
        const before = strays.filter((node) => node.startIndex! < body.startIndex!)
        const after = strays.filter((node) => node.startIndex! > body.startIndex!)
        return [
          {
            path: resource.path,
            patches: [
              ...strays.map((node) => patch(elementSpan(node), '')),
              ...(before.length > 0 ? [patch([content[0], content[0]], text(before))] : []),
              ...(after.length > 0 ? [patch([content[1], content[1]], text(after))] : []),
            ],
          },
        ]
      }
      const from = head ? elementSpan(head)[1] : inside[0]
      return [{ path: resource.path, patches: [patch([from, from], '<body>'), patch([inside[1], inside[1]], '</body>')] }]
    })
  },

  fix: carriedPatches,
})

const xhtml = 'http://www.w3.org/1999/xhtml'

const framed = (version3: boolean, title: string, body: string) => `<?xml version="1.0" encoding="utf-8"?>
${version3 ? '<!DOCTYPE html>\n' : ''}<html xmlns="${xhtml}">
<head><title>${title}</title></head>
<body>${body}</body>
</html>
`

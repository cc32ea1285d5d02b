import { isVersion3, pagesOf, rootOf } from '../content/documents.ts'
import { decoded, type Resource, remembered, textOf } from '../publication.ts'
import { attributeSpan, elementSpan, findElements } from '../xml.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/** What the root holds, looked for once. */
const metasOf = remembered((resource: Resource) => {
  const root = rootOf(resource)
  return root && findElements(root, 'meta')
})

/** A page names its encoding once, and rightly: `<meta charset="utf-8"/>` or the old `http-equiv` form, not both. */
export const documentCharset = defineRule({
  id: 'document-charset',
  feature: 7,
  answers: [{ id: 'RSC-005', text: /charset|encoding declaration/ }],
  class: 'auto',
  why: 'The page names a wrong encoding, so letters may show as garbage.',

  detect(publication) {
    const version3 = isVersion3(publication)
    return [...pagesOf(publication)].flatMap((resource): Finding[] => {
      const metas = metasOf(resource)
      if (!metas || decoded(resource).encoding !== 'utf-8') return []
      const source = textOf(resource)
      const charsets = metas.filter(({ attribs }) => attribs.charset !== undefined)
      const old = metas.filter(({ attribs }) => attribs['http-equiv']?.trim().toLowerCase() === 'content-type')
      const found: Finding[] = []
      const set = (meta: (typeof metas)[number], name: string, after: string) => {
        const span = attributeSpan(resource, meta, name)
        if (span) found.push({ path: resource.path, span, before: source.slice(...span), after })
      }
      const drop = (meta: (typeof metas)[number], after = '') => {
        const span = elementSpan(meta)
        found.push({ path: resource.path, span, before: source.slice(...span), after })
      }

      if (!version3) {
        // EPUB 2 knows the old form only
        charsets.forEach((meta, index) => {
          if (index > 0 || old.length > 0) drop(meta)
          else drop(meta, '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"/>')
        })
        for (const meta of old)
          if (!/charset\s*=\s*utf-8/i.test(meta.attribs.content ?? 'charset=utf-8'))
            set(meta, 'content', 'text/html; charset=utf-8')
        return found
      }
      charsets.forEach((meta, index) => {
        if (index > 0) drop(meta)
        else if (!/^utf-8$/i.test(meta.attribs.charset!)) set(meta, 'charset', 'utf-8')
      })
      old.forEach((meta, index) => {
        if (charsets.length > 0 || index > 0) drop(meta)
        else if (meta.attribs.content === undefined) drop(meta)
        else if (!/^\s*text\/html;\s*charset=utf-8\s*$/i.test(meta.attribs.content))
          set(meta, 'content', 'text/html; charset=utf-8')
      })
      return found
    })
  },

  fix: replaceSpan,
})

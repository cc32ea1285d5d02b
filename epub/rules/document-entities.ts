import { contentOf, isVersion3 } from '../content/documents.ts'
import { ownEntities } from '../content/entities.ts'
import { textOf } from '../publication.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/**
 * Entities kept in other files, and entities made of entities: nobody may fetch or unfold them (EPUB 3.3 section 3.9, HTM-003).
 * Their declarations go; where they stood, a plain one is written out, the rest cannot be known and goes too.
 */
export const documentEntities = defineRule({
  id: 'document-entities',
  feature: 7,
  answers: [{ id: 'HTM-003' }, { id: 'OPF-073' }, { id: 'RSC-016', text: /entity/ }],
  class: 'auto',
  why: 'The page asks for pieces from other files before it can be read, which readers refuse.',

  detect(publication) {
    const version3 = isVersion3(publication)
    return [...contentOf(publication, 'xhtml', 'svg', 'xml')].flatMap((resource) => {
      const source = textOf(resource)
      const doctype = /<!DOCTYPE[^>[]*\[([\s\S]*?)\]\s*>/i.exec(source.slice(0, 65536))
      if (!doctype) return []
      const removed = new Set<string>()
      const found: Finding[] = []
      const own = ownEntities(source)
      for (const match of doctype[0].matchAll(
        /<!ENTITY\s+(%\s+)?([\w.:-]+)\s+(?:(SYSTEM|PUBLIC)\s[^>]*|(["'])[\s\S]*?\4\s*)>\s*/g,
      )) {
        const [whole, parameter, name = '', external] = match
        if (!(external ? version3 || !parameter : own.get(name) === undefined)) continue
        if (!parameter) removed.add(name)
        const at = doctype.index + match.index
        found.push({ path: resource.path, span: [at, at + whole.length], before: whole, after: '' })
      }
      if (removed.size === 0) return found
      const from = doctype.index + doctype[0].length
      for (const match of source.slice(from).matchAll(/&([\w.:-]+);/g))
        if (removed.has(match[1]!))
          found.push({
            path: resource.path,
            span: [from + match.index, from + match.index + match[0].length],
            before: match[0],
            after: '',
          })
      return found
    })
  },

  fix: replaceSpan,
})

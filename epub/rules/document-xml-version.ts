import { contentOf } from '../content/documents.ts'
import { textOf } from '../publication.ts'
import { defineRule, replaceSpan } from './rule.ts'

/** EPUB is built on XML 1.0 (EPUB 3.3 section 3.9; HTM-001). */
export const documentXmlVersion = defineRule({
  id: 'document-xml-version',
  feature: 7,
  answers: [{ id: 'HTM-001' }],
  class: 'auto',
  why: 'The file says that it is XML 1.1, which readers do not take.',

  detect: (publication) =>
    [...contentOf(publication, 'xhtml', 'svg', 'xml')].flatMap((resource) => {
      const match = /^\s*<\?xml\s+version\s*=\s*["'](?!1\.0["'])([^"']*)/.exec(textOf(resource))
      if (!match) return []
      const end = match[0].length
      return [{ path: resource.path, span: [end - match[1]!.length, end] as const, before: match[1]!, after: '1.0' }]
    }),

  fix: replaceSpan,
})

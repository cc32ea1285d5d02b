import { isVersion3, pagesOf } from '../content/documents.ts'
import { isXmlEntity } from '../content/entities.ts'
import { doctypeEnd, writtenCharacter } from '../content/mend-xml.ts'
import { type Resource, textOf } from '../publication.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

const xhtml11 = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'

/** EPUB 3 wants HTML's document type, EPUB 2 that of XHTML 1.1, if any (HTM-004). Characters that only the old one named are written out. */
export const documentDoctype = defineRule({
  id: 'document-doctype',
  feature: 7,
  answers: [{ id: 'HTM-004' }, { id: 'RSC-016', text: /DOCTYPE|public identifier|system identifier/i }],
  class: 'auto',
  changesText: true,
  why: 'The first line of the page names another kind of document than the book is, so readers may fall back to old rules.',

  detect(publication) {
    const version3 = isVersion3(publication)
    return [...pagesOf(publication)].flatMap((resource) => findings(resource, version3))
  },

  fix: replaceSpan,
})

function findings(resource: Resource, version3: boolean): Finding[] {
  const source = textOf(resource)
  const start = source.slice(0, 8192).search(/<!DOCTYPE\b/i)
  if (start < 0) return []
  const end = doctypeEnd(source, start)
  const doctype = source.slice(start, end)
  const subset = /\[[\s\S]*\]/.exec(doctype)?.[0]
  if (version3 ? isHtmlDoctype(doctype) : isXhtml11(doctype)) return []

  const entities = subset && /<!ENTITY/.test(subset) ? ` ${subset}` : ''
  const after = version3 ? `<!DOCTYPE html${entities}>` : entities ? xhtml11.replace('>', `${entities}>`) : xhtml11
  const found: Finding[] = [{ path: resource.path, span: [start, end], before: doctype, after }]
  if (version3)
    for (const match of source.slice(end).matchAll(/&([A-Za-z][A-Za-z0-9]*);/g)) {
      const [whole, name = ''] = match
      const character = isXmlEntity(name) || subset?.includes(`<!ENTITY ${name} `) ? undefined : writtenCharacter(name)
      const at = end + match.index
      if (character !== undefined)
        found.push({ path: resource.path, span: [at, at + whole.length], before: whole, after: character })
    }
  return found
}

const isHtmlDoctype = (doctype: string) =>
  /^<!DOCTYPE\s+html\s*(?:SYSTEM\s+(["'])about:legacy-compat\1\s*)?(?:\[[\s\S]*\]\s*)?>$/.test(doctype)

const isXhtml11 = (doctype: string) =>
  /^<!DOCTYPE\s+html\s+PUBLIC\s+(["'])-\/\/W3C\/\/DTD XHTML 1\.1\/\/EN\1\s+(["'])http:\/\/www\.w3\.org\/TR\/xhtml11\/DTD\/xhtml11\.dtd\2\s*(?:\[[\s\S]*\]\s*)?>$/.test(
    doctype,
  )

import { ncxOf } from '../navigation/navigation.ts'
import { found, replaceText } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { textOf } from '../publication.ts'
import { carriedPatches, defineRule } from './rule.ts'

const shape =
  /<!DOCTYPE\s+[^\s>[]+(\s+(?:PUBLIC\s+(?:"[^"]*"|'[^']*')(?:\s+(?:"[^"]*"|'[^']*'))?|SYSTEM\s+(?:"[^"]*"|'[^']*')))?\s*(\[[\s\S]*?\]\s*)?>[ \t]*\r?\n?/i

/** The only DTD an NCX may name (EPUB 3.3 appendix B). */
const ncxDoctype =
  /^\s*PUBLIC\s+["']-\/\/NISO\/\/DTD ncx 2005-1\/\/EN["']\s+["']http:\/\/www\.daisy\.org\/z3986\/2005\/ncx-2005-1\.dtd["']\s*$/

/** A package document needs no DTD; EPUB 3 forbids naming one outside the book (EPUB 3.3 section 3.9). */
export const packageDoctype = defineRule({
  id: 'package-doctype',
  feature: 7,
  answers: [{ id: 'OPF-073' }],
  class: 'auto',
  why: 'The book asked reading apps to fetch an old rule file from the web, which stores refuse.',

  detect(publication) {
    const book = packageOf(publication)
    const ncx = ncxOf(publication)
    return [book?.resource, ncx].flatMap((resource) => {
      const match = resource?.bytes && shape.exec(textOf(resource).slice(0, 65536))
      if (!resource || !match?.[1]) return []
      if (resource === ncx ? ncxDoctype.test(match[1]) : book?.version === '2.0' && /OPF 2\.0|opf20\.dtd/i.test(match[1]))
        return []
      const start = match.index
      const subset = match[2] ? `<!DOCTYPE ${resource === ncx ? 'ncx' : 'package'} ${match[2].trim()}>\n` : ''
      return [found(resource, replaceText(resource, [start, start + match[0].length], subset))]
    })
  },

  fix: carriedPatches,
})

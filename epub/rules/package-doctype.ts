import { found, replaceText } from '../package/edit.ts'
import { packageOf, packageText } from '../package/package.ts'
import { carriedPatches, defineRule } from './rule.ts'

const shape =
  /<!DOCTYPE\s+[^\s>[]+(\s+(?:PUBLIC\s+(?:"[^"]*"|'[^']*')(?:\s+(?:"[^"]*"|'[^']*'))?|SYSTEM\s+(?:"[^"]*"|'[^']*')))?\s*(\[[\s\S]*?\]\s*)?>[ \t]*\r?\n?/i

/** A package document needs no DTD; EPUB 3 forbids naming one outside the book (EPUB 3.3 section 3.9). */
export const packageDoctype = defineRule({
  id: 'package-doctype',
  feature: 7,
  answers: [{ id: 'OPF-073' }],
  class: 'auto',
  why: 'The book asked reading apps to fetch an old rule file from the web, which stores refuse.',

  detect(publication) {
    const book = packageOf(publication)
    const match = book && shape.exec(packageText(book).slice(0, 65536))
    if (!book || !match?.[1]) return []
    if (book.version === '2.0' && /OPF 2\.0|opf20\.dtd/i.test(match[1])) return []
    const start = match.index
    return [
      found(
        book.resource,
        replaceText(book.resource, [start, start + match[0].length], match[2] ? `<!DOCTYPE package ${match[2].trim()}>\n` : ''),
      ),
    ]
  },

  fix: carriedPatches,
})

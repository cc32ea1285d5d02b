import { append, dropAttribute, dropElement, found, setAttribute, setContent } from '../package/edit.ts'
import { isLanguageTag, languageTag } from '../package/language.ts'
import { dublinCoreHome, type PackageDocument, packageOf, readingOrder } from '../package/package.ts'
import type { Publication } from '../publication.ts'
import { escapeXml, findElement, findElements, innerText, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** The language most pages say they are in. */
function languageOfPages(publication: Publication, book: PackageDocument): string | undefined {
  const counts = new Map<string, number>()
  const count = (tag: string | undefined) => {
    const language = tag && (isLanguageTag(tag.trim()) ? tag.trim() : languageTag(tag))
    if (language && language !== 'und') counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  for (const path of readingOrder(publication)) {
    const resource = publication.resources.get(path)
    const root = resource?.bytes && findElement(treeOf(resource), 'html')
    const body = root && findElement(root, 'body')
    for (const element of [root, body]) if (element) count(element.attribs['xml:lang'] ?? element.attribs.lang)
  }
  count(book.element.attribs['xml:lang'])
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** A book says its language as a BCP 47 tag (EPUB 3.3 section 5.5.3): from its own words, else from its pages. */
export const metadataLanguage = defineRule({
  id: 'metadata-language',
  feature: 15,
  answers: [{ id: 'OPF-092' }, { id: 'RSC-005', text: /language|lang|metadata.*incomplete|character content/ }],
  class: 'auto',
  why: 'The book did not say its language in a form that reading apps know, so read-aloud, dictionaries and hyphenation fail.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata) return []
    const { resource } = book
    const findings: Finding[] = []
    const all = book.metas('language')
    const filled = all.filter((one) => innerText(one).trim() !== '')
    const fallback = () => languageOfPages(publication, book) ?? 'und'
    if (filled.length === 0) {
      if (all[0]) findings.push(found(resource, setContent(resource, all[0], fallback())))
      else findings.push(found(resource, append(resource, dublinCoreHome(book), `<dc:language>${fallback()}</dc:language>`)))
    }
    for (const one of all) {
      const written = innerText(one)
      if (one === all[0] && filled.length === 0) continue
      if (written.trim() === '') findings.push(found(resource, dropElement(resource, one)))
      else if (!isLanguageTag(written.trim()) || (!/^.{2,3}(-|$)/.test(written.trim()) && languageTag(written)))
        findings.push(found(resource, setContent(resource, one, escapeXml(languageTag(written) ?? fallback()))))
    }
    for (const element of findElements(book.root, '*'))
      for (const name of ['xml:lang', 'hreflang']) {
        const written = element.attribs[name]
        if (!written || isLanguageTag(written)) continue
        const tag = isLanguageTag(written.trim()) ? written.trim() : languageTag(written)
        findings.push(found(resource, tag ? setAttribute(resource, element, name, tag) : dropAttribute(resource, element, name)))
      }
    return findings
  },

  fix: carriedPatches,
})

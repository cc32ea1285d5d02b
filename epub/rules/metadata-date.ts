import { asW3cDate, isW3cDate } from '../package/dates.ts'
import { dropElement, found, prefixOf, replaceElement, setContent } from '../package/edit.ts'
import { lookup } from '../package/lookup.ts'
import { packageOf } from '../package/package.ts'
import { type Element, innerText } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const eventOf = ({ attribs }: Element) => (attribs['opf:event'] ?? attribs.event ?? '').trim().toLowerCase()

/** Properties of the Dublin Core terms for what EPUB 2 called the event of a date. */
const terms: Readonly<Record<string, string>> = {
  creation: 'created',
  created: 'created',
  publication: 'issued',
  issued: 'issued',
}

/** Dates in W3C form; in EPUB 3 one `dc:date`, that of publication, with the others said as terms. */
export const metadataDate = defineRule({
  id: 'metadata-date',
  feature: 15,
  answers: [{ id: 'OPF-053' }, { id: 'OPF-054' }, { id: 'RSC-005', text: /date/ }],
  class: 'auto',
  why: 'A date was written in a way that stores cannot read.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata) return []
    const { resource, metadata, version } = book
    const findings: Finding[] = []
    const all = book.metas('date').filter((one) => one.name !== `${prefixOf(metadata)}date` || one.name.startsWith('dc:'))
    const filled = all.filter((one) => innerText(one).trim() !== '')
    const keeper =
      filled.find((one) => eventOf(one) === 'publication') ??
      filled.find((one) => eventOf(one) === '') ??
      filled.find((one) => eventOf(one) !== 'modification') ??
      filled[0]
    const hasModified = book.metas('meta').some(({ attribs }) => attribs.property?.trim() === 'dcterms:modified')
    for (const one of all) {
      const written = innerText(one).trim()
      const date = isW3cDate(written) ? written : asW3cDate(written)
      if (written === '') findings.push(found(resource, dropElement(resource, one)))
      else if (version === '3.0' && one !== keeper) {
        const modified = eventOf(one) === 'modification'
        const property = modified && !hasModified ? 'dcterms:modified' : `dcterms:${lookup(terms, eventOf(one)) ?? 'date'}`
        const meta = `<${prefixOf(metadata)}meta property="${property}">${date ?? ''}</${prefixOf(metadata)}meta>`
        findings.push(found(resource, date ? replaceElement(resource, one, meta) : dropElement(resource, one)))
      } else if (!isW3cDate(written))
        findings.push(found(resource, date ? setContent(resource, one, date) : dropElement(resource, one)))
    }
    return findings
  },

  fix: carriedPatches,
})

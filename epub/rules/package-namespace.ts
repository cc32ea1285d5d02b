import { found, setAttribute, type TextPatch } from '../package/edit.ts'
import { lookup } from '../package/lookup.ts'
import { packageOf } from '../package/package.ts'
import { type Element, findElements } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

export const opfNamespace = 'http://www.idpf.org/2007/opf'
export const dcNamespace = 'http://purl.org/dc/elements/1.1/'

/** Prefixes that package documents use, by the namespace that makers mean by them. */
const known: Readonly<Record<string, string>> = {
  dc: dcNamespace,
  opf: opfNamespace,
  dcterms: 'http://purl.org/dc/terms/',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
}

const prefixesIn = (element: Element): string[] =>
  [element.name, ...Object.keys(element.attribs)]
    .filter((name) => name.includes(':') && !/^xmlns:|^xml:/.test(name))
    .map((name) => name.split(':')[0]!)

const declares = (element: Element | null, prefix: string): boolean => {
  for (let at: Element | null = element; at && 'attribs' in at; at = at.parent as Element | null)
    if (at.attribs[`xmlns:${prefix}`] !== undefined) return true
  return false
}

/** The namespaces a package document cannot be read without: its own and that of Dublin Core. */
export const packageNamespace = defineRule({
  id: 'package-namespace',
  feature: 3,
  answers: [{ id: 'RSC-016' }, { id: 'RSC-005' }, { id: 'OPF-030' }],
  class: 'auto',
  why: 'The description of the book did not say which language it is written in, so its title and author were not seen.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    const { resource, element: root } = book
    const findings: Finding[] = []
    const set = (element: Element, name: string, value: string): TextPatch => setAttribute(resource, element, name, value)

    const own = root.name.includes(':') ? `xmlns:${root.name.split(':')[0]}` : 'xmlns'
    if (root.attribs[own] !== opfNamespace) findings.push(found(resource, set(root, own, opfNamespace)))

    const added = new Set<string>()
    for (const element of [root, ...findElements(root, '*')]) {
      if (
        element !== root &&
        !element.name.includes(':') &&
        element.attribs.xmlns !== undefined &&
        element.attribs.xmlns !== opfNamespace
      ) {
        if (/^(metadata|manifest|spine|guide|item|itemref|meta|reference)$/.test(element.name))
          findings.push(found(resource, set(element, 'xmlns', opfNamespace)))
      }
      for (const [prefix, uri] of Object.entries(known)) {
        const name = `xmlns:${prefix}`
        if (
          name !== own &&
          element.attribs[name] !== undefined &&
          element.attribs[name] !== uri &&
          (prefix === 'dc' || prefix === 'opf')
        )
          findings.push(found(resource, set(element, name, uri)))
      }
      for (const prefix of prefixesIn(element)) {
        const uri = lookup(known, prefix)
        if (!uri || added.has(prefix) || declares(element, prefix)) continue
        added.add(prefix)
        findings.push(found(resource, set(prefix === 'dc' && book.metadata ? book.metadata : root, `xmlns:${prefix}`, uri)))
      }
    }
    return findings
  },

  fix: carriedPatches,
})

import { isVersion3, pagesOf } from '../content/documents.ts'
import { found, setAttribute } from '../package/edit.ts'
import { lookup } from '../package/lookup.ts'
import { words } from '../package/package.ts'
import { mentions } from '../publication.ts'
import { descendants, type Element, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

const onSection = new Set(
  'abstract acknowledgments afterword appendix bibliography chapter colophon conclusion credits dedication endnotes epilogue epigraph errata foreword glossary introduction part preface prologue'.split(
    ' ',
  ),
)
const onLink: Readonly<Record<string, string>> = {
  noteref: 'doc-noteref',
  backlink: 'doc-backlink',
  biblioref: 'doc-biblioref',
  glossref: 'doc-glossref',
}

/** What `epub:type` tells a reading app, `role` tells a screen reader (DPUB-ARIA 1.1); said where HTML allows it and no role stands. */
export const accessibilityRoles = defineRule({
  id: 'accessibility-roles',
  feature: 26,
  answers: [{ id: 'ACC-007' }],
  class: 'ask',
  why: 'A screen reader was not told what reading apps know: that this is a note, a chapter, a foreword.',

  detect: (publication) =>
    !isVersion3(publication)
      ? []
      : [...pagesOf(publication)].flatMap((page) => {
          if (!mentions(page, /epub:type/)) return []
          return [...descendants(treeOf(page))].flatMap((element) => {
            const role = element.attribs.role === undefined ? roleOf(element) : undefined
            return role ? [found(page, setAttribute(page, element, 'role', role))] : []
          })
        }),

  fix: carriedPatches,
})

function roleOf(element: Element): string | undefined {
  const types = words(element.attribs['epub:type'])
  const name = localName(element)
  if (element.name.includes(':')) return undefined
  if (name === 'a' && element.attribs.href !== undefined) return types.map((type) => lookup(onLink, type)).find(Boolean)
  if (name === 'aside' && types.includes('footnote')) return 'doc-footnote'
  if (name === 'section') {
    const type = types.find((one) => onSection.has(one))
    return type && `doc-${type}`
  }
  return undefined
}

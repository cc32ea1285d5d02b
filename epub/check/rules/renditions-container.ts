import * as ns from '../document/namespaces.ts'
import { attributeOf, elementChildren } from '../document/xml-document.ts'
import { normal, type Rule } from './tree.ts'

const selection = 'http://www.idpf.org/2013/rendition'

/** What a container with several renditions must say of each. */
export const container3: readonly Rule[] = [
  ({ elements }, say) => {
    for (const element of elements) {
      if (element.namespace !== ns.container) continue
      if (element.local === 'rootfile') {
        const modes = (attributeOf(element, 'accessMode', selection) ?? '').split(/\s+/).filter(Boolean)
        if (new Set(modes).size < modes.length) say('RSC-005', element, 'An access mode is named twice.')
        const rootfiles = element.parent ? elementChildren(element.parent).filter(({ local }) => local === 'rootfile') : []
        if (rootfiles.indexOf(element) > 0 && !element.attributes.some(({ namespace }) => namespace === selection))
          say('RSC-017', element, 'A rendition that is not the first should say when it is the one to choose.')
      } else if (element.local === 'links') {
        const mappings = elementChildren(element).filter((link) => normal(attributeOf(link, 'rel')) === 'mapping')
        if (mappings.length > 1) say('RSC-005', element, 'The container must not name more than one mapping document.')
      } else if (element.local === 'link' && normal(attributeOf(element, 'rel')) === 'mapping') {
        if (normal(attributeOf(element, 'media-type')) !== 'application/xhtml+xml')
          say('RSC-005', element, 'A mapping document must be “application/xhtml+xml”.')
      }
    }
  },
]

/** What the mapping document itself must hold. */
export const mapping: readonly Rule[] = [
  ({ elements }, say) => {
    for (const element of elements) {
      if (element.namespace !== ns.xhtml) continue
      const children = elementChildren(element)
      if (element.local === 'head') {
        const hasVersion = children.some(
          (meta) =>
            meta.local === 'meta' &&
            attributeOf(meta, 'name') === 'epub.multiple.renditions.version' &&
            attributeOf(meta, 'content') === '1.0',
        )
        if (!hasVersion) say('RSC-005', element, 'The mapping document must state “epub.multiple.renditions.version” with “1.0”.')
      } else if (element.local === 'body') {
        const navs = children.filter(({ local }) => local === 'nav')
        const typeOf = (nav: (typeof navs)[number]) => attributeOf(nav, 'type', ns.ops)
        if (navs.filter((nav) => (typeOf(nav) ?? '').split(/\s+/).includes('resource-map')).length !== 1)
          say('RSC-005', element, 'The mapping document must have exactly one “resource-map”.')
        if (
          navs.some((nav) => typeOf(nav) !== undefined && !typeOf(nav)!.trim()) ||
          navs.some((nav) => typeOf(nav) === undefined)
        )
          say('RSC-005', element, 'Every “nav” of the mapping document must say what it is.')
      }
    }
  },
]

import {
  append,
  dropAttribute,
  dropElement,
  found,
  prefixOf,
  renameAttribute,
  replaceElement,
  setAttribute,
  setContent,
  type TextPatch,
} from '../package/edit.ts'
import { idsOf } from '../package/ids.ts'
import { type PackageDocument, packageOf } from '../package/package.ts'
import { type Element, escapeXml, innerText, localName } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const said = ['role', 'file-as', 'scheme', 'event', 'alt-rep', 'alt-script', 'authority', 'term'] as const

/** EPUB 2 says roles and sort names in `opf:` attributes, EPUB 3 in `meta` elements that refine. Each is said in the way of the book's version. */
export const metadataAttributes = defineRule({
  id: 'metadata-attributes',
  feature: 15,
  answers: [
    { id: 'RSC-005', text: /opf:|attribute "(role|file-as|scheme|event|property|refines|xsi:type)"|not allowed/ },
    { id: 'RSC-016' },
  ],
  class: 'auto',
  why: 'Details such as the author’s role were written in the words of another EPUB version, which strict stores reject.',

  detect: (publication) => {
    const book = packageOf(publication)
    if (!book?.metadata) return []
    return book.version === '3.0' ? inThree(book, book.metadata) : inTwo(book, book.metadata)
  },

  fix: carriedPatches,
})

function inThree(book: PackageDocument, metadata: Element): Finding[] {
  const { resource } = book
  const { fresh } = idsOf(book)
  const prefix = prefixOf(metadata)
  const findings: Finding[] = []
  for (const element of book.metas('*')) {
    const { attribs } = element
    if (element.name.startsWith('dc:')) {
      const patches: TextPatch[] = []
      let id = attribs.id?.trim()
      const refine = (property: string, value: string, scheme = '') => {
        if (!id) {
          id = fresh(localName(element))
          patches.push(setAttribute(resource, element, 'id', id))
        }
        const known = book
          .metas('meta')
          .some((one) => one.attribs.refines?.trim() === `#${id}` && one.attribs.property?.trim() === property)
        if (!known)
          patches.push(
            append(
              resource,
              metadata,
              `<${prefix}meta refines="#${id}" property="${property}"${scheme}>${escapeXml(value)}</${prefix}meta>`,
            ),
          )
      }
      for (const name of said)
        for (const written of [`opf:${name}`, name]) {
          const value = attribs[written]?.trim()
          if (value === undefined) continue
          const kind = localName(element)
          if (name === 'role' && value && /^(creator|contributor|publisher)$/.test(kind))
            refine('role', value, ' scheme="marc:relators"')
          if (name === 'file-as' && value && kind !== 'date') refine('file-as', value)
          if (name === 'scheme' && value && (kind === 'identifier' || kind === 'source')) refine('identifier-type', value)
          patches.push(...dropAttribute(resource, element, written))
        }
      if (attribs['xsi:type'] !== undefined) patches.push(...dropAttribute(resource, element, 'xsi:type'))
      if (patches.length > 0) findings.push(found(resource, patches))
    } else if (localName(element) === 'meta') findings.push(...metaInThree(book, element))
  }
  return findings
}

/** `name` and `content`, or `property` and text: never both, and no empty element with `property`. */
function metaInThree({ resource }: PackageDocument, element: Element): Finding[] {
  const { attribs } = element
  const text = innerText(element).trim()
  if (attribs.property !== undefined) {
    if (text === '' && attribs.content?.trim()) {
      const patches = [...dropAttribute(resource, element, 'content'), ...dropAttribute(resource, element, 'name')]
      // A self-closing tag is opened by replacing it whole, so its attributes are written out here.
      const rest = Object.entries(attribs).filter(([name]) => name !== 'content' && name !== 'name')
      const tag = `<${element.name}${rest.map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('')}>`
      return [
        found(
          resource,
          patches.length > 0
            ? replaceElement(resource, element, `${tag}${escapeXml(attribs.content.trim())}</${element.name}>`)
            : [],
        ),
      ]
    }
    const patches = ['name', 'content'].flatMap((name) =>
      attribs[name] === undefined ? [] : dropAttribute(resource, element, name),
    )
    return patches.length > 0 ? [found(resource, patches)] : []
  }
  if (attribs.name === undefined && attribs.content === undefined) {
    return [
      found(
        resource,
        text && attribs.refines === undefined
          ? replaceElement(resource, element, named(element, 'note', text))
          : dropElement(resource, element),
      ),
    ]
  }
  const extra = Object.keys(attribs).filter((name) => name !== 'name' && name !== 'content' && !name.startsWith('xmlns'))
  const patches: TextPatch[] = extra.flatMap((name) => dropAttribute(resource, element, name))
  if (attribs.content === undefined) {
    return [found(resource, replaceElement(resource, element, named(element, attribs.name ?? '', text)))]
  }
  if (text !== '') patches.push(setContent(resource, element, ''))
  return patches.length > 0 ? [found(resource, patches)] : []
}

const named = (element: Element, name: string, content: string) =>
  `<${element.name} name="${escapeXml(name)}" content="${escapeXml(content)}"/>`

function inTwo(book: PackageDocument, metadata: Element): Finding[] {
  const { resource } = book
  const findings: Finding[] = []
  for (const element of book.metas('*')) {
    const { attribs } = element
    const patches: TextPatch[] = []
    if (
      localName(element) === 'meta' &&
      (attribs.property !== undefined || (attribs.name === undefined && attribs.content === undefined))
    ) {
      const text = innerText(element).trim() || attribs.content?.trim() || ''
      const target = attribs.refines?.trim().replace(/^#/, '')
      const refined = target
        ? book.metas('*').find((one) => one.attribs.id?.trim() === target && one.name.startsWith('dc:'))
        : undefined
      const property = attribs.property?.trim() ?? ''
      const attribute = { role: 'opf:role', 'file-as': 'opf:file-as' }[property]
      if (
        attribute &&
        text &&
        refined &&
        /^(creator|contributor)$/.test(localName(refined)) &&
        refined.attribs[attribute] === undefined
      ) {
        patches.push(setAttribute(resource, refined, attribute, text), dropElement(resource, element))
      } else if (text && property && !target) patches.push(replaceElement(resource, element, named(element, property, text)))
      else patches.push(dropElement(resource, element))
    } else if (localName(element) === 'link' && element.name === `${prefixOf(metadata)}link`)
      patches.push(dropElement(resource, element))
    else if (element.name.startsWith('dc:')) {
      for (const name of ['role', 'file-as', 'scheme', 'event'])
        if (attribs[name] !== undefined)
          patches.push(
            ...(attribs[`opf:${name}`] === undefined
              ? renameAttribute(resource, element, name, `opf:${name}`)
              : dropAttribute(resource, element, name)),
          )
      const kind = localName(element)
      for (const name of ['opf:role', 'opf:file-as'])
        if (attribs[name] !== undefined && !/^(creator|contributor)$/.test(kind))
          patches.push(...dropAttribute(resource, element, name))
      if (attribs['opf:scheme'] !== undefined && kind !== 'identifier')
        patches.push(...dropAttribute(resource, element, 'opf:scheme'))
      if (attribs['opf:event'] !== undefined && kind !== 'date') patches.push(...dropAttribute(resource, element, 'opf:event'))
      for (const name of Object.keys(attribs))
        if (/^(opf:(alt-rep.*|alt-script.*|authority|term)|dir)$/.test(name))
          patches.push(...dropAttribute(resource, element, name))
    }
    if (patches.length > 0) findings.push(found(resource, patches))
  }
  return findings
}

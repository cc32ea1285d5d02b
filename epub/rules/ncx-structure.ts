import { resolve } from '../href.ts'
import { ncxOf } from '../navigation/navigation.ts'
import { bestToc, labelFor } from '../navigation/targets.ts'
import { navPoints } from '../navigation/write.ts'
import {
  append,
  clearWords,
  dropAttribute,
  dropElement,
  found,
  insertBefore,
  prefixOf,
  renameAttribute,
  renameElement,
  replaceText,
  setAttribute,
  setContent,
  unwrap,
} from '../package/edit.ts'
import { lookup } from '../package/lookup.ts'
import { packageOf } from '../package/package.ts'
import { type Publication, type Resource, textOf } from '../publication.ts'
import {
  childElements,
  type Element,
  elementSpan,
  escapeXml,
  findElement,
  findElements,
  innerText,
  localName,
  treeOf,
} from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const namespace = 'http://www.daisy.org/z3986/2005/ncx/'

/** Attributes per element and the order of children, as in EPUBCheck's ncx.rng. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  ncx: ['version', 'xml:lang', 'dir'],
  head: [],
  docTitle: ['id', 'xml:lang', 'dir'],
  docAuthor: ['id', 'xml:lang', 'dir'],
  navMap: ['id'],
  navPoint: ['id', 'class', 'playOrder'],
  navLabel: ['xml:lang', 'dir'],
  navInfo: ['xml:lang', 'dir'],
  content: ['id', 'src'],
  text: ['id', 'class'],
  img: ['id', 'class', 'src'],
  pageList: ['id', 'class'],
  pageTarget: ['id', 'value', 'type', 'class', 'playOrder'],
  navList: ['id', 'class'],
  navTarget: ['id', 'class', 'value', 'playOrder'],
  meta: ['name', 'content', 'scheme'],
}
const order: Readonly<Record<string, readonly string[]>> = {
  ncx: ['head', 'docTitle', 'docAuthor', 'navMap', 'pageList', 'navList'],
  navPoint: ['navLabel', 'content', 'navPoint'],
  pageTarget: ['navLabel', 'content'],
  navTarget: ['navLabel', 'content'],
}

/** Elements, attributes and their order in the NCX as its schema has them (ANSI/NISO Z39.86-2005 section 8). */
export const ncxStructure = defineRule({
  id: 'ncx-structure',
  feature: 13,
  answers: [{ id: 'RSC-005' }, { id: 'NCX-006' }],
  class: 'auto',
  why: 'The table of contents for older reading apps was put together wrongly.',

  detect(publication) {
    const ncx = ncxOf(publication)
    const root = ncx?.bytes && findElement(treeOf(ncx), 'ncx')
    if (!ncx || !root) return []
    const frame = framed(publication, ncx, root)
    if (frame.length > 0) return frame
    return [...findElements(root, '*'), root].flatMap((element) => mended(publication, ncx, element))
  },

  fix: carriedPatches,
})

/** The parts that must be there: version, namespace, head, title, at least one entry. */
function framed(publication: Publication, ncx: Resource, root: Element): Finding[] {
  const findings: Finding[] = []
  if (root.attribs.version !== '2005-1') findings.push(found(ncx, setAttribute(ncx, root, 'version', '2005-1')))
  const own = root.name.includes(':') ? `xmlns:${root.name.split(':')[0]}` : 'xmlns'
  if (root.attribs[own] !== namespace) findings.push(found(ncx, setAttribute(ncx, root, own, namespace)))
  const book = packageOf(publication)
  const uid = `<meta name="dtb:uid" content="${escapeXml(book?.uniqueIdentifier ?? '')}"/>`
  const [first] = childElements(root)
  const head = childElements(root, 'head')[0]
  const title = childElements(root, 'docTitle')[0]
  const titleXml = `<docTitle><text>${escapeXml(book?.titles[0] ?? 'Contents')}</text></docTitle>`
  if (!head)
    findings.push(found(ncx, first ? insertBefore(ncx, first, `<head>${uid}</head>`) : append(ncx, root, `<head>${uid}</head>`)))
  else if (childElements(head, 'meta').length === 0) findings.push(found(ncx, append(ncx, head, uid)))
  else if (!title)
    findings.push(
      found(ncx, { kind: 'text', path: ncx.path, span: [head.endIndex! + 1, head.endIndex! + 1], after: `\n  ${titleXml}` }),
    )
  const map = childElements(root, 'navMap')[0]
  if (map && childElements(map, 'navPoint').length === 0) {
    const points = navPoints(ncx.path, bestToc(publication))
    if (points) findings.push(found(ncx, setContent(ncx, map, `\n${points}  `)))
  }
  return findings
}

function mended(publication: Publication, ncx: Resource, element: Element): Finding[] {
  const name = localName(element)
  const own = prefixOf(findElement(treeOf(ncx), 'ncx')!)
  if (Object.hasOwn(attributes, name) && prefixOf(element) !== own) return [found(ncx, renameElement(ncx, element, own + name))]
  if (!Object.hasOwn(attributes, name) || !fits(element))
    return [found(ncx, insideText(element) ? unwrap(ncx, element) : dropElement(ncx, element))]
  const findings: Finding[] = []
  const allowed = lookup(attributes, name)
  if (name === 'navPoint' && element.attribs.playorder !== undefined && element.attribs.playOrder === undefined)
    return [found(ncx, renameAttribute(ncx, element, 'playorder', 'playOrder'))]
  for (const attribute of Object.keys(element.attribs))
    if (allowed && !allowed.includes(attribute) && attribute !== 'xmlns' && !attribute.startsWith('xmlns:'))
      findings.push(found(ncx, dropAttribute(ncx, element, attribute)))
  if (/^(navPoint|pageTarget|navTarget)$/.test(name)) findings.push(...entry(publication, ncx, element))
  if (name === 'pageTarget' && !/^(front|normal|special)$/.test(element.attribs.type ?? '')) {
    const lower = element.attribs.type?.trim().toLowerCase() ?? ''
    const type = /^(front|normal|special)$/.test(lower)
      ? lower
      : /^[ivxlc]+$/i.test(element.attribs.value ?? '')
        ? 'front'
        : 'normal'
    findings.push(found(ncx, setAttribute(ncx, element, 'type', type)))
  }
  if (
    (name === 'pageList' && childElements(element, 'pageTarget').length === 0) ||
    (name === 'navList' && childElements(element, 'navTarget').length === 0)
  )
    return [found(ncx, dropElement(ncx, element))]
  if (/^(docTitle|docAuthor|navLabel|navInfo)$/.test(name) && childElements(element, 'text').length === 0) {
    const text = innerText(element).trim()
    return name === 'docAuthor' && !text
      ? [found(ncx, dropElement(ncx, element))]
      : [found(ncx, setContent(ncx, element, `<text>${escapeXml(text)}</text>`))]
  }
  const [first, ...others] = /^(docTitle|docAuthor|navLabel|navInfo)$/.test(name) ? childElements(element, 'text') : []
  if (first && others.length > 0) {
    const words = [...new Set([first, ...others].map((one) => innerText(one).trim()).filter(Boolean))].join(' ')
    return [found(ncx, [setContent(ncx, first, escapeXml(words)), ...others.map((one) => dropElement(ncx, one))])]
  }
  if (name === 'meta' && (element.attribs.name === undefined || element.attribs.content === undefined))
    return [found(ncx, element.attribs.name ? setAttribute(ncx, element, 'content', '') : dropElement(ncx, element))]
  if (/^(ncx|head|navMap|navPoint|pageList|navList|pageTarget|navTarget)$/.test(name))
    for (const node of element.children) {
      const patch = clearWords(ncx, node)
      if (patch) findings.push(found(ncx, patch))
    }
  return findings.length > 0 ? findings : ordered(ncx, element)
}

/** Children each element may have; those of `text` are words only. */
const children: Readonly<Record<string, readonly string[]>> = {
  ncx: order.ncx!,
  head: ['meta'],
  docTitle: ['text', 'img'],
  docAuthor: ['text', 'img'],
  navMap: ['navInfo', 'navLabel', 'navPoint'],
  navPoint: order.navPoint!,
  navLabel: ['text', 'img'],
  navInfo: ['text', 'img'],
  pageList: ['navLabel', 'navInfo', 'pageTarget'],
  pageTarget: order.pageTarget!,
  navList: ['navInfo', 'navLabel', 'navTarget'],
  navTarget: order.navTarget!,
}

/** Markup inside a label: its words are part of the label. */
const insideText = ({ parent }: Element) => parent !== null && 'name' in parent && localName(parent as Element) === 'text'

/** Whether the element may stand where it stands. */
function fits(element: Element): boolean {
  const parent = element.parent
  if (!parent || !('name' in parent)) return true
  const allowed = lookup(children, localName(parent as Element))
  return allowed === undefined
    ? localName(parent as Element) !== 'content' && localName(parent as Element) !== 'meta'
    : allowed.includes(localName(element))
}

/** An entry has a label and a place, which an empty heading borrows from its first child. */
function entry(publication: Publication, ncx: Resource, point: Element): Finding[] {
  const [content, ...more] = childElements(point, 'content')
  const labels = childElements(point, 'navLabel')
  if (more.length > 0) return more.map((one) => found(ncx, dropElement(ncx, one)))
  const src = content?.attribs.src?.trim()
  if (!src) {
    const below = findElements(point, 'content').find((one) => one !== content && one.attribs.src?.trim())?.attribs.src
    if (!below) return [found(ncx, dropElement(ncx, point))]
    if (content) return [found(ncx, setAttribute(ncx, content, 'src', below))]
    const after = labels.at(-1)
    const xml = `<content src="${escapeXml(below)}"/>`
    const at = after ? after.endIndex! + 1 : undefined
    return [found(ncx, at === undefined ? append(ncx, point, xml) : { kind: 'text', path: ncx.path, span: [at, at], after: xml })]
  }
  const label = labels[0]
  if (label && (innerText(label).trim() || findElement(label, 'img'))) return []
  const path = resolve(ncx.path, src)
  const text = path && publication.resources.has(path) ? labelFor(publication, path, src.split('#')[1]) : ''
  const xml = `<navLabel><text>${escapeXml(text)}</text></navLabel>`
  if (!label) return [found(ncx, insertBefore(ncx, content!, xml))]
  const inside = childElements(label, 'text')[0]
  return text && inside ? [found(ncx, setContent(ncx, inside, escapeXml(text)))] : []
}

function ordered(ncx: Resource, element: Element): Finding[] {
  const wanted = lookup(order, localName(element))
  if (!wanted) return []
  const children = childElements(element).filter((one) => wanted.includes(localName(one)))
  const sorted = [...children].sort((a, b) => wanted.indexOf(localName(a)) - wanted.indexOf(localName(b)))
  if (children.every((one, at) => one === sorted[at])) return []
  const source = textOf(ncx)
  return [
    found(
      ncx,
      children.flatMap((slot, at) =>
        slot === sorted[at] ? [] : [replaceText(ncx, elementSpan(slot), source.slice(...elementSpan(sorted[at]!)))],
      ),
    ),
  ]
}

import { navOf } from '../navigation/navigation.ts'
import { bestToc } from '../navigation/targets.ts'
import { navList } from '../navigation/write.ts'
import { dropAttribute, dropElement, found, setAttribute, setContent, startTag } from '../package/edit.ts'
import { lookup } from '../package/lookup.ts'
import { packageOf, words } from '../package/package.ts'
import { type Publication, type Resource, textOf } from '../publication.ts'
import {
  childElements,
  type Element,
  elementSpan,
  escapeXml,
  findElement,
  findElements,
  innerText,
  isTag,
  isText,
  localName,
  treeOf,
} from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const isList = (element: Element) => /^(ol|ul)$/.test(localName(element))
const isHeading = (element: Element) => /^(h[1-6]|hgroup)$/.test(localName(element))
const blank = (element: Element) => !element.children.some((node) => isText(node) && /[^ \t\r\n]/.test(node.data))
const fold = (text: string) => text.replace(/\s+/g, ' ').trim()

/** What the schema asks of a `nav` with `epub:type`: one heading at most, then one ordered list of labels with lists below (EPUB 3.3 section 7.3). */
function isSound(nav: Element): boolean {
  const [first, ...rest] = childElements(nav)
  const lists = first && isHeading(first) ? rest : first ? [first, ...rest] : []
  return blank(nav) && lists.length === 1 && isSoundList(lists[0]!)
}

function isSoundList(list: Element): boolean {
  const items = childElements(list)
  return (
    localName(list) === 'ol' &&
    blank(list) &&
    items.length > 0 &&
    items.every((item) => {
      const [label, sub, ...more] = childElements(item)
      if (localName(item) !== 'li' || !label || more.length > 0 || !blank(item)) return false
      if (localName(label) === 'a' && label.attribs.href !== undefined) return sub === undefined || isSoundList(sub)
      return /^(a|span)$/.test(localName(label)) && sub !== undefined && isSoundList(sub)
    })
  )
}

/** An entry read from whatever stands there. */
interface Entry {
  /** Raw start tag of the `li`, undefined where there was none. */
  readonly item: string | undefined
  /** Raw markup of the label: an `a`, or text to stand in a `span`. */
  readonly link: Element | undefined
  readonly text: string
  readonly children: Entry[]
}

function entriesIn(resource: Resource, holder: Element, depth = 0): Entry[] {
  if (depth > 100) return []
  const entries: Entry[] = []
  for (const node of holder.children) {
    if (!isTag(node)) continue
    const name = localName(node)
    if (name === 'a') entries.push({ item: undefined, link: node, text: fold(innerText(node)), children: [] })
    else if (name === 'li') entries.push(...itemEntries(resource, node, depth))
    else if (isList(node)) {
      const inner = entriesIn(resource, node, depth + 1)
      const last = entries.at(-1)
      if (last && isList(holder)) last.children.push(...inner)
      else entries.push(...inner)
    } else if (findElement(node, 'a') || findElements(node, '*').some(isList))
      entries.push(...entriesIn(resource, node, depth + 1))
  }
  return entries
}

function itemEntries(resource: Resource, item: Element, depth: number): Entry[] {
  const lists: Element[] = []
  const labels: Element[] = []
  const walk = (element: Element) => {
    for (const child of childElements(element))
      if (isList(child)) lists.push(child)
      else if (localName(child) === 'a') labels.push(child)
      else walk(child)
  }
  walk(item)
  const children = lists.flatMap((list) => entriesIn(resource, list, depth + 1))
  const own = fold(
    item.children
      .filter((node) => !(isTag(node) && (isList(node) || findElements(node, '*').some(isList))))
      .map((node) => innerText(node))
      .join(' '),
  )
  const [first, ...more] = labels
  const tag = startTag(resource, item)
  if (!first && !own && children.length === 0) return []
  const text = first ? fold(innerText(first)) : own
  return [
    { item: tag, link: first, text, children: more.length > 0 ? [] : children },
    ...more.map((link, at) => ({
      item: undefined,
      link,
      text: fold(innerText(link)),
      children: at === more.length - 1 ? children : [],
    })),
  ]
}

const firstLink = (entry: Entry): Element | undefined =>
  entry.link?.attribs.href !== undefined ? entry.link : entry.children.map(firstLink).find(Boolean)

/** For each place the next link after it, else the last one before it. */
function nearest(links: readonly (Element | undefined)[]): (Element | undefined)[] {
  const after = links.map<Element | undefined>(() => undefined)
  for (let i = links.length - 2; i >= 0; i--) after[i] = links[i + 1] ?? after[i + 1]
  let before: Element | undefined
  return after.map((next, i) => {
    const found = next ?? before
    before = links[i] ?? before
    return found
  })
}

function write(resource: Resource, entries: readonly Entry[], indent: string): string {
  const source = textOf(resource)
  const links = entries.map(firstLink)
  const neighbours = nearest(links)
  const items = entries.flatMap((entry, at) => {
    const below = entry.children.length > 0 ? write(resource, entry.children, `${indent}    `) : ''
    const nested =
      entry.link &&
      (findElement(entry.link, 'a') || findElements(entry.link, '*').some((one) => isList(one) || localName(one) === 'li'))
    const raw = entry.link && !nested ? source.slice(...elementSpan(entry.link)) : undefined
    let label = raw && entry.link?.attribs.href !== undefined ? raw : ''
    if (!label) {
      const text = entry.text || entry.children[0]?.text || ''
      if (entry.link?.attribs.href !== undefined) label = `<a href="${escapeXml(entry.link.attribs.href)}">${escapeXml(text)}</a>`
      else if (below) label = `<span>${escapeXml(text)}</span>`
      else {
        // A line of text without a link leads where the next entry leads: an end of the list must be a link.
        const next = neighbours[at]
        if (!next || !text) return []
        label = `<a href="${escapeXml(next.attribs.href!)}">${escapeXml(text)}</a>`
      }
    }
    return `${indent}  ${entry.item && /^<li\b/.test(entry.item) ? entry.item.replace(/\s*\/>$/, '>') : '<li>'}${label}${below ? `\n${below}\n${indent}  ` : ''}</li>\n`
  })
  return items.length > 0 ? `${indent}<ol>\n${items.join('')}${indent}</ol>` : ''
}

/** Lists of the navigation document in the one form readers parse; labels and their links stay as they are. */
export const navContent = defineRule({
  id: 'nav-content',
  feature: 13,
  answers: [{ id: 'RSC-005', text: /not allowed|incomplete|nav|missing|heading/ }],
  class: 'auto',
  changesText: true,
  why: 'The table of contents was not written as a plain list, so reading apps showed it broken or not at all.',

  detect(publication) {
    const nav = navOf(publication)
    if (!nav?.bytes || packageOf(publication)?.version !== '3.0') return []
    return findElements(treeOf(nav), 'nav')
      .filter((element) => element.attribs['epub:type'] !== undefined)
      .flatMap((element) => mended(publication, nav, element))
  },

  fix: carriedPatches,
})

function mended(publication: Publication, nav: Resource, element: Element): Finding[] {
  const hidden = element.attribs.hidden
  if (hidden !== undefined && !/^(hidden|until-found)?$/.test(hidden))
    return [
      found(
        nav,
        /^(false|no|0)$/i.test(hidden.trim())
          ? dropAttribute(nav, element, 'hidden')
          : setAttribute(nav, element, 'hidden', 'hidden'),
      ),
    ]
  const heading = childElements(element).find(isHeading)
  const types = words(element.attribs['epub:type'])
  const emptyHeadings = findElements(element, '*').filter((one) => isHeading(one) && headingLabel(one) === '')
  if (emptyHeadings.length > 0) return emptyHeadings.map((one) => found(nav, dropElement(nav, one)))
  const plain = types.some((type) => /^(toc|page-list|landmarks)$/.test(type))
  if (isSound(element)) {
    if (plain || heading) return []
    const ol = childElements(element)[0]!
    return [
      found(nav, {
        kind: 'text',
        path: nav.path,
        span: [ol.startIndex!, ol.startIndex!],
        after: `<h2>${escapeXml(titleOf(types[0] ?? ''))}</h2>`,
      }),
    ]
  }
  const entries = entriesIn(nav, element)
  let list = write(nav, entries, '      ')
  if (!list && types.includes('toc')) list = navList(nav.path, bestToc(publication))
  if (!list) return types.includes('toc') ? [] : [found(nav, dropElement(nav, element))]
  const source = textOf(nav)
  const head = heading ?? firstBlock(element)
  const title = head
    ? isHeading(head)
      ? source.slice(...elementSpan(head))
      : `<h2>${escapeXml(fold(innerText(head)))}</h2>`
    : plain
      ? ''
      : `<h2>${escapeXml(titleOf(types[0] ?? ''))}</h2>`
  return [found(nav, setContent(nav, element, `${title ? `\n      ${title}` : ''}\n${list}\n    `))]
}

/** A line of text that stands where the heading would. */
const firstBlock = (nav: Element) => {
  const first = childElements(nav)[0]
  return first &&
    /^(p|div|span|strong|b|header)$/.test(localName(first)) &&
    !findElement(first, 'a') &&
    !findElements(first, '*').some(isList) &&
    fold(innerText(first))
    ? first
    : undefined
}

const headingLabel = (element: Element) =>
  fold(
    innerText(element) +
      findElements(element, 'img')
        .map(({ attribs }) => attribs.alt ?? '')
        .join('') +
      (element.attribs['aria-label'] ?? ''),
  )

const titles: Readonly<Record<string, string>> = {
  lot: 'Tables',
  loi: 'Illustrations',
  loa: 'Audio',
  lov: 'Video',
  index: 'Index',
}
const titleOf = (type: string) =>
  lookup(titles, type) ?? (type ? type.charAt(0).toUpperCase() + type.slice(1).replace(/[-_:]/g, ' ') : 'Contents')

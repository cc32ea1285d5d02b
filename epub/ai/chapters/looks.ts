import { rulesOf } from '../../content/css-rules.ts'
import { contentKind } from '../../content/documents.ts'
import { type Publication, remembered, textOf } from '../../publication.ts'
import { type Element, findElements, innerText, isTag, isText, localName, treeOf } from '../../xml.ts'

/** What sets a line apart from running text. */
export interface Look {
  readonly bold: boolean
  readonly centred: boolean
  readonly large: boolean
  readonly breaks: boolean
  readonly capitals: boolean
}

const nothing: Look = { bold: false, centred: false, large: false, breaks: false, capitals: false }

function lookIn(css: string): Look {
  const size = /font-size\s*:\s*([\d.]+)(em|rem|%|pt|px)/i.exec(css)
  const scale = { em: 1, rem: 1, '%': 100, pt: 12, px: 16 } as const
  const unit = size?.[2]?.toLowerCase() as keyof typeof scale | undefined
  return {
    bold: /font-weight\s*:\s*(bold|bolder|[6-9]00)/i.test(css) || /font\s*:[^;]*\bbold\b/i.test(css),
    centred: /text-align\s*:\s*(center|right)/i.test(css),
    large:
      (size && unit ? Number(size[1]) / scale[unit] >= 1.15 : false) ||
      /font-size\s*:\s*(x-large|xx-large|large|larger)/i.test(css),
    breaks: /(page-)?break-before\s*:\s*(always|page|left|right|recto|verso)/i.test(css),
    capitals: /font-variant\s*:\s*small-caps|text-transform\s*:\s*uppercase/i.test(css),
  }
}

const joined = (looks: readonly Look[]): Look => ({
  bold: looks.some((one) => one.bold),
  centred: looks.some((one) => one.centred),
  large: looks.some((one) => one.large),
  breaks: looks.some((one) => one.breaks),
  capitals: looks.some((one) => one.capitals),
})

/** Looks by class name, from all sheets of the book: enough to tell a heading from a paragraph. */
const classesOf = remembered((publication: Publication): ReadonlyMap<string, Look> => {
  const classes = new Map<string, Look>()
  const read = (css: string) => {
    for (const { selector, body } of rulesOf(css))
      for (const [, name] of selector.matchAll(/\.([\w-]+)(?=\s*(?:,|$))/g)) {
        const look = lookIn(body)
        const known = classes.get(name!)
        classes.set(name!, known ? joined([known, look]) : look)
      }
  }
  for (const resource of publication.resources.values()) {
    const kind = contentKind(resource)
    if (kind === 'css') read(textOf(resource))
    else if (kind === 'xhtml' && /<style[\s>]/i.test(textOf(resource)))
      for (const style of findElements(treeOf(resource), 'style')) read(innerText(style))
  }
  return classes
})

const wordsIn = (value: string | undefined) => value?.split(/\s+/).filter(Boolean) ?? []

/** The element and what it alone holds or is held by: a look may be set on a wrapper round the whole line. */
function* wrappers(element: Element): Generator<Element> {
  yield element
  for (let at = element.parent && isTag(element.parent) ? element.parent : undefined, depth = 0; at && depth < 2; depth++) {
    if (at.children.length > 12) break
    const words = at.children.filter((node) => isTag(node) || (isText(node) && node.data.trim() !== ''))
    if (words.length > 2 || localName(at) === 'body') break
    yield at
    at = at.parent && isTag(at.parent) ? at.parent : undefined
  }
  let only: Element = element
  for (let depth = 0; depth < 4; depth++) {
    const inner = only.children.filter((node) => isTag(node) || (isText(node) && node.data.trim() !== ''))
    const [first] = inner
    if (inner.length !== 1 || !first || !isTag(first)) break
    only = first
    yield only
  }
}

export function lookOf(publication: Publication, element: Element): Look {
  const classes = classesOf(publication)
  const looks: Look[] = []
  for (const one of wrappers(element)) {
    const name = localName(one).toLowerCase()
    if (/^(b|strong)$/.test(name)) looks.push({ ...nothing, bold: true })
    if (/^(big)$/.test(name) || /^\+?[4-7]$/.test(one.attribs.size ?? '')) looks.push({ ...nothing, large: true })
    if (name === 'center' || one.attribs.align === 'center') looks.push({ ...nothing, centred: true })
    if (one.attribs.style) looks.push(lookIn(one.attribs.style))
    for (const word of wordsIn(one.attribs.class)) {
      const look = classes.get(word)
      if (look) looks.push(look)
    }
  }
  return joined(looks)
}

/** What blocks of one make have in common: elements and classes. */
export function makeOf(element: Element): string {
  const parts: string[] = []
  for (const one of wrappers(element)) parts.push(`${localName(one)}.${one.attribs.class ?? ''}.${one.attribs.style ?? ''}`)
  return parts.join('>')
}

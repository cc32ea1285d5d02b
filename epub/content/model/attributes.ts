import { type Element, isTag, localName } from '../../xml.ts'
import type { Changes } from './changes.ts'
import type { ModelError } from './errors.ts'
import { hasContent } from './kinds.ts'

const length = (value: string | undefined): string | undefined => {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(px|%|em|ex|pt|rem|cm|mm|in|pc|vw|vh)?\s*$/i.exec(value ?? '')
  return match ? `${match[1]}${match[1] === '0' ? '' : (match[2]?.toLowerCase() ?? 'px')}` : undefined
}

const colour = (value: string): string | undefined => {
  const plain = value.trim()
  if (/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(plain) && (plain.startsWith('#') || /\d/.test(plain)))
    return plain.startsWith('#') ? plain : `#${plain}`
  return /^(?:[a-z]+|rgba?\([^;"]*\))$/i.test(plain) ? plain : undefined
}

const fontSizes = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large']

/** What a presentational attribute of old HTML meant, as CSS (HTML Living Standard section 15); undefined for one without such a meaning. */
export function styleOf(element: string, attribute: string, value: string): string[] | undefined {
  const word = value.trim().toLowerCase()
  const one = (property: string, given: string | undefined) => (given === undefined ? [] : [`${property}: ${given}`])
  switch (attribute) {
    case 'align':
      if (element === 'table' || element === 'hr') {
        if (word === 'center' || word === 'middle') return ['margin-left: auto', 'margin-right: auto']
        return element === 'table' && /^(?:left|right)$/.test(word) ? [`float: ${word}`] : []
      }
      if (/^(?:img|object|iframe|embed|applet|input)$/.test(element)) {
        if (/^(?:left|right)$/.test(word)) return [`float: ${word}`]
        return /^(?:top|middle|bottom|absmiddle|center)$/.test(word)
          ? [`vertical-align: ${/middle|center/.test(word) ? 'middle' : word}`]
          : []
      }
      if (element === 'caption' && /^(?:top|bottom)$/.test(word)) return [`caption-side: ${word}`]
      return /^(?:left|right|center|justify|middle)$/.test(word) ? [`text-align: ${word === 'middle' ? 'center' : word}`] : []
    case 'valign':
      return one(
        'vertical-align',
        /^(?:top|middle|bottom|baseline)$/.test(word) ? word : word === 'center' ? 'middle' : undefined,
      )
    case 'bgcolor':
      return one('background-color', colour(value))
    case 'color':
    case 'text':
      return element === 'meta' ? [] : one('color', colour(value))
    case 'bordercolor':
      return one('border-color', colour(value))
    case 'face':
      return one('font-family', /^[\w\s,'"-]+$/.test(value) ? value.trim().replace(/"/g, "'") : undefined)
    case 'size':
      if (element === 'font' || element === 'basefont') {
        const relative = /^[+-]\d+$/.test(word)
        const index = relative ? 3 + Number(word) : Number(word)
        return Number.isInteger(index) ? [`font-size: ${fontSizes[Math.min(7, Math.max(1, index)) - 1]}`] : []
      }
      return element === 'hr' ? one('height', length(value)) : []
    case 'width':
    case 'height':
      return one(attribute, length(value))
    case 'nowrap':
      return ['white-space: nowrap']
    case 'border': {
      const size = length(value)
      if (size === '0' || size === '0px') return element === 'table' ? ['border: 0'] : ['border: 0']
      return size ? [`border: ${size} solid`] : element === 'table' ? ['border: 1px solid'] : []
    }
    case 'cellspacing':
      return one('border-spacing', length(value))
    case 'hspace':
      return one('margin-left', length(value)).concat(one('margin-right', length(value)))
    case 'vspace':
      return one('margin-top', length(value)).concat(one('margin-bottom', length(value)))
    case 'topmargin':
      return one('margin-top', length(value))
    case 'bottommargin':
      return one('margin-bottom', length(value))
    case 'leftmargin':
      return one('margin-left', length(value))
    case 'rightmargin':
      return one('margin-right', length(value))
    case 'marginwidth':
      return element === 'body' ? one('margin-left', length(value)).concat(one('margin-right', length(value))) : []
    case 'marginheight':
      return element === 'body' ? one('margin-top', length(value)).concat(one('margin-bottom', length(value))) : []
    case 'clear':
      return one('clear', /^(?:left|right|both|none)$/.test(word) ? word : word === 'all' ? 'both' : undefined)
    case 'noshade':
      return ['border-style: solid']
    case 'type': {
      if (!/^(?:ul|ol|li)$/.test(element)) return undefined
      const kinds: Readonly<Record<string, string>> = {
        1: 'decimal',
        a: 'lower-alpha',
        A: 'upper-alpha',
        i: 'lower-roman',
        I: 'upper-roman',
      }
      return one('list-style-type', kinds[value.trim()] ?? (/^(?:disc|circle|square|none)$/.test(word) ? word : undefined))
    }
    case 'compact':
    case 'frame':
    case 'rules':
    case 'link':
    case 'vlink':
    case 'alink':
    case 'cellpadding':
      return []
    default:
      return undefined
  }
}

/** Whether an attribute that the model rejects can be said another way, and says it. */
export function onAttribute({ node, attribute = '', expected }: ModelError, changes: Changes, version: 2 | 3) {
  const name = writtenAttribute(node, attribute)
  if (name === undefined) return
  const value = node.attribs[name] ?? ''
  const element = localName(node)
  const takes = (other: string) => expected.includes(other) || node.attribs[other] !== undefined
  changes.drop(node, name)

  const style = styleOf(element, name, value)
  if (style && takes('style') && !foreign(node)) {
    changes.style(node, ...style)
    if (name === 'cellpadding') cellPadding(node, value, changes)
    return
  }
  if (name === 'name' && /^(?:a|img|form|map|applet|frame|iframe)$/.test(element)) {
    const id = value.trim()
    if (node.attribs.id === undefined && /^[A-Za-z_][\w.-]*$/.test(id) && !idTaken(node, id)) changes.set(node, 'id', id)
    return
  }
  if (name === 'xml:lang' && node.attribs.lang === undefined && takes('lang')) return changes.set(node, 'lang', value)
  if (name === 'lang' && node.attribs['xml:lang'] === undefined && expected.includes('lang'))
    return changes.set(node, 'xml:lang', value)
  if (name === 'charset' && element === 'meta' && version === 2) {
    // rewritten by the rule for encodings
    return
  }
  if (element === 'html' && (name === 'class' || name === 'style')) {
    const body = node.children.filter(isTag).find((child) => localName(child) === 'body')
    if (!body) return
    if (name === 'class')
      changes.set(body, 'class', [...new Set(`${body.attribs.class ?? ''} ${value}`.trim().split(/\s+/))].join(' '))
    else changes.style(body, ...value.split(';').map((one) => one.trim()))
    return
  }
  if (version === 3 && !foreign(node) && !name.includes(':') && keepsData(name)) {
    const data = `data-${name.toLowerCase()}`
    if (/^data-[a-z][a-z0-9._-]*$/.test(data) && node.attribs[data] === undefined) changes.set(node, data, value)
  }
}

/** Attributes of no known meaning are kept aside; those of old HTML have had their say. */
const keepsData = (name: string) =>
  !/^(?:name|target|rev|charset|scheme|language|longdesc|summary|abbr|axis|char|charoff|scope|background|profile|version|role|aria-.*|data-?|on|codebase|classid|archive|declare|standby|valuetype|shape|coords|hreflang|nohref|object|prompt|link|vlink|alink|epub|xmlns|seamless|typemustmatch|contextmenu|dropzone|frameborder|scrolling|allowtransparency|itemprop)$/.test(
    name,
  )

/** Cells take over what the table said of the space in them. */
function cellPadding(table: Element, value: string, changes: Changes) {
  const size = length(value)
  if (!size) return
  const stack = table.children.filter(isTag)
  let count = 0
  for (let next = stack.pop(); next && count < 300; next = stack.pop()) {
    const name = localName(next)
    if (name === 'td' || name === 'th') {
      changes.style(next, `padding: ${size}`)
      count++
    } else if (/^(?:tr|tbody|thead|tfoot)$/.test(name)) stack.push(...next.children.filter(isTag))
  }
}

/** An attribute whose value the model rejects: set right where that is plain, else said as style, else dropped. */
export function onValue(
  { node, attribute = '', value = '', expected, types = [] }: ModelError,
  changes: Changes,
  version: 2 | 3,
) {
  const name = writtenAttribute(node, attribute)
  if (name === undefined || name === 'id') return
  const element = localName(node)
  const word = value.trim()
  if (/^(?:href|src|data|xlink:href|poster|srcset|cite|action)$/.test(name) && word !== '') return
  if (name === 'src' && element === 'img') {
    if (changes.claim(node)) removePicture(node, changes)
    return
  }
  if (element === 'meta' && (name === 'http-equiv' || name === 'charset' || name === 'content')) {
    if (name === 'charset') return changes.set(node, name, 'utf-8')
    if (changes.claim(node)) changes.remove(node)
    return
  }
  if ((name === 'width' || name === 'height') && !foreign(node)) {
    const pixels = /^(\d+)(?:\.\d+)?\s*(?:px)?$/i.exec(word)
    if (pixels && types.length > 0) return changes.set(node, name, pixels[1]!)
    changes.drop(node, name)
    return changes.style(node, ...(styleOf(element, name, value) ?? []))
  }
  if (name === 'border' && element === 'table') {
    changes.drop(node, name)
    return word === '0' ? undefined : changes.style(node, ...(styleOf(element, name, value) ?? []))
  }
  if (name === 'class' && version === 2) {
    const kept = word.split(/\s+/).filter((token) => /^[\w.:\-\u00b7-\ufffd]+$/.test(token))
    return kept.length > 0 ? changes.set(node, name, kept.join(' ')) : changes.drop(node, name)
  }
  if (/^(?:colspan|rowspan|span|start|value|tabindex|cols|rows|size|maxlength)$/.test(name)) {
    const number = /-?\d+/.exec(word)?.[0]
    if (number && Number(number) > 0 && number !== word) return changes.set(node, name, number)
    return changes.drop(node, name)
  }
  if (name === 'hidden') return changes.set(node, name, 'hidden')
  if (name === 'type' && /^(?:ul|ol|li)$/.test(element)) {
    changes.drop(node, name)
    return changes.style(node, ...(styleOf(element, name, value) ?? []))
  }
  if (name === 'rel' && element === 'link') {
    if (changes.claim(node)) changes.remove(node)
    return
  }
  const lower = word.toLowerCase()
  if (lower !== value && expected.includes(lower)) return changes.set(node, name, lower)
  if (types.length === 0 && expected.length === 1 && expected[0] !== '' && required(element, name))
    return changes.set(node, name, expected[0]!)
  changes.drop(node, name)
  const style = styleOf(element, name, value)
  if (style && !foreign(node)) changes.style(node, ...style)
}

const required = (element: string, name: string) =>
  (element === 'script' && name === 'type') ||
  (element === 'style' && name === 'type') ||
  (element === 'html' && name === 'version') ||
  name === 'xmlns'

/** An element without an attribute that it must have. */
export function onMissing({ node, required }: ModelError, changes: Changes) {
  const element = localName(node)
  const says = (names: readonly string[]) => names.some((name) => node.attribs[name] !== undefined)
  if (element === 'meta' && !says(['name', 'property', 'http-equiv', 'charset', 'itemprop'])) {
    // it says nothing of anything; a choice of attributes is missing, so that none is named as required
    if (!changes.claim(node)) return
    return hasContent(node) ? changes.unwrap(node) : changes.remove(node)
  }
  for (const name of required) {
    if (name === 'alt') changes.set(node, 'alt', '')
    else if (name === 'src' && element === 'img') {
      if (changes.claim(node)) removePicture(node, changes)
    } else if (name === 'type')
      changes.set(
        node,
        'type',
        element === 'style' || element === 'link'
          ? 'text/css'
          : element === 'script'
            ? 'text/javascript'
            : 'application/octet-stream',
      )
    else if (name === 'dir') changes.set(node, 'dir', 'ltr')
    else if (name === 'id' && element === 'map') changes.set(node, 'id', node.attribs.name || 'map')
    else if (name === 'name' && element === 'map') changes.set(node, 'name', node.attribs.id || 'map')
    else if (name === 'action') changes.set(node, 'action', '#')
    else if (name === 'label') changes.set(node, 'label', '')
    else if (name === 'rows') changes.set(node, 'rows', '2')
    else if (name === 'cols') changes.set(node, 'cols', '20')
    else if (name === 'xmlns') continue
    else if (name === 'value' && element === 'data') changes.rename(node, 'span')
    else if (name === 'href' && element === 'a') changes.drop(node, 'itemprop')
    else if (/^(?:meta|link|base|source|track|param|embed|area)$/.test(element) && changes.claim(node)) {
      if (hasContent(node)) changes.unwrap(node)
      else changes.remove(node)
      return
    }
  }
}

/** A picture without a source and without words shows nothing; what leads to it is kept. */
function removePicture(node: Element, changes: Changes) {
  const alt = node.attribs.alt?.trim()
  if (alt) {
    // a frame with these words is drawn in its place by the rule for lost pictures
    if (node.attribs.src === undefined) changes.set(node, 'src', '')
    return
  }
  if (node.attribs.id) {
    changes.rename(node, 'span')
    for (const name of Object.keys(node.attribs))
      if (!/^(?:id|class|title|lang|xml:lang|dir|style)$/.test(name)) changes.drop(node, name)
  } else changes.remove(node)
}

/** As it is written, prefix included. */
const writtenAttribute = (node: Element, name: string) =>
  name === 'type' && node.attribs['epub:type'] !== undefined
    ? 'epub:type' // one without a namespace is known to every element that has one
    : name in node.attribs
      ? name
      : Object.keys(node.attribs).find(
          (key) => key.slice(key.indexOf(':') + 1) === name.slice(name.indexOf(':') + 1) && !key.startsWith('xmlns'),
        )

function idTaken(node: Element, id: string): boolean {
  let root: Element = node
  while (root.parent && isTag(root.parent)) root = root.parent
  const stack: Element[] = [root]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.attribs.id === id) return true
    stack.push(...next.children.filter(isTag))
  }
  return false
}

/** Inside a drawing or formula. */
export function foreign(node: Element): boolean {
  for (let at: Element | undefined = node; at; at = at.parent && isTag(at.parent) ? at.parent : undefined) {
    const name = localName(at)
    if (name === 'foreignObject' && at !== node) return false
    if (name === 'svg' || name === 'math') return true
  }
  return false
}

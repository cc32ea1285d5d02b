import type { Element } from '../xml.ts'
import type { Style } from './model.ts'

export type Sheet = ReadonlyMap<string, Style>

const declarationsIn = (text: string): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const part of text.split(';')) {
    const at = part.indexOf(':')
    if (at > 0)
      found[part.slice(0, at).trim().toLowerCase()] = part
        .slice(at + 1)
        .replace(/!important/i, '')
        .trim()
  }
  return found
}

/** The innermost blocks of a style sheet, each with what stands before it. */
function* rulesIn(css: string): Generator<readonly [selectors: string, body: string]> {
  for (let close = css.indexOf('}'), from = 0; close >= 0; from = close + 1, close = css.indexOf('}', from)) {
    const open = css.lastIndexOf('{', close)
    if (open < from) continue
    const start = Math.max(from, css.lastIndexOf('{', open - 1) + 1, css.lastIndexOf(';', open - 1) + 1)
    if (open - start < 2000) yield [css.slice(start, open), css.slice(open + 1, close)]
  }
}

/** Rules for elements and classes; whatever depends on more (context, states, media) says nothing of a single run. */
export function sheetOf(css: string): Sheet {
  const sheet = new Map<string, Record<string, string>>()
  const text = css.replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)|<!--|-->/g, '')
  for (const [selectors, body] of rulesIn(text))
    for (const selector of selectors.split(',')) {
      const key = selector.trim()
      if (!/^(?:[a-z][a-z0-9]*)?(?:\.[\w-]+)?$/i.test(key) || key === '') continue
      const [name = '', className] = key.split('.')
      const known = className === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${className}`
      sheet.set(known, { ...sheet.get(known), ...declarationsIn(body) })
    }
  return sheet
}

/** What rules and attributes say of one element, by itself. */
export function declaredOn(element: Element, sheet: Sheet): Style {
  const name = element.name.toLowerCase()
  const classes = element.attribs.class?.split(/\s+/) ?? []
  return {
    ...sheet.get(name),
    ...Object.assign({}, ...classes.flatMap((one) => [sheet.get(`.${one}`) ?? {}, sheet.get(`${name}.${one}`) ?? {}])),
    ...(element.attribs.style && declarationsIn(element.attribs.style)),
  }
}

export interface FontFace {
  readonly family: string
  readonly source: string
  readonly bold: boolean
  readonly italic: boolean
}

export function fontFacesIn(css: string): FontFace[] {
  const faces: FontFace[] = []
  for (const [selector, body] of rulesIn(css)) {
    if (!/@font-face\s*$/i.test(selector) || faces.length > 200) continue
    // An address may hold a semicolon (`data:font/ttf;base64,…`).
    const open = body.search(/url\(/i)
    const close = body.indexOf(')', open)
    if (open < 0 || close < 0) continue
    const source = body
      .slice(open + 4, close)
      .trim()
      .replace(/^["']|["']$/g, '')
    const found = declarationsIn(body.slice(0, open) + body.slice(close + 1))
    const family = found['font-family']?.replace(/["']/g, '').trim()
    if (!family || !source) continue
    faces.push({
      family,
      source,
      bold: /bold|[6-9]00/.test(found['font-weight'] ?? ''),
      italic: /italic|oblique/.test(found['font-style'] ?? ''),
    })
  }
  return faces
}

const colour = /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]+\)|hsla?\([\d\s.,%/deg]+\)|[a-z]{3,20})$/i
const isBlack = (value: string) =>
  /^(?:#000(?:000)?|black|rgb\(0,\s*0,\s*0\)|windowtext|auto|inherit|initial|currentcolor)$/i.test(value)
const isClear = (value: string) =>
  /^(?:#fff(?:fff)?|white|transparent|none|inherit|initial|rgb\(255,\s*255,\s*255\))$/i.test(value)

/** Size of type as a share of the text round it. */
export function relativeSize(value: string, base = 12): string | undefined {
  const [, number, unit] = /^([\d.]+)(pt|px|em|rem|%)$/.exec(value.trim()) ?? []
  if (!number) return undefined
  const size = Number(number)
  const share = unit === 'pt' ? size / base : unit === 'px' ? (size * 0.75) / base : unit === '%' ? size / 100 : size
  return share > 0.3 && share < 8 && Math.abs(share - 1) > 0.12 ? `${Number(share.toFixed(2))}em` : undefined
}

const family = (value: string) => {
  const names = value.split(',').map((name) => name.trim().replace(/^["']|["']$/g, ''))
  return names.every((name) => /^[\p{L}\p{N} _-]{1,60}$/u.test(name))
    ? names.map((name) => (/\s/.test(name) ? `'${name}'` : name)).join(', ')
    : undefined
}

/** Looks of a run that carry no meaning, fit for any reading system. */
export function runStyle(found: Style, base?: number): Style | undefined {
  const style: Record<string, string> = {}
  const { color } = found
  if (color && colour.test(color) && !isBlack(color)) style.color = color.toLowerCase()
  const background = found['background-color'] ?? found.background
  if (background && colour.test(background) && !isClear(background)) style['background-color'] = background.toLowerCase()
  const size = found['font-size'] && relativeSize(found['font-size'], base)
  if (size) style['font-size'] = size
  const font = found['font-family'] && family(found['font-family'])
  if (font) style['font-family'] = font
  return Object.keys(style).length > 0 ? style : undefined
}

const lengthShape = /^-?[\d.]+(?:pt|px|em|rem|%|in|cm|mm)$/

export function blockStyle(found: Style, base?: number): Style | undefined {
  const style: Record<string, string> = { ...runStyle(found, base) }
  const align = found['text-align']
  if (align && /^(?:center|right|justify|end)$/i.test(align)) style['text-align'] = align.toLowerCase()
  const indent = found['text-indent']
  if (indent && lengthShape.test(indent) && Number.parseFloat(indent) !== 0) style['text-indent'] = indent
  const left = found['margin-left']
  if (left && lengthShape.test(left) && Number.parseFloat(left) > 0) style['margin-left'] = left
  return Object.keys(style).length > 0 ? style : undefined
}

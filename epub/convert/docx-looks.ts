import type { Element } from '../xml.ts'
import { attribute, child, type Styles, toggle } from './docx-parts.ts'
import { type Block, type Inline, type Mark, plainText, type Style } from './model.ts'

const highlights: Readonly<Record<string, string>> = {
  yellow: '#ffff00',
  green: '#00ff00',
  cyan: '#00ffff',
  magenta: '#ff00ff',
  red: '#ff0000',
  blue: '#0000ff',
  lightGray: '#c0c0c0',
  darkYellow: '#808000',
}

/** Size of the text of most paragraphs, in half points. */
export function baseSizeOf(styles: Styles): number {
  const normal = styles.byId.get(styles.defaultParagraph ?? '')?.chain ?? []
  for (const style of normal) {
    const size = attribute(child(child(style, 'rPr'), 'sz'), 'val')
    if (size) return Number(size)
  }
  return Number(attribute(child(styles.defaults, 'sz'), 'val') ?? 22)
}

/** What styles and direct formatting make of runs and paragraphs. */
export function createLooks(styles: Styles, baseSize: number, language: string | undefined) {
  const chainOf = (id: string | undefined) => (id === undefined ? undefined : styles.byId.get(id))
  /** Property elements from the strongest to the weakest. */
  const layers = (
    direct: Element | undefined,
    characterStyle: string | undefined,
    paragraphStyle: string | undefined,
    isHeading: boolean,
  ) => [
    direct,
    ...(chainOf(characterStyle)?.chain ?? []).map((style) => child(style, 'rPr')),
    // The look of a heading is the reading system's; the default paragraph's is nobody's.
    ...(isHeading || paragraphStyle === styles.defaultParagraph
      ? []
      : (chainOf(paragraphStyle)?.chain ?? [])
          .filter((style) => attribute(style, 'styleId') !== styles.defaultParagraph)
          .map((style) => child(style, 'rPr'))),
  ]

  const normalFont = () => {
    const normal = chainOf(styles.defaultParagraph)?.chain.map((style) => child(style, 'rPr')) ?? []
    for (const one of [...normal, styles.defaults]) {
      const name = attribute(child(one, 'rFonts'), 'ascii')
      if (name) return name
    }
    return undefined
  }
  const bodyFont = normalFont()

  function run(direct: Element | undefined, paragraphStyle: string | undefined, isHeading: boolean) {
    const characterStyle = attribute(child(direct, 'rStyle'), 'val')
    const all = layers(direct, characterStyle, paragraphStyle, isHeading).filter((one) => one !== undefined)
    const on = (name: string) => all.map((one) => toggle(one, name)).find((value) => value !== undefined) ?? false
    const first = (name: string, key = 'val') => {
      for (const one of all) {
        const value = attribute(child(one, name), key)
        if (value !== undefined) return value
      }
      return undefined
    }
    const styleName = chainOf(characterStyle)?.name ?? ''
    const marks: Mark[] = []
    if (/code|verbatim|html typewriter/.test(styleName) && !/unicode/.test(styleName)) marks.push('code')
    if (on('b')) marks.push('strong')
    if (on('i')) marks.push('em')
    const underline = first('u')
    if (underline && underline !== 'none' && !/hyperlink/.test(styleName)) marks.push('u')
    if (on('strike') || on('dstrike')) marks.push('s')
    const vertical = first('vertAlign')
    if (vertical === 'superscript' && !/note reference/.test(styleName)) marks.push('sup')
    if (vertical === 'subscript') marks.push('sub')
    if (on('smallCaps')) marks.push('small-caps')
    const style: Record<string, string> = {}
    const colour = first('color')
    if (colour && /^[0-9a-f]{6}$/i.test(colour) && !/^(?:000000|auto)$/i.test(colour) && !/hyperlink/.test(styleName))
      style.color = `#${colour.toLowerCase()}`
    const highlight = first('highlight')
    const shade = first('shd', 'fill')
    if (highlight && highlights[highlight]) style['background-color'] = highlights[highlight]
    else if (shade && /^[0-9a-f]{6}$/i.test(shade) && !/^f{6}$/i.test(shade))
      style['background-color'] = `#${shade.toLowerCase()}`
    const size = Number(first('sz') ?? baseSize) / baseSize
    if (!isHeading && Number.isFinite(size) && Math.abs(size - 1) > 0.12 && size > 0.3 && size < 8)
      style['font-size'] = `${Number(size.toFixed(2))}em`
    const font = first('rFonts', 'ascii')
    if (font && font !== bodyFont && !isHeading && /^[\p{L}\p{N} _-]{1,60}$/u.test(font)) style['font-family'] = `'${font}'`
    const rtl = on('rtl')
    const spoken = rtl ? first('lang', 'bidi') : (first('lang') ?? undefined)
    const lang = spoken && spoken !== language && /^[a-z]{2,3}(-|$)/i.test(spoken) ? spoken : undefined
    const looked = Object.keys(style).length > 0 ? style : undefined
    return {
      isHidden: on('vanish'),
      upper: on('caps'),
      wrap(inlines: readonly Inline[]): readonly Inline[] {
        // Anchors, pictures and references to notes need no look.
        if (inlines.every((one) => one.kind !== 'text' && one.kind !== 'math')) return inlines
        let out = inlines
        for (const mark of marks) out = [{ kind: 'mark', mark, children: out }]
        if (looked || lang || rtl) out = [{ kind: 'span', style: looked, lang, dir: rtl ? 'rtl' : undefined, children: out }]
        return out
      },
    }
  }

  function paragraph(direct: Element | undefined, styleId: string | undefined) {
    const named = chainOf(styleId)
    const all = [direct, ...(named?.chain ?? []).map((style) => child(style, 'pPr'))].filter((one) => one !== undefined)
    const first = (name: string, key = 'val') => {
      for (const one of all) {
        const value = attribute(child(one, name), key)
        if (value !== undefined) return value
      }
      return undefined
    }
    const name = named?.name ?? ''
    const names = (named?.chain ?? []).map((style) => (attribute(child(style, 'name'), 'val') ?? '').toLowerCase())
    const byName = names.map((one) => /^heading (\d)$/.exec(one)?.[1]).find((level) => level !== undefined)
    const outline = first('outlineLvl')
    const level = byName
      ? Number(byName)
      : outline !== undefined && Number(outline) < 9
        ? Number(outline) + 1
        : name === 'title'
          ? 1
          : undefined
    const heading = level === undefined ? undefined : Math.min(6, level)
    const numbered = all.map((one) => child(one, 'numPr')).find((one) => one !== undefined)
    const numId = numbered && (attribute(child(numbered, 'numId'), 'val') ?? undefined)
    const style: Record<string, string> = {}
    const align = first('jc')
    const isRtl = all.map((one) => toggle(one, 'bidi')).find((value) => value !== undefined) ?? false
    if (align === 'center') style['text-align'] = 'center'
    else if (align === 'both' || align === 'distribute') style['text-align'] = 'justify'
    else if (align === 'right' || align === 'end') style['text-align'] = isRtl ? 'left' : 'right'
    const twips = (key: string) => Number(direct && (attribute(child(direct, 'ind'), key) ?? 0)) / 20
    const left = twips('left') || twips('start')
    if (left > 0 && left < 300 && numbered === undefined && heading === undefined)
      style['margin-left'] = `${Number((left / 12).toFixed(2))}em`
    const indent = Number(first('ind', 'firstLine') ?? 0) / 20
    if (indent > 0 && indent < 200 && heading === undefined) style['text-indent'] = `${Number((indent / 12).toFixed(2))}em`
    const looked: Style | undefined = Object.keys(style).length > 0 ? style : undefined
    const dir = isRtl ? ('rtl' as const) : undefined
    const isCode = names.some((one) =>
      /^(?:source code|code|html preformatted|preformatted(?: text)?|macro text|plain code)/.test(one),
    )
    return {
      name,
      heading,
      breaksPage: all.map((one) => toggle(one, 'pageBreakBefore')).find((value) => value !== undefined) ?? false,
      /** `level` is unknown where a style is numbered: the list names the style then. */
      number:
        numId !== undefined && numId !== '0' && numbered
          ? { id: numId, level: attribute(child(numbered, 'ilvl'), 'val') }
          : undefined,
      continues: /^list (?:paragraph|continue)/.test(name) && (numId === undefined || numId === '0'),
      quote: heading === undefined && names.some((one) => /quote|block text|epigraph/.test(one)),
      caption: name === 'caption',
      block(children: readonly Inline[], dropCap: boolean): Block {
        const text = plainText(children).trim()
        if (heading !== undefined && text !== '')
          return { kind: 'heading', level: heading, children: children.map(titled), style: looked, dir }
        if (isCode) return { kind: 'code', text: plainText(children) }
        if (
          /^(?:(?:[*＊•·⁂~#_–—-]\s*){3,}|⁂)$/.test(text) &&
          children.every((one) => one.kind !== 'image' && one.kind !== 'note')
        )
          return { kind: 'rule' }
        return { kind: 'paragraph', children, style: looked, dir, ...(dropCap && { dropCap }) }
      },
    }
  }
  return { run, paragraph }
}

/** Tabs in a heading are spaces. */
const titled = (one: Inline): Inline => (one.kind === 'text' ? { ...one, text: one.text.replace(/\t/g, ' ') } : one)

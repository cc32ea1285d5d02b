import { type Element, localName } from '../../xml.ts'
import { styleOf } from './attributes.ts'
import type { Changes } from './changes.ts'
import { holdsBlocks } from './kinds.ts'

/** Elements of old HTML by what says the same today: another name and a style. */
export const outdated: Readonly<Record<string, readonly [name: string, ...style: string[]]>> = {
  center: ['div', 'text-align: center'],
  font: ['span'],
  big: ['span', 'font-size: larger'],
  tt: ['span', 'font-family: monospace'],
  strike: ['span', 'text-decoration: line-through'],
  nobr: ['span', 'white-space: nowrap'],
  blink: ['span'],
  marquee: ['span'],
  acronym: ['abbr'],
  dir: ['ul'],
  menu: ['ul'],
  listing: ['pre'],
  xmp: ['pre'],
  plaintext: ['pre'],
  noframes: ['div'],
  noembed: ['div'],
  applet: ['div'],
}

/** Elements of HTML5 that EPUB 2 does not know, by what they look like there. */
export const unknownIn2: Readonly<Record<string, readonly [name: string, ...style: string[]]>> = {
  u: ['span', 'text-decoration: underline'],
  s: ['span', 'text-decoration: line-through'],
  mark: ['span', 'background-color: yellow'],
  ...Object.fromEntries(
    'section article aside nav header footer main figure figcaption hgroup details summary dialog search fieldset legend form video audio canvas'
      .split(' ')
      .map((name) => [name, ['div'] as const]),
  ),
  ...Object.fromEntries(
    'time data output meter progress bdi ruby rb rt rp rtc label button select textarea option optgroup picture datalist'
      .split(' ')
      .map((name) => [name, ['span'] as const]),
  ),
}

export const removable = new Set('wbr source track basefont bgsound spacer keygen col input param embed frame isindex'.split(' '))

/** Another name and a style; names nobody knows become the plainest element that can hold what is inside. */
export function replace(node: Element, replacement: readonly [string, ...string[]] | undefined, changes: Changes) {
  if (!changes.claim(node)) return
  const [name, ...style] = replacement ?? ['span']
  const blocks = holdsBlocks(node)
  changes.rename(node, name === 'span' && blocks ? 'div' : name)
  changes.style(node, ...style)
  if (/^(?:font|basefont)$/i.test(localName(node)))
    for (const attribute of ['color', 'face', 'size']) {
      const value = node.attribs[attribute]
      if (value === undefined) continue
      changes.drop(node, attribute)
      changes.style(node, ...(styleOf('font', attribute, value) ?? []))
    }
  if (!replacement)
    for (const attribute of Object.keys(node.attribs))
      if (!/^(?:id|class|title|lang|xml:lang|dir|style)$/.test(attribute)) changes.drop(node, attribute)
}

import { escapeXml } from '../../xml.ts'
import { isXmlCharacter, isXmlEntity, namedCharacter } from '../entities.ts'
import type { Mender, Slip } from './mend.ts'

const reference = /&(?:#(\d+)(;?)|#[xX]([0-9a-fA-F]+)(;?)|([A-Za-z_][\w.:-]*);|([A-Za-z]+)(?![\w;]))?|\]\]>/g
const looseNames =
  /^(?:nbsp|amp|lt|gt|quot|copy|reg|laquo|raquo|middot|deg|[AEIOUYaeiouy](?:grave|acute|circ|tilde|uml)|[aA]ring|[cC]cedil|[nN]tilde|[oO]slash|szlig|a[eE]lig|AElig|sect|para|pound|euro|cent|yen|frac\d\d|sup\d|times|divide|iexcl|iquest|shy|ordf|ordm|micro|macr|uml|acute|not)$/

/** What references in a run of text, or in the value of an attribute, need to be legal. */
export function* textMends(
  source: string,
  start: number,
  end: number,
  isKnown: (name: string) => boolean,
  attribute = false,
): Generator<[Slip, number, number, string]> {
  const part = source.slice(start, end)
  if (!part.includes('&') && !part.includes(']]>')) return
  for (const match of part.matchAll(reference)) {
    const from = start + match.index
    const to = from + match[0].length
    const [whole, decimal, decimalEnd, hex, hexEnd, named, loose] = match
    if (whole === ']]>') {
      if (!attribute) yield ['reference', from, to, ']]&gt;']
    } else if (decimal !== undefined || hex !== undefined) {
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
      const ended = decimalEnd === ';' || hexEnd === ';'
      if (!isXmlCharacter(code)) yield ['reference', from, to, '']
      else if (!ended) yield ['reference', from, to, `${whole};`]
    } else if (named !== undefined) {
      if (!isKnown(named)) yield ['reference', from, to, writtenCharacter(named) ?? `&amp;${named};`]
    } else if (loose !== undefined && looseNames.test(loose) && !(attribute && part[match.index + whole.length] === '=')) {
      yield ['reference', from, to, writtenCharacter(loose) ?? `&amp;${loose}`]
    } else yield ['reference', from, from + 1, '&amp;']
  }
}

/** The character itself, or an XML reference where it would read as markup or be lost. */
export function writtenCharacter(name: string): string | undefined {
  if (isXmlEntity(name)) return `&${name};`
  const text = namedCharacter(name)
  if (text === undefined) return undefined
  return [...text]
    .map((char) =>
      /[<>&"]/.test(char) ? escapeXml(char) : /[\s\u00ad\u200b-\u200f\u2060]/.test(char) ? `&#${char.codePointAt(0)};` : char,
    )
    .join('')
}

/** Script and style hold no references in HTML; in XML they need CDATA as soon as they hold `<` or `&`. */
export function rawText(source: string, start: number, end: number, name: string, mend: Mender) {
  const body = source.slice(start, end)
  if (!/[<&]/.test(body) || /<!\[CDATA\[/.test(body)) return
  if (/^\s*<!--(?:(?!--)[\s\S])*-->\s*$/.test(body)) return
  if (!/<|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/.test(body)) return
  const bare = body.replace(/^(\s*)<!--/, '$1').replace(/(?:\/\/\s*)?-->(\s*)$/, '$1')
  const safe = bare.replace(/\]\]>/g, ']]]]><![CDATA[>')
  mend('script', start, end, name === 'script' ? `//<![CDATA[\n${safe}\n//]]>` : `/*<![CDATA[*/${safe}/*]]>*/`)
}

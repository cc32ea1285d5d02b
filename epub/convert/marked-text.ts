import { type Inline, type Mark, textNode } from './model.ts'

/** What a delimiter at the start of a word makes of the words up to its twin. Longer ones are tried first. */
const delimiters: readonly (readonly [sign: string, marks: readonly Mark[]])[] = [
  ['***', ['strong', 'em']],
  ['___', ['strong', 'em']],
  ['**', ['strong']],
  ['__', ['strong']],
  ['~~', ['s']],
  ['*', ['em']],
  ['_', ['em']],
]

const linkTarget = /\(<?([^)\s>]{1,2000})>?(?:\s+"[^"\n]{0,500}")?\)/y
const address = /<(https?:\/\/[^\s>]{1,2000})>/y
const noteSign = /\[\^([^\]\s]{1,40})\]/y
const hardBreak = /(?: {2,}|\\)\n/y
const special = /[\\`![<*_~ ]/g

const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)
const isSpace = (char: string | undefined) => char === undefined || /\s/.test(char)

/** Words between signs, as Markdown has them; signs that mark nothing stay. Time grows with the text, whatever is in it. */
export function markedText(text: string, notes: ReadonlySet<string>, depth = 0): Inline[] {
  const out: Inline[] = []
  /** Signs that do not come again, from where on. */
  const gone = new Set<string>()
  let last = 0
  let at = 0
  const plain = () => {
    if (at > last) out.push(textNode(text.slice(last, at)))
  }
  const put = (inlines: readonly Inline[], end: number) => {
    plain()
    out.push(...inlines)
    at = last = end
  }
  const sticky = (shape: RegExp, from: number) => {
    shape.lastIndex = from
    return shape.exec(text)
  }
  const inner = (part: string) => (depth > 8 ? [textNode(part)] : markedText(part, notes, depth + 1))
  const find = (sign: string, from: number) => {
    const found = gone.has(sign) ? -1 : text.indexOf(sign, from)
    if (found < 0) gone.add(sign)
    return found
  }

  while (at < text.length) {
    special.lastIndex = at
    const next = special.exec(text)
    if (!next) break
    at = next.index
    const char = next[0]
    if (char === '\\' && /[\\`*_{}[\]()#+.!>~|-]/.test(text[at + 1] ?? '')) put([textNode(text[at + 1]!)], at + 2)
    else if (char === '\\' || char === ' ') {
      const found = sticky(hardBreak, at)
      if (found) put([{ kind: 'break' }], at + found[0].length)
      else if (char === ' ') {
        // A row of spaces is looked at once.
        while (text[at] === ' ') at++
      } else at++
    } else if (char === '`') {
      let run = 1
      while (text[at + run] === '`') run++
      const end = find('`', at + run)
      if (end > at + run && text.startsWith('`'.repeat(run), end) && text[end + run] !== '`')
        put([{ kind: 'mark', mark: 'code', children: [textNode(text.slice(at + run, end).trim())] }], end + run)
      else at += run
    } else if (char === '<') {
      const found = find('>', at) < 0 ? undefined : sticky(address, at)
      if (found) put([{ kind: 'link', href: found[1]!, children: [textNode(found[1]!)] }], at + found[0].length)
      else at++
    } else if (char === '!' || char === '[') {
      const start = char === '!' ? at + 1 : at
      const note = char === '[' ? sticky(noteSign, at) : undefined
      const close = text[start] === '[' ? find(']', start + 1) : -1
      const target = close > start && close - start < 1000 ? sticky(linkTarget, close + 1) : undefined
      if (note && notes.has(note[1]!)) put([{ kind: 'note', id: note[1]! }], at + note[0].length)
      else if (target && char === '!') {
        const alt = text.slice(start + 1, close)
        put(alt ? [textNode(`[${alt}]`)] : [], close + 1 + target[0].length)
      } else if (target && close > start + 1)
        put([{ kind: 'link', href: target[1]!, children: inner(text.slice(start + 1, close)) }], close + 1 + target[0].length)
      else at++
    } else if (!emphasis(char)) {
      const sign = text[at]!
      while (text[at] === sign) at++
    }
  }
  at = text.length
  plain()
  return out

  /** Marks of a run of `*`, `_` or `~` that begins here; false where it marks nothing. */
  function emphasis(char: string): boolean {
    if (isWord(text[at - 1]) || text[at - 1] === char) return false
    for (const [sign, marks] of delimiters) {
      if (!text.startsWith(sign, at) || isSpace(text[at + sign.length]) || text[at + sign.length] === char) continue
      const end = closing(sign, at + sign.length)
      if (end === undefined) continue
      const children = inner(text.slice(at + sign.length, end))
      put(
        marks.reduceRight<Inline[]>((made, mark) => [{ kind: 'mark', mark, children: made }], children),
        end + sign.length,
      )
      return true
    }
    return false
  }

  function closing(sign: string, from: number): number | undefined {
    for (let end = find(sign, from), tries = 0; end >= 0 && tries < 20; end = find(sign, end + 1), tries++) {
      const after = text[end + sign.length]
      if (end === from || isSpace(text[end - 1]) || isWord(after)) continue
      // One sign is not the half of two.
      if (sign.length === 1 && (after === sign || text[end - 1] === sign)) {
        while (text[end + 1] === sign) end++
        continue
      }
      return end
    }
    return undefined
  }
}

import { childElements, type Element, escapeXml, findElement, innerText, localName, parseMarkup } from '../xml.ts'
import type { Inline } from './model.ts'

const superscript: Readonly<Record<string, string>> = { 0: '⁰', 1: '¹', 2: '²', 3: '³', n: 'ⁿ', '+': '⁺', '-': '⁻', '−': '⁻' }
const isOne = (text: string) => /^(?:[\p{L}\p{N}.,]+|\(.*\)|√\(.*\))$/u.test(text)
const grouped = (text: string) => (isOne(text) ? text : `(${text})`)

/** An equation in one line, as it is said or typed: `(a+1)/√(b)`. For whoever has no MathML: EPUB 2, plain text, listeners. */
export function mathText(mathml: string): string {
  const math = findElement(parseMarkup(mathml), 'math')
  return math ? all(childElements(math)).replace(/\s+/g, ' ').trim() : ''
}

const all = (elements: readonly Element[]) => elements.map(one).join('')

function one(element: Element): string {
  const inner = childElements(element)
  const [base, first, second] = inner
  const text = (part: Element | undefined) => (part ? one(part) : '')
  const power = (part: Element | undefined) => {
    const value = text(part)
    const high = [...value].map((char) => superscript[char])
    return high.length > 0 && high.length < 3 && high.every(Boolean) ? high.join('') : value && `^${grouped(value)}`
  }
  const index = (part: Element | undefined) => (text(part) ? `_${grouped(text(part))}` : '')
  switch (localName(element)) {
    case 'mi':
    case 'mn':
    case 'mtext':
    case 'ms':
      return innerText(element)
    case 'mo': {
      const sign = innerText(element).trim()
      if (/^[\u2061-\u2064]$/.test(sign)) return ''
      return /^[=<>≤≥≠≈≡→⇒⇔∈±+−×⋅]$/.test(sign) ? ` ${sign} ` : sign === ',' ? ', ' : sign
    }
    case 'mfrac':
      return `${grouped(text(base).trim())}/${grouped(text(first).trim())}`
    case 'msqrt':
      return `√(${all(inner).trim()})`
    case 'mroot':
      return `${power(first).replace('^', '')}√(${text(base).trim()})`
    case 'msup':
      return `${grouped(text(base))}${power(first)}`
    case 'msub':
      return `${text(base)}${index(first)}`
    case 'msubsup':
    case 'munderover':
      return `${text(base)}${index(first)}${power(second)} `
    case 'munder':
      return `${text(base)}${index(first)} `
    case 'mover':
      return element.attribs.accent === 'true' ? text(base) : `${text(base)}${power(first)}`
    case 'mmultiscripts':
      return all(inner.filter((part) => !/^(?:mprescripts|none)$/.test(localName(part))))
    case 'mtable':
      return `[${inner
        .map((row) =>
          childElements(row)
            .map((cell) => all(childElements(cell)).trim())
            .join(', '),
        )
        .join('; ')}]`
    default:
      return inner.length > 0 ? all(inner) : innerText(element).trim()
  }
}

/** An equation of what stands inside `math`, with its text for those who hear it or cannot draw it. */
export function mathOf(inner: string, display: boolean): Inline {
  const text = mathText(`<math>${inner}</math>`)
  const block = display ? ' display="block"' : ''
  return {
    kind: 'math',
    mathml: `<math xmlns="http://www.w3.org/1998/Math/MathML" alttext="${escapeXml(text)}"${block}>${inner}</math>`,
    text,
    display,
  }
}

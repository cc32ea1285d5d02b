import { childElements, descendants, type Element, escapeXml, innerText, localName } from '../xml.ts'
import { mathOf } from './math-text.ts'
import type { Inline } from './model.ts'

const child = (element: Element | undefined, name: string) => element && childElements(element, name)[0]
const value = (element: Element | undefined, name = 'val') => element?.attribs[`m:${name}`] ?? element?.attribs[name]
const property = (element: Element, name: string) => value(child(child(element, `${localName(element)}Pr`), name))

const row = (inner: string) => `<mrow>${inner}</mrow>`

/** Content of a part (numerator, base, limit…) as one element. */
const part = (element: Element, name: string) => row(contents(child(element, name)))

const contents = (element: Element | undefined): string => (element ? childElements(element).map(one).join('') : '')

const accents: Readonly<Record<string, string>> = {
  '\u0302': '^',
  '\u0303': '~',
  '\u0304': '¯',
  '\u0305': '¯',
  '\u0307': '˙',
  '\u0308': '¨',
  '\u20d7': '→',
  '\u0301': '´',
  '\u0300': '`',
  '\u030c': 'ˇ',
}

function tokens(text: string, isPlain: boolean): string {
  if (isPlain) return `<mtext>${escapeXml(text)}</mtext>`
  return [...text.matchAll(/(\d+(?:[.,]\d+)*)|(\p{L}\p{M}*)|(\s+)|([\s\S])/gu)]
    .map(([, number, letter, space, sign]) =>
      number ? `<mn>${number}</mn>` : letter ? `<mi>${letter}</mi>` : space ? '' : `<mo>${escapeXml(sign!)}</mo>`,
    )
    .join('')
}

function run(element: Element): string {
  const properties = child(element, 'rPr')
  const isPlain = properties !== undefined && child(properties, 'nor') !== undefined
  return childElements(element)
    .map((one) =>
      localName(one) === 't'
        ? tokens(
            innerText(one),
            isPlain ||
              (innerText(one).trim().length > 0 &&
                value(child(properties, 'sty')) === 'p' &&
                /^\p{L}{2,}$/u.test(innerText(one).trim())),
          )
        : '',
    )
    .join('')
}

function nary(element: Element): string {
  const sign = `<mo>${escapeXml(property(element, 'chr') ?? '∫')}</mo>`
  const hides = (name: string) => /^(?:1|on|true)$/.test(property(element, name) ?? '')
  const [low, high] = [hides('subHide') ? undefined : part(element, 'sub'), hides('supHide') ? undefined : part(element, 'sup')]
  const isAround = property(element, 'limLoc') !== 'subSup'
  const names = isAround ? ['munder', 'mover', 'munderover'] : ['msub', 'msup', 'msubsup']
  const head =
    low && high
      ? `<${names[2]}>${sign}${low}${high}</${names[2]}>`
      : low
        ? `<${names[0]}>${sign}${low}</${names[0]}>`
        : high
          ? `<${names[1]}>${sign}${high}</${names[1]}>`
          : sign
  return row(head + part(element, 'e'))
}

function one(element: Element): string {
  switch (localName(element)) {
    case 'r':
      return run(element)
    case 'f':
      return property(element, 'type') === 'noBar'
        ? `<mfrac linethickness="0">${part(element, 'num')}${part(element, 'den')}</mfrac>`
        : `<mfrac>${part(element, 'num')}${part(element, 'den')}</mfrac>`
    case 'sSup':
      return `<msup>${part(element, 'e')}${part(element, 'sup')}</msup>`
    case 'sSub':
      return `<msub>${part(element, 'e')}${part(element, 'sub')}</msub>`
    case 'sSubSup':
      return `<msubsup>${part(element, 'e')}${part(element, 'sub')}${part(element, 'sup')}</msubsup>`
    case 'sPre':
      return `<mmultiscripts>${part(element, 'e')}<mprescripts/>${part(element, 'sub')}${part(element, 'sup')}</mmultiscripts>`
    case 'rad': {
      const isSquare = /^(?:1|on|true)$/.test(property(element, 'degHide') ?? '') || contents(child(element, 'deg')) === ''
      return isSquare ? `<msqrt>${part(element, 'e')}</msqrt>` : `<mroot>${part(element, 'e')}${part(element, 'deg')}</mroot>`
    }
    case 'nary':
      return nary(element)
    case 'd': {
      const [open, between, close] = [
        property(element, 'begChr') ?? '(',
        property(element, 'sepChr') ?? '|',
        property(element, 'endChr') ?? ')',
      ]
      const inner = childElements(element, 'e')
        .map((part) => row(contents(part)))
        .join(`<mo>${escapeXml(between)}</mo>`)
      return row(
        `${open ? `<mo fence="true">${escapeXml(open)}</mo>` : ''}${inner}${close ? `<mo fence="true">${escapeXml(close)}</mo>` : ''}`,
      )
    }
    case 'func':
      return row(`${contents(child(element, 'fName'))}<mo>\u2061</mo>${part(element, 'e')}`)
    case 'limLow':
      return `<munder>${part(element, 'e')}${part(element, 'lim')}</munder>`
    case 'limUpp':
      return `<mover>${part(element, 'e')}${part(element, 'lim')}</mover>`
    case 'acc': {
      const sign = property(element, 'chr') ?? '\u0302'
      return `<mover accent="true">${part(element, 'e')}<mo>${escapeXml(accents[sign] ?? sign)}</mo></mover>`
    }
    case 'bar':
      return property(element, 'pos') === 'top'
        ? `<mover>${part(element, 'e')}<mo>¯</mo></mover>`
        : `<munder>${part(element, 'e')}<mo>_</mo></munder>`
    case 'groupChr': {
      const sign = `<mo>${escapeXml(property(element, 'chr') ?? '⏟')}</mo>`
      return property(element, 'pos') === 'top'
        ? `<mover>${part(element, 'e')}${sign}</mover>`
        : `<munder>${part(element, 'e')}${sign}</munder>`
    }
    case 'm':
      return `<mtable>${childElements(element, 'mr')
        .map(
          (cells) =>
            `<mtr>${childElements(cells, 'e')
              .map((cell) => `<mtd>${contents(cell)}</mtd>`)
              .join('')}</mtr>`,
        )
        .join('')}</mtable>`
    case 'eqArr':
      return `<mtable>${childElements(element, 'e')
        .map((line) => `<mtr><mtd>${contents(line)}</mtd></mtr>`)
        .join('')}</mtable>`
    case 'box':
    case 'borderBox':
    case 'phant':
    case 'e':
    case 'fName':
    case 'ins':
    case 'oMath':
      return row(
        localName(element) === 'oMath' || localName(element) === 'ins'
          ? contents(element)
          : localName(element) === 'fName'
            ? contents(element)
            : part(element, 'e'),
      )
    default:
      return ''
  }
}

/** More levels than any equation has, and than anybody's stack holds. */
function isDeep(element: Element): boolean {
  let level = childElements(element)
  for (let depth = 0; level.length > 0; depth++, level = level.flatMap((one) => childElements(one))) if (depth > 150) return true
  return false
}

/** Word's equations (ECMA-376 part 1, section 22.1) as MathML. */
export function equation(element: Element, display: boolean): Inline {
  const text = [...descendants(element)]
    .filter((one) => localName(one) === 't')
    .map((one) => innerText(one))
    .join('')
    .trim()
  const inner = isDeep(element) ? `<mtext>${escapeXml(text)}</mtext>` : contents(element)
  return mathOf(inner || `<mtext>${escapeXml(text)}</mtext>`, display)
}

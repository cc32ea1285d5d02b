import { childElements, type Element, escapeXml, findElement, innerText, localName, parseMarkup } from '../xml.ts'

const run = (text: string, isPlain = false) =>
  text ? `<m:r>${isPlain ? '<m:rPr><m:nor/></m:rPr>' : ''}<m:t xml:space="preserve">${escapeXml(text)}</m:t></m:r>` : ''

const textOf = (element: Element | undefined) => (element ? innerText(element).replace(/\s+/g, ' ').trim() : '')
const part = (name: string, element: Element | undefined) => `<m:${name}>${element ? one(element) : ''}</m:${name}>`
const all = (elements: readonly Element[]) => {
  let out = ''
  for (let i = 0; i < elements.length; i++) {
    // A sum takes what follows it: Word keeps it inside.
    const sum = largeOperator(elements[i]!)
    if (sum && elements[i + 1]) out += nary(sum, elements[++i]!)
    else out += one(elements[i]!)
  }
  return out
}

const large = /^[∑∏∐∫∬∭∮⋂⋃⋀⋁]$/

interface Large {
  readonly sign: string
  readonly low: Element | undefined
  readonly high: Element | undefined
  readonly isBeside: boolean
}

function largeOperator(element: Element): Large | undefined {
  const name = localName(element)
  const [base, first, second] = childElements(element)
  const places: Readonly<Record<string, readonly [Element | undefined, Element | undefined]>> = {
    munder: [first, undefined],
    msub: [first, undefined],
    mover: [undefined, first],
    msup: [undefined, first],
    munderover: [first, second],
    msubsup: [first, second],
  }
  const found = places[name]
  if (!found || !base || localName(base) !== 'mo' || !large.test(textOf(base))) return undefined
  return { sign: textOf(base), low: found[0], high: found[1], isBeside: name.startsWith('ms') }
}

const nary = ({ sign, low, high, isBeside }: Large, body: Element | undefined) =>
  `<m:nary><m:naryPr><m:chr m:val="${sign}"/><m:limLoc m:val="${isBeside ? 'subSup' : 'undOvr'}"/>${low ? '' : '<m:subHide m:val="1"/>'}${high ? '' : '<m:supHide m:val="1"/>'}</m:naryPr>${part('sub', low)}${part('sup', high)}${part('e', body)}</m:nary>`

function row(elements: readonly Element[]): string {
  const [first] = elements
  const last = elements.at(-1)
  const isFence = (element: Element | undefined) =>
    element && localName(element) === 'mo' && (element.attribs.fence === 'true' || /^[()[\]{}|‖⟨⟩⌈⌉⌊⌋]$/.test(textOf(element)))
  if (elements.length > 2 && isFence(first) && isFence(last))
    return `<m:d><m:dPr><m:begChr m:val="${escapeXml(textOf(first))}"/><m:endChr m:val="${escapeXml(textOf(last))}"/></m:dPr><m:e>${all(elements.slice(1, -1))}</m:e></m:d>`
  return all(elements)
}

function one(element: Element): string {
  const inner = childElements(element)
  const [base, first, second] = inner
  switch (localName(element)) {
    case 'mi':
    case 'mn':
    case 'mo': {
      const text = textOf(element)
      // Marks that only steer how an equation is read aloud.
      return /^[\u2061-\u2064]$/.test(text) ? '' : run(text)
    }
    case 'mtext':
    case 'ms':
      return run(innerText(element), true)
    case 'mfrac':
      return `<m:f>${element.attribs.linethickness === '0' ? '<m:fPr><m:type m:val="noBar"/></m:fPr>' : ''}${part('num', base)}${part('den', first)}</m:f>`
    case 'msqrt':
      return `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${all(inner)}</m:e></m:rad>`
    case 'mroot':
      return `<m:rad>${part('deg', first)}${part('e', base)}</m:rad>`
    case 'msup':
    case 'msub':
    case 'msubsup':
    case 'munder':
    case 'mover':
    case 'munderover': {
      const sum = largeOperator(element)
      return sum ? nary(sum, undefined) : scripts(element)
    }
    case 'mmultiscripts': {
      const at = inner.findIndex((child) => localName(child) === 'mprescripts')
      return at < 0
        ? `<m:sSubSup>${part('e', base)}${part('sub', first)}${part('sup', second)}</m:sSubSup>`
        : `<m:sPre>${part('sub', inner[at + 1])}${part('sup', inner[at + 2])}${part('e', base)}</m:sPre>`
    }
    case 'mtable':
      return `<m:m>${inner
        .filter((line) => /^ml?(?:abeled)?tr$/.test(localName(line)))
        .map(
          (line) =>
            `<m:mr>${childElements(line)
              .map((cell) => `<m:e>${all(childElements(cell))}</m:e>`)
              .join('')}</m:mr>`,
        )
        .join('')}</m:m>`
    case 'mspace':
    case 'none':
    case 'mprescripts':
      return ''
    default:
      return inner.length > 0 ? row(inner) : run(textOf(element))
  }
}

function scripts(element: Element): string {
  const [base, first, second] = childElements(element)
  switch (localName(element)) {
    case 'msup':
      return `<m:sSup>${part('e', base)}${part('sup', first)}</m:sSup>`
    case 'msub':
      return `<m:sSub>${part('e', base)}${part('sub', first)}</m:sSub>`
    case 'msubsup':
      return `<m:sSubSup>${part('e', base)}${part('sub', first)}${part('sup', second)}</m:sSubSup>`
    case 'munder':
      return `<m:limLow>${part('e', base)}${part('lim', first)}</m:limLow>`
    case 'mover':
      return element.attribs.accent === 'true' && [...textOf(first)].length === 1
        ? `<m:acc><m:accPr><m:chr m:val="${escapeXml(combining[textOf(first)] ?? textOf(first))}"/></m:accPr>${part('e', base)}</m:acc>`
        : `<m:limUpp>${part('e', base)}${part('lim', first)}</m:limUpp>`
    default:
      return `<m:limUpp><m:e><m:limLow>${part('e', base)}${part('lim', first)}</m:limLow></m:e>${part('lim', second)}</m:limUpp>`
  }
}

/** Word writes accents as the signs that stand above a letter. */
const combining: Readonly<Record<string, string>> = {
  '^': '\u0302',
  '~': '\u0303',
  '¯': '\u0305',
  '˙': '\u0307',
  '¨': '\u0308',
  '→': '\u20d7',
  '´': '\u0301',
  '`': '\u0300',
  ˇ: '\u030c',
}

/** MathML as Word's equations; undefined for what is none. */
export function omml(mathml: string, isDisplay: boolean): string | undefined {
  const math = findElement(parseMarkup(mathml), 'math')
  const inner = math && row(childElements(math))
  if (!inner) return undefined
  return isDisplay ? `<m:oMathPara><m:oMath>${inner}</m:oMath></m:oMathPara>` : `<m:oMath>${inner}</m:oMath>`
}

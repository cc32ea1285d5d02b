/** XML Schema datatypes, as far as EPUBCheck's schemas use them (XML Schema part 2, with Jing's reading of `anyURI`). */

const nameStart =
  'A-Z_a-z\\u00B7\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}'
const nameRest = `${nameStart}\\-.0-9\\u0300-\\u036F\\u203F-\\u2040`
const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'u')

const ncName = whole(`[${nameStart.replace('\\u00B7', '')}][${nameRest}]*`)
const nmToken = whole(`[:${nameRest}]+`)

const lexical: Record<string, RegExp> = {
  language: whole('[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*'),
  NCName: ncName,
  ID: ncName,
  IDREF: ncName,
  NMTOKEN: nmToken,
  integer: /^[+-]?\d+$/,
  nonNegativeInteger: /^(\+?\d+|-0+)$/,
  positiveInteger: /^\+?0*[1-9]\d*$/,
  unsignedLong: /^\+?\d+$/,
  decimal: /^[+-]?(\d+(\.\d*)?|\.\d+)$/,
  float: /^([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF|NaN)$/,
  base64Binary: /^[A-Za-z0-9+/= ]*$/,
  hexBinary: /^([0-9a-fA-F]{2})*$/,
}

const moment = /^-?(\d{4,})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/

function isMoment(text: string, withTime: boolean): boolean {
  const match = moment.exec(text)
  if (!match || (match[4] !== undefined) !== withTime) return false
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((part) => Number(part ?? 0))
  if (!year || !month || month > 12 || !day || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return false
  return (hour < 24 && minute < 60 && second < 60) || (hour === 24 && minute === 0 && second === 0)
}

function isUri(text: string): boolean {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return false
  if (text.indexOf('#') !== text.lastIndexOf('#')) return false
  const scheme = /^[^:/?#]*:/.exec(text)?.[0]
  return !scheme || (scheme.length < text.length && /^[a-zA-Z][a-zA-Z0-9+\-.]*:$/.test(scheme))
}

export const collapse = (text: string) => (/^\S+$/.test(text) ? text : text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, ''))

function belongs(type: string, text: string): boolean {
  switch (type) {
    case 'string':
    case 'token':
    case 'normalizedString':
      return true
    case 'anyURI':
      return isUri(text)
    case 'NMTOKENS':
      return text !== '' && text.split(' ').every((part) => nmToken.test(part))
    case 'IDREFS':
      return text !== '' && text.split(' ').every((part) => ncName.test(part))
    case 'date':
      return isMoment(text, false)
    case 'dateTime':
      return isMoment(text, true)
    default: {
      const shape = lexical[type]
      if (!shape) throw new Error(`Datatype ${type} is not known`)
      return shape.test(text)
    }
  }
}

const expressions = new Map<string, RegExp>()

/** An XML Schema regular expression as one of ours: the multi-character escapes differ. */
function expression(pattern: string): RegExp {
  let known = expressions.get(pattern)
  if (!known) {
    const ours = pattern
      .replace(/\[\\i-\[:\]\]/g, `[${nameStart}]`)
      .replace(/\[(\/?)\\c-\[:\]\]/g, (_, slash: string) => `[${slash}${nameRest}]`)
      .replace(/\[\^\\s\]/g, '[^ \\t\\n\\r]')
      .replace(/\\s/g, '[ \\t\\n\\r]')
      .replace(/\\S/g, '[^ \\t\\n\\r]')
    expressions.set(pattern, (known = whole(ours)))
  }
  return known
}

function fits(facet: string, limit: string, text: string): boolean {
  switch (facet) {
    case 'pattern':
      return expression(limit).test(text)
    case 'minLength':
      return [...text].length >= Number(limit)
    case 'minExclusive':
      return Number(text) > Number(limit)
    case 'minInclusive':
      return Number(text) >= Number(limit)
    case 'maxInclusive':
      return Number(text) <= Number(limit)
    default:
      throw new Error(`Facet ${facet} is not known`)
  }
}

export type Facets = readonly (readonly [facet: string, limit: string])[]

export function isOfType(type: string, facets: Facets, raw: string): boolean {
  const text = type === 'string' ? raw : collapse(raw)
  return belongs(type, text) && facets.every(([facet, limit]) => fits(facet, limit, text))
}

export const isSameValue = (type: string, a: string, b: string) => (type === 'string' ? a === b : collapse(a) === collapse(b))

/** Custom properties with the one value that each has in the whole book; undefined values are those that differ by place. */
export type Variables = ReadonlyMap<string, string>

/** What a value is with `var()` replaced and constant `calc()`, `min()`, `max()`, `clamp()` worked out; undefined where that cannot be told. */
export function plainValue(value: string, variables: Variables): string | undefined {
  const resolved = withoutVariables(value, variables, 0)
  return resolved === undefined ? undefined : withoutMath(resolved)
}

/** Functions and properties that RMSDK stumbles over. */
export const isModern = (value: string) => /\b(?:var|min|max|clamp|calc)\(/i.test(value)

function withoutVariables(value: string, variables: Variables, depth: number): string | undefined {
  if (depth > 10) return undefined
  const at = value.search(/\bvar\(/i)
  if (at < 0) return value
  const end = closing(value, at + 3)
  if (end < 0) return undefined
  const inner = value.slice(at + 4, end)
  const comma = inner.indexOf(',')
  const name = (comma < 0 ? inner : inner.slice(0, comma)).trim()
  const known = variables.get(name.toLowerCase()) ?? (comma < 0 ? undefined : inner.slice(comma + 1).trim())
  if (known === undefined) return undefined
  return withoutVariables(value.slice(0, at) + known + value.slice(end + 1), variables, depth + 1)
}

function closing(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i++)
    if (text[i] === '(') depth++
    else if (text[i] === ')' && --depth === 0) return i
  return -1
}

interface Amount {
  readonly value: number
  readonly unit: string
}

const perPx: Readonly<Record<string, number>> = { px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 }

function withoutMath(value: string): string | undefined {
  for (let match = /\b(calc|min|max|clamp)\(/i.exec(value); match; match = /\b(calc|min|max|clamp)\(/i.exec(value)) {
    const end = closing(value, match.index + match[0].length - 1)
    const amount = end < 0 ? undefined : evaluate(value.slice(match.index, end + 1))
    if (!amount) return undefined
    value = value.slice(0, match.index) + written(amount) + value.slice(end + 1)
  }
  return value
}

const written = ({ value, unit }: Amount) => `${Number(value.toFixed(4))}${value === 0 && unit !== '%' ? '' : unit}`

/** Sums of lengths of one kind, products with numbers, and the four functions (CSS Values 4, section 10). */
function evaluate(text: string): Amount | undefined {
  const tokens = text.match(/(?:\d*\.\d+|\d+)(?:e[+-]?\d+)?(?:%|[a-z]+)?|[a-z]+\(|[-+*/(),]/gi)
  if (!tokens || tokens.join('').length !== text.replace(/\s+/g, '').length) return undefined
  let at = 0
  const fits = (a: Amount, b: Amount): [Amount, Amount] | undefined => {
    if (a.unit === b.unit) return [a, b]
    if (a.value === 0 && a.unit === '') return [{ value: 0, unit: b.unit }, b]
    if (b.value === 0 && b.unit === '') return [a, { value: 0, unit: a.unit }]
    const [x, y] = [perPx[a.unit], perPx[b.unit]]
    return x && y
      ? [
          { value: a.value * x, unit: 'px' },
          { value: b.value * y, unit: 'px' },
        ]
      : undefined
  }
  function sum(): Amount | undefined {
    let left = product()
    while (left && (tokens![at] === '+' || tokens![at] === '-')) {
      const sign = tokens![at++] === '+' ? 1 : -1
      const right = product()
      const pair = right && fits(left, right)
      left = pair && { value: pair[0].value + sign * pair[1].value, unit: pair[0].unit }
    }
    return left
  }
  function product(): Amount | undefined {
    let left = factor()
    while (left && (tokens![at] === '*' || tokens![at] === '/')) {
      const times = tokens![at++] === '*'
      const right = factor()
      if (!right) return undefined
      if (times && (left.unit === '' || right.unit === ''))
        left = { value: left.value * right.value, unit: left.unit || right.unit }
      else if (!times && right.unit === '' && right.value !== 0) left = { value: left.value / right.value, unit: left.unit }
      else return undefined
    }
    return left
  }
  function list(): Amount[] | undefined {
    const found: Amount[] = []
    for (;;) {
      const one = sum()
      if (!one) return undefined
      found.push(one)
      const next = tokens![at++]
      if (next === ')') return found
      if (next !== ',') return undefined
    }
  }
  function factor(): Amount | undefined {
    const token = tokens![at++]
    if (token === undefined) return undefined
    if (token === '-') {
      const one = factor()
      return one && { value: -one.value, unit: one.unit }
    }
    if (token === '+') return factor()
    if (token === '(') return list()?.[0]
    const name = /^([a-z]+)\($/i.exec(token)?.[1]?.toLowerCase()
    if (name) {
      const args = list()
      if (!args) return undefined
      if (name === 'calc') return args.length === 1 ? args[0] : undefined
      if (name === 'min' || name === 'max') return best(args, name)
      if (name === 'clamp' && args.length === 3) {
        const low = best(args.slice(1), 'min')
        return low && best([args[0]!, low], 'max')
      }
      return undefined
    }
    const [, digits, unit = ''] = /^([\d.]+(?:e[+-]?\d+)?)(%|[a-z]+)?$/i.exec(token) ?? []
    return digits === undefined ? undefined : { value: Number(digits), unit: unit.toLowerCase() }
  }
  function best(args: readonly Amount[], which: 'min' | 'max'): Amount | undefined {
    return args.reduce<Amount | undefined>((known, one) => {
      const pair = known && fits(known, one)
      if (!known || !pair) return undefined
      return (which === 'min' ? pair[0].value <= pair[1].value : pair[0].value >= pair[1].value) ? known : one
    }, args[0])
  }
  const result = factor()
  return result && at === tokens.length && Number.isFinite(result.value) ? result : undefined
}

/** One number to stand for a function whose parts cannot be compared: the length that is no share of the window or the text. */
export function nearValue(value: string): string | undefined {
  const inner = value.replace(/\b(?:min|max|clamp|calc)\(([^()]*)\)/gi, (_, list: string) => {
    const parts = list.split(',').map((part) => part.trim())
    const lengths = parts.filter((part) => /^-?[\d.]+(?:px|pt|em|rem|%|ex|cm|mm|in)?$/i.test(part))
    return lengths.find((part) => /(?:em|%)$/i.test(part)) ?? lengths[0] ?? '?'
  })
  return inner.includes('?') || isModern(inner) ? undefined : inner
}

/** Tokens of the RELAX NG compact syntax; annotations and comments are gone. */
export type Token =
  | { readonly is: 'name'; readonly text: string; readonly quoted: boolean }
  /** `prefix:local`, and `prefix:*` with local `*`. */
  | { readonly is: 'qualified'; readonly prefix: string; readonly local: string }
  | { readonly is: 'literal'; readonly text: string }
  | { readonly is: 'sign'; readonly text: string }

const shapes =
  /[\s\ufeff]+|#[^\n]*|(?<long>"""[\s\S]*?"""|'''[\s\S]*?''')|(?<literal>"[^"\n]*"|'[^'\n]*')|(?<qualified>[\p{L}_][\p{L}\p{N}._-]*:(?:[\p{L}_][\p{L}\p{N}._-]*|\*))|(?<name>\\?[\p{L}_][\p{L}\p{N}._-]*)|(?<sign>\|=|&=|>>|[=,|&?*+\-{}()[\]~])/uy

export function tokenise(source: string): Token[] {
  const tokens: Token[] = []
  shapes.lastIndex = 0
  while (shapes.lastIndex < source.length) {
    const at = shapes.lastIndex
    const groups = shapes.exec(source)?.groups
    if (!groups) throw new Error(`Not RELAX NG compact syntax: ${source.slice(at, at + 40)}`)
    const { long, literal, qualified, name, sign } = groups
    if (long !== undefined) tokens.push({ is: 'literal', text: unescaped(long.slice(3, -3)) })
    else if (literal !== undefined) tokens.push({ is: 'literal', text: unescaped(literal.slice(1, -1)) })
    else if (qualified !== undefined) {
      const [prefix, local] = qualified.split(':')
      tokens.push({ is: 'qualified', prefix: prefix!, local: local! })
    } else if (name !== undefined) tokens.push({ is: 'name', text: name.replace('\\', ''), quoted: name.startsWith('\\') })
    else if (sign !== undefined) tokens.push({ is: 'sign', text: sign })
  }
  return withoutAnnotations(tokens)
}

const unescaped = (text: string) =>
  text.replace(/\\x\{([0-9a-fA-F]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

/** Drops `[…]` with the name of a foreign element before it, and `>>` that tells where such a one belongs. */
function withoutAnnotations(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  for (let i = 0, depth = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const sign = token.is === 'sign' ? token.text : ''
    if (sign === '[') {
      if (depth++ === 0 && kept.at(-1)?.is === 'qualified') kept.pop()
    } else if (sign === ']') depth--
    else if (depth === 0 && sign !== '>>') kept.push(token)
  }
  return kept
}

/** Addresses in a `srcset` (HTML Standard, "parsing a srcset attribute"). */
export function sourceSet(value: string | undefined): string[] {
  const found: string[] = []
  let rest = value ?? ''
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '')
    const address = /^\S+/.exec(rest)?.[0]
    if (!address) return found
    rest = rest.slice(address.length)
    const bare = address.replace(/,+$/, '')
    if (bare) found.push(bare)
    if (bare === address) rest = rest.replace(/^(?:\([^)]*\)?|[^,(])*/, '')
  }
}

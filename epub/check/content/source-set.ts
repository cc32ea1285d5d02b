const descriptor = /^(?:\d+w|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?x|\d+h)$/

/** Addresses in a `srcset` (HTML Standard, "parsing a srcset attribute"); those with descriptors that are none are left out. */
export function sourceSet(value: string | undefined): string[] {
  const found: string[] = []
  let rest = value ?? ''
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '')
    const address = /^\S+/.exec(rest)?.[0]
    if (!address) return found
    rest = rest.slice(address.length)
    const bare = address.replace(/,+$/, '')
    let descriptors: string[] = []
    if (bare === address) {
      const written = /^(?:\([^)]*\)?|[^,(])*/.exec(rest)![0]
      rest = rest.slice(written.length)
      descriptors = written.split(/\s+/).filter(Boolean)
    }
    if (bare && isOneSize(descriptors)) found.push(bare)
  }
}

function isOneSize(descriptors: readonly string[]): boolean {
  const units = descriptors.map((one) => one.at(-1))
  return (
    descriptors.every((one) => descriptor.test(one)) &&
    new Set(units).size === units.length &&
    !(units.includes('x') && units.length > 1)
  )
}

import { knownPrefixes, voidElements } from '../elements.ts'
import type { Mender, MendOptions } from './mend.ts'
import type { Tag, Token } from './tokens.ts'

/** Prefixes that nobody declared are declared on the root where they are known, else left out. */
export function prefixes(tokens: readonly Token[], { html = false }: MendOptions, mend: Mender) {
  const tags = tokens.filter((token): token is Tag => token.kind !== 'text')
  const root = tags.find(({ kind }) => kind !== 'close')
  if (!root) return
  const declaredAnywhere = new Set(tags.flatMap(({ declares }) => declares))
  const missing = new Set<string>()
  const scopes: (readonly string[])[] = []
  const bound = (prefix: string) =>
    prefix === 'xml' || prefix === 'xmlns' || root.declares.includes(prefix) || scopes.some((scope) => scope.includes(prefix))
  const dropped: string[] = []

  for (const tag of tags) {
    if (tag.kind === 'close') {
      const prefix = tag.name.includes(':') ? tag.name.slice(0, tag.name.indexOf(':')) : ''
      if (prefix && html && dropped.at(-1) === tag.name) {
        dropped.pop()
        mend('prefix', tag.span[0], tag.span[1], '</span>')
      }
      if (scopes.length > 0) scopes.pop()
      continue
    }
    scopes.push(tag.declares)
    for (const use of tag.uses) {
      if (bound(use.prefix)) continue
      if (knownPrefixes[use.prefix] || declaredAnywhere.has(use.prefix) || !html) missing.add(use.prefix)
      else if (use.attribute) mend('prefix', use.span[0], use.span[1], '')
      else {
        mend('prefix', use.span[0], use.span[1], 'span')
        if (tag.kind === 'open') dropped.push(tag.name)
      }
    }
    if (tag.kind === 'empty' || (html && voidElements.has(tag.name))) scopes.pop()
  }
  const at = root.span[1] - (root.kind === 'empty' ? 2 : 1)
  for (const prefix of missing) mend('prefix', at, at, ` xmlns:${prefix}="${knownPrefixes[prefix] ?? `urn:prefix:${prefix}`}"`)
}

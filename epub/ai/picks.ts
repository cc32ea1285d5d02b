import type { Finding, Rule } from '../rules/rule.ts'
import type { AiOptions } from './port.ts'

/** 52 bits of a text as base 36: FNV-1a in two lanes. Not for security. */
export function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ (code + at), 0x85ebca6b) ^ (b >>> 13)
  }
  return ((a >>> 0) * 0x100000 + ((b >>> 0) & 0xfffff)).toString(36)
}

/**
 * Ids of what a rule found, by what is changed into what: the same in every run. Equal ones in one file are numbered; a
 * number that is done already is not given again.
 */
export function idsOf({ id }: Pick<Rule, 'id'>, findings: readonly Finding[], done: ReadonlySet<string> = new Set()): string[] {
  const seen = new Map<string, number>()
  return findings.map(({ path, id: code = '', before = '', after = '', note = '' }) => {
    const own = digest([path, code, before, after, note].join('\n'))
    const named = (count: number) => `${id}.${own}${count > 1 ? `.${count}` : ''}`
    let count = (seen.get(own) ?? 0) + 1
    while (done.has(named(count))) count++
    seen.set(own, count)
    return named(count)
  })
}

/** What was picked and is not done yet. */
export interface Picks {
  readonly any: boolean
  /** Whether anything of this rule was picked. */
  names(rule: Pick<Rule, 'id'>): boolean
  /** Those of the findings that were picked, in the words a person gave them. What was taken before is not taken again. */
  take(rule: Pick<Rule, 'id'>, findings: readonly Finding[]): ReadonlyMap<Finding, Finding>
  /** As it was before any was taken. */
  again(): void
}

export function picksOf({ picked = [], texts = {} }: Pick<AiOptions, 'picked' | 'texts'>): Picks {
  const wanted = Map.groupBy(picked, (id) => id.slice(0, id.indexOf('.')))
  const taken = new Set<string>()
  return {
    any: picked.length > 0,
    names: ({ id }) => wanted.has(id),
    take(rule, findings) {
      const ids = wanted.get(rule.id) ?? []
      const all = idsOf(rule, findings, taken)
      const found = new Map<Finding, Finding>()
      for (const [index, finding] of findings.entries()) {
        const id = all[index]!
        if (!ids.includes(id) || taken.has(id)) continue
        taken.add(id)
        const text = texts[id]?.replace(/\s+/g, ' ').trim()
        const own = { ...finding, picked: id }
        found.set(finding, text && finding.reworded ? { ...own, after: text, patches: finding.reworded(text) } : own)
      }
      return found
    },
    again: () => taken.clear(),
  }
}

import { describe, expect, test } from 'vitest'
import { applyPatches } from '../patch.ts'
import type { Publication } from '../publication.ts'
import type { Finding, Rule, RuleContext } from '../rules/rule.ts'
import { book, filesOf } from './book.ts'

export interface RuleCase {
  readonly broken: Publication
  /** What the rule makes of it. The files of both are compared, all of them. */
  readonly repaired: Publication
  /** What the checker said, for rules that are driven by it; targets the user aims at. */
  readonly context?: Partial<RuleContext>
  /** Number of findings, where it is the point of the case. */
  readonly findings?: number
  /** Looks closer at the findings. */
  readonly also?: (findings: readonly Finding[]) => void
}

export interface RuleTest {
  /** Left alone; the smallest sound book unless given. */
  readonly sound?: Publication | readonly Publication[]
  readonly cases: Readonly<Record<string, RuleCase>>
}

const quiet: RuleContext = { messages: [], targets: [] }

/** What `rule` finds and makes of a publication, `ask` findings included. */
export async function applyRule(rule: Rule, publication: Publication, context: Partial<RuleContext> = {}) {
  const findings = await rule.detect(publication, { ...quiet, ...context })
  const patches = rule.fix(publication, findings)
  return { findings, patches, result: applyPatches(publication, patches) }
}

/**
 * The laws of a rule: a sound book is left alone and stays the very same object; what is broken becomes exactly what the
 * case says; and what was repaired is left alone the second time.
 */
export function testRule(rule: Rule, { sound = book(), cases }: RuleTest) {
  describe(rule.id, () => {
    test('leaves a sound book alone', async () => {
      for (const publication of 'resources' in sound ? [sound] : sound) {
        const { findings, result } = await applyRule(rule, publication)
        expect(findings).toEqual([])
        expect(result).toBe(publication)
      }
    })

    for (const [name, { broken, repaired, context, findings: count, also }] of Object.entries(cases))
      test(name, async () => {
        const { findings, result } = await applyRule(rule, broken, context)
        expect(findings).not.toEqual([])
        if (count !== undefined) expect(findings).toHaveLength(count)
        also?.(findings)
        expect(filesOf(result)).toEqual(filesOf(repaired))
        const before = filesOf(broken)
        const after = filesOf(repaired)
        for (const resource of broken.resources.values())
          if (before[resource.path] === after[resource.path]) expect(result.resources.get(resource.path)).toBe(resource)

        const again = await applyRule(rule, result)
        expect(again.patches).toEqual([])
        expect(again.result).toBe(result)
      })
  })
}

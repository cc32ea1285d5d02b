import type { SchemaError } from '../message.ts'
import * as derive from './derivative.ts'
import { contentAnywhere, expectedNames, expectedValues, requiredNames } from './expectation.ts'
import { type Grammar, renewGrammar } from './grammar.ts'
import type { Pattern } from './pattern.ts'

export interface SchemaAttribute {
  readonly namespace: string
  readonly local: string
  readonly value: string
}

/** A schema in use: its grammar is replaced when documents have made its table too large. */
export interface Schema {
  grammar: Grammar
  /** Patterns that its table may hold before it is made anew. */
  readonly limit?: number
}

const tableLimit = 200_000

/**
 * Validates by derivatives and recovers the way Jing does, so that the errors after the first one are the same too:
 * after an unexpected element it goes on with what the schema says of that name elsewhere, and stays silent while
 * nothing can match.
 */
export function createValidator(schema: Schema, report: (error: SchemaError) => void) {
  let { grammar } = schema
  let { table } = grammar
  let state: Pattern = grammar.start
  /** What comes after each open element, where that is certain; its state then says nothing of it, so that all elements of a kind share theirs. */
  let followers: (Pattern | undefined)[] = []
  let failed = false
  let latest: SchemaError | undefined
  let pending = ''
  let wantsValue = false

  const silenced = () => failed && state.impossible

  function fault(error: Pick<SchemaError, 'kind'> & Partial<SchemaError>) {
    if (silenced()) return
    failed = true
    latest = { expected: [], required: [], ...error }
    report(latest)
  }

  function step(next: Pattern): boolean {
    if (next.impossible) return false
    state = next
    return true
  }

  function renewWhenLarge() {
    if (table.size() < (schema.limit ?? tableLimit)) return
    const { grammar: fresh, move } = renewGrammar(grammar)
    state = move(state)
    followers = followers.map((follower) => follower && move(follower))
    grammar = fresh
    table = grammar.table
    schema.grammar = grammar
  }

  /** Goes into an element, `next` being what is left after its name. */
  function descend(next: Pattern) {
    const follower = derive.onlyFollower(next)
    followers.push(follower)
    state = follower ? derive.withoutFollower(table, next) : next
  }

  function flushText(element: string | undefined) {
    const text = pending
    pending = ''
    if (/[^ \t\r\n]/.test(text) && !step(derive.textSeen(table, state)))
      fault({ kind: 'text', element, value: text.trim().slice(0, 80), expected: expectedNames(state, 'element') })
  }

  function enter(namespace: string, local: string) {
    const name = grammar.nameOf(namespace, local)
    let next = derive.open(table, state, name, false)
    if (!next.impossible) return descend(next)
    const muted = silenced()
    next = derive.open(table, state, name, true)
    const expected = muted ? [] : expectedNames(state, 'element')
    if (!next.impossible) {
      if (!muted) fault({ kind: 'element-yet', element: local, expected, required: requiredNames(state, 'element') })
    } else {
      const content = contentAnywhere(grammar, name)
      next = table.after(content, state)
      if (!muted) fault({ kind: content.impossible ? 'element-unknown' : 'element-here', element: local, expected })
    }
    descend(next)
  }

  function checkAttribute(element: string, { namespace, local, value }: SchemaAttribute, all: readonly SchemaAttribute[]) {
    const named = derive.attributeNamed(table, state, grammar.nameOf(namespace, local))
    if (named.impossible) {
      if (silenced()) return
      const present = new Set(all.map((attribute) => attribute.local))
      const expected = expectedNames(state, 'attribute').filter((one) => !present.has(one))
      fault({ kind: 'attribute', element, attribute: local, value, expected })
      return
    }
    if (step(derive.afterValue(table, named, value))) return
    state = named
    if (!silenced()) {
      const { values, types } = expectedValues(named)
      fault({ kind: 'attribute-value', element, attribute: local, value, expected: values, types })
    }
    state = derive.following(table, named)
  }

  return {
    startElement(namespace: string, local: string, attributes: readonly SchemaAttribute[], parent?: string) {
      flushText(parent)
      renewWhenLarge()
      enter(namespace, local)
      for (const attribute of isSorted(attributes) ? attributes : attributes.toSorted(byName))
        checkAttribute(local, attribute, attributes)
      if (!step(derive.attributesEnded(table, state, false))) {
        if (!silenced()) {
          const expected = expectedNames(state, 'attribute')
          fault({ kind: 'attribute-missing', element: local, expected, required: requiredNames(state, 'attribute') })
        }
        state = derive.attributesEnded(table, state, true)
      }
      wantsValue = state.data && !state.mixed
    },

    text(text: string) {
      pending += text
    },

    /** The document broke off inside this element. */
    breakOff(local: string) {
      if (!wantsValue) flushText(local)
    },

    endElement(local: string) {
      const follower = followers.pop()
      const onward = (next: Pattern) => (follower === undefined || next.impossible ? next : follower)
      if (wantsValue) {
        wantsValue = false
        const value = pending
        pending = ''
        if (step(onward(derive.afterValue(table, state, value)))) return
        if (!silenced()) {
          const { values, types } = expectedValues(state)
          fault({ kind: 'content-value', element: local, value, expected: values, types })
        }
        state = onward(derive.following(table, state))
        return
      }
      flushText(local)
      if (step(onward(derive.closed(table, state)))) return
      const next = onward(derive.following(table, state))
      if (!silenced()) {
        if (!next.impossible || !isCompletable(state)) {
          const expected = expectedNames(state, 'element')
          fault({ kind: 'incomplete', element: local, expected, required: requiredNames(state, 'element') })
        } else if (latest) report({ ...latest, repeated: true })
      }
      state = next
    },
  }
}

/** One fixed order makes equal attribute sets take the same way through the table. */
const byName = (a: SchemaAttribute, b: SchemaAttribute) =>
  a.local < b.local ? -1 : a.local > b.local ? 1 : a.namespace < b.namespace ? -1 : 1

function isSorted(attributes: readonly SchemaAttribute[]): boolean {
  for (let i = 1; i < attributes.length; i++) if (byName(attributes[i - 1]!, attributes[i]!) > 0) return false
  return true
}

const isCompletable = (pattern: Pattern): boolean =>
  pattern.kind === 'after' ? pattern.first!.nullable : pattern.kind === 'choice' && pattern.parts.some(isCompletable)

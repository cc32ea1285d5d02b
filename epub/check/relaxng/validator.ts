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
    ;[grammar, state] = renewGrammar(grammar, state)
    table = grammar.table
    schema.grammar = grammar
  }

  function flushText(element: string | undefined) {
    const text = pending
    pending = ''
    if (/[^ \t\r\n]/.test(text) && !step(derive.textSeen(table, state)))
      fault({ kind: 'text', element, value: text.trim().slice(0, 80), expected: expectedNames(state, 'element') })
  }

  function enter(namespace: string, local: string) {
    const name = grammar.nameOf(namespace, local)
    if (step(derive.open(table, state, name, false))) return
    const muted = silenced()
    let next = derive.open(table, state, name, true)
    const expected = muted ? [] : expectedNames(state, 'element')
    if (!next.impossible) {
      if (!muted) fault({ kind: 'element-yet', element: local, expected, required: requiredNames(state, 'element') })
    } else {
      const content = contentAnywhere(grammar, name)
      next = table.after(content, state)
      if (!muted) fault({ kind: content.impossible ? 'element-unknown' : 'element-here', element: local, expected })
    }
    state = next
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
      for (const attribute of attributes.length > 1 ? attributes.toSorted(byName) : attributes)
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
      if (wantsValue) {
        wantsValue = false
        const value = pending
        pending = ''
        if (step(derive.afterValue(table, state, value))) return
        if (!silenced()) {
          const { values, types } = expectedValues(state)
          fault({ kind: 'content-value', element: local, value, expected: values, types })
        }
        state = derive.following(table, state)
        return
      }
      flushText(local)
      if (step(derive.closed(table, state))) return
      const next = derive.following(table, state)
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

const isCompletable = (pattern: Pattern): boolean =>
  pattern.kind === 'after' ? pattern.first!.nullable : pattern.kind === 'choice' && pattern.parts.some(isCompletable)

import type { SchemaError } from '../message.ts'

const shown = 12

const list = (names: readonly string[]) =>
  names.length > shown ? `${names.slice(0, shown).join(', ')} and ${names.length - shown} more` : names.join(', ')

const quoted = (value: string | undefined) => `“${(value ?? '').slice(0, 80)}”`

/** A schema's error as a sentence. */
export function describe({ kind, element, attribute, value, expected, required, types = [] }: SchemaError): string {
  const instead = () => (expected.length > 0 ? ` Allowed here: ${list(expected)}.` : '')
  const missing = () => (required.length > 0 ? ` Missing: ${list(required)}.` : instead())
  const values = () => {
    const kinds = [...expected.map(quoted), ...types]
    return kinds.length > 0 ? ` Allowed: ${list(kinds)}.` : ''
  }
  switch (kind) {
    case 'element-unknown':
      return `The element ${quoted(element)} does not exist in this kind of document.${instead()}`
    case 'element-here':
      return `The element ${quoted(element)} is not allowed here.${instead()}`
    case 'element-yet':
      return `The element ${quoted(element)} comes too early.${missing()}`
    case 'attribute':
      return `The element ${quoted(element)} has no attribute ${quoted(attribute)}.${instead()}`
    case 'attribute-value':
      return `The attribute ${quoted(attribute)} of ${quoted(element)} cannot be ${quoted(value)}.${values()}`
    case 'attribute-missing':
      return `The element ${quoted(element)} lacks an attribute.${missing()}`
    case 'content-value':
      return `The text of ${quoted(element)} cannot be ${quoted(value)}.${values()}`
    case 'incomplete':
      return `The element ${quoted(element)} is incomplete.${missing()}`
    case 'text':
      return `Text is not allowed directly inside ${quoted(element)}: ${quoted(value)}.${instead()}`
    case 'namespace':
      return `The element ${quoted(element)} of the vocabulary ${quoted(value)} is not allowed here.`
  }
}

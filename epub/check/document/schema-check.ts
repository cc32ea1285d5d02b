import type { SchemaError } from '../message.ts'
import { createValidator, type Schema } from '../relaxng/validator.ts'
import type { Dispatch } from './dispatch.ts'
import { type Preparation, preparedAttributes, preparedNamespace } from './preparation.ts'
import { textRuns } from './text-runs.ts'
import { type Place, walk, type XmlDocument } from './xml-document.ts'

/** Runs a document past a schema. Errors come in document order, with the place of the tag they stand on. */
export function checkAgainst(
  schema: Schema,
  { root, source, fault }: XmlDocument,
  dispatch: Dispatch,
  preparation: Preparation,
  report: (error: SchemaError, place: Place) => void,
) {
  if (!root) return
  let place: Place = root
  let textFrom = root.offset
  let textTo = root.offset
  /** The last thing read was shown to the schema. */
  let isInside = false
  let around = ''
  const validator = createValidator(schema, (error) => {
    if (error.kind !== 'text') report(error, place)
    else for (const run of textRuns(source, textFrom, textTo)) report(error, run)
  })
  /** The text before this tag ends where the tag begins. */
  const reachTag = (after: number) => {
    textTo = Math.max(textFrom, source.lastIndexOf('<', after - 1))
  }
  const modes: Exclude<ReturnType<Dispatch>, { is: 'hidden' | 'refused' }>[] = []

  walk(root, {
    enter(element) {
      place = element
      reachTag(element.offset)
      const verdict = dispatch(element, modes.at(-1)?.children ?? '')
      if (verdict.is === 'refused')
        report({ kind: 'namespace', element: element.local, value: element.namespace, expected: [], required: [] }, element)
      isInside = verdict.is === 'shown'
      around = element.local
      if (verdict.is === 'refused' || verdict.is === 'hidden') return false
      if (verdict.is === 'unwrapped') textFrom = element.offset
      modes.push(verdict)
      if (verdict.is === 'unwrapped') return true
      const { attributes: isShown } = verdict
      const attributes = preparedAttributes(element, preparation)
      validator.startElement(
        preparedNamespace(element, preparation),
        element.local,
        isShown ? attributes.filter(({ namespace }) => isShown(namespace)) : attributes,
        element.parent?.local,
      )
      textFrom = element.offset
      return true
    },
    text(text) {
      validator.text(text)
    },
    leave(element) {
      place = element.end ?? element
      reachTag(element.end?.offset ?? element.offset)
      if (modes.pop()?.is === 'shown') validator.endElement(element.local)
      textFrom = element.end?.offset ?? element.offset
      isInside = element.parent !== undefined
      around = element.parent?.local ?? ''
    },
  })
  if (!fault || !isInside) return
  const tag = source.indexOf('<', textFrom)
  textTo = Math.max(textFrom, Math.min(offsetOf(source, fault), tag < 0 ? source.length : tag))
  validator.breakOff(around)
}

/** Offset of a place. */
function offsetOf(source: string, { line, column }: Place): number {
  let start = 0
  for (let i = 1; i < line; i++) start = source.indexOf('\n', start) + 1
  return start + column - 1
}

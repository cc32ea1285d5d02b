import { contentKind, isVersion3 } from '../content/documents.ts'
import { foreign, onAttribute, onMissing, onValue } from '../content/model/attributes.ts'
import { createChanges } from '../content/model/changes.ts'
import { onElement, onIncomplete, onText } from '../content/model/elements.ts'
import { type ModelError, modelErrors } from '../content/model/errors.ts'
import { toHead } from '../content/model/head.ts'
import { within } from '../content/model/kinds.ts'
import { inMath, onMath, onMissingInMath } from '../content/model/math.ts'
import { suspectsOf } from '../content/suspects.ts'
import { packageOf } from '../package/package.ts'
import { textOf } from '../publication.ts'
import { type Element, isTag, localName } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/**
 * What the content model rejects, said in a way that it takes: attributes of old HTML as style, elements renamed, wrapped or parted.
 * Driven by the schema's own errors, one pass at a time; what the first pass uncovers is left for the next.
 */
export const modelSchema = defineRule({
  id: 'model-schema',
  feature: 8,
  answers: [{ id: 'RSC-005', text: /not allowed|incomplete|missing required|is invalid/ }],
  class: 'auto',
  why: 'The page is built in a way that the standard forbids, so stores reject it and readers guess how to show it.',

  async detect(publication, context) {
    const { schemas } = context
    if (!schemas) return []
    const version = isVersion3(publication) ? 3 : 2
    const book = packageOf(publication)
    const found: Finding[] = []
    for (const resource of suspectsOf(publication, context, 'xhtml', 'svg')) {
      const isSvg = contentKind(resource) === 'svg'
      const isNav = book?.itemAt(resource.path)?.properties.includes('nav') ?? false
      const errors = await modelErrors(resource, { version, isNav, isSvg }, schemas)
      if (errors.length === 0) continue
      const changes = createChanges(resource.path, textOf(resource))
      for (const error of errors) {
        if (isNav && error.kind !== 'attribute' && insideNav(error)) continue
        changes.begin(error.node, noteOf(error))
        answer(error, changes, version)
      }
      found.push(...changes.findings())
    }
    return found
  },

  fix: carriedPatches,
})

function answer(error: ModelError, changes: ReturnType<typeof createChanges>, version: 2 | 3) {
  const { node } = error
  if (
    /^(?:meta|link|base)$/.test(localName(node)) &&
    !foreign(node) &&
    !within(node, 'head') &&
    node.attribs.itemprop === undefined
  )
    return toHead(node, changes)
  if (
    !/^attribute/.test(error.kind) &&
    (error.kind === 'incomplete' || error.kind === 'text' ? inMath(node) : isTag(node.parent!) && inMath(node.parent))
  )
    return error.repeated ? undefined : onMath(error, changes)
  switch (error.kind) {
    case 'attribute':
      return onAttribute(error, changes, version)
    case 'attribute-value':
      return onValue(error, changes, version)
    case 'attribute-missing':
      return foreign(error.node) ? onMissingInMath(error, changes) : onMissing(error, changes)
    case 'element-unknown':
    case 'element-here':
    case 'element-yet':
    case 'namespace':
      return onElement(error, changes, version)
    case 'text':
      return onText(error, changes)
    case 'incomplete':
      return onIncomplete(error, changes, version)
  }
}

function noteOf({ kind, node, attribute }: ModelError): string {
  const name = localName(node)
  switch (kind) {
    case 'attribute':
      return `“${attribute}” is not allowed on “${name}”.`
    case 'attribute-value':
      return `“${attribute}” of “${name}” has a value that is not allowed.`
    case 'attribute-missing':
      return `“${name}” lacks an attribute.`
    case 'text':
      return 'Text stands where only elements may.'
    case 'incomplete':
      return `“${name}” lacks what it must hold.`
    default:
      return `“${name}” is not allowed here.`
  }
}

/** The lists of a navigation document are mended by the rules that know them. */
function insideNav({ node }: ModelError): boolean {
  for (let at: Element | undefined = node; at; at = at.parent && isTag(at.parent) ? at.parent : undefined)
    if (localName(at) === 'nav') return true
  return false
}

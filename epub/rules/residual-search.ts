import { checkPublication } from '../check/check.ts'
import { isError, type Message } from '../check/message.ts'
import { contentKind } from '../content/documents.ts'
import { featureOf } from '../feature-of.ts'
import { dropAttribute, dropElement, renameElement, replaceText, unwrap } from '../package/edit.ts'
import { applyPatches, type Patch } from '../patch.ts'
import { type Publication, type Resource, textOf } from '../publication.ts'
import {
  childElements,
  descendants,
  type Element,
  findElements,
  innerText,
  isTag,
  localName,
  type Span,
  startTagSpan,
  treeOf,
} from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Elements that are tried in one pass, and edits for each of them. */
const elements = 12
const tries = 3
/** A check of a large book costs more, so that fewer are made: characters of pages that may be read again in all. */
const budget = 20_000_000

/**
 * The last errors: on the very element that the checker names a few edits are tried, and the one that removes the message and
 * brings no other is kept. It runs when the rules that know what they do have had their turn.
 */
export const residualSearch = defineRule({
  id: 'residual-search',
  feature: 37,
  answers: [{ id: 'RSC-005' }, { id: 'RSC-016' }, { id: 'HTM-055' }],
  class: 'auto',
  why: 'The page held something that no known pattern explains, and that strict stores reject.',

  async detect(publication, { schemas, lastResort, offering, leave = [] }) {
    if (!schemas || !lastResort || offering) return []
    const check = (candidate: Publication) => checkPublication(candidate, { schemas })
    const messages = (await check(publication)).filter(isError)
    // what somebody wants left alone is not mended by another name
    const own = messages.filter((message) => !leave.includes(featureOf(message)))
    const weight = weightOf(messages)
    let left = Math.min(elements * tries, Math.floor(budget / Math.max(1, sizeOf(publication))))
    const findings: Finding[] = []
    const busy = new Set<string>()
    for (const message of own) {
      const place = placeOf(publication, message)
      if (!place || busy.has(place.resource.path) || findings.length >= elements) continue
      for (const { patches, note } of candidates(place.resource, place.element, message).slice(0, tries)) {
        if (left-- <= 0) return findings
        const candidate = applyPatches(publication, patches)
        if (candidate.resources.get(place.resource.path) === place.resource) continue
        const after = (await check(candidate)).filter(isError)
        if (weightOf(after) >= weight || after.some((one) => isSame(one, message))) continue
        const span = startTagSpan(textOf(place.resource), place.element)
        const before = textOf(place.resource).slice(...span)
        const first = patches.find((patch) => patch.kind === 'text')
        const changed = first?.kind === 'text' ? first.after : ''
        findings.push({ path: place.resource.path, span, before, after: changed, note, patches })
        // Places in this page have moved; its other errors wait for the next pass.
        busy.add(place.resource.path)
        break
      }
    }
    return findings
  },

  fix: carriedPatches,
})

const weightOf = (messages: readonly Message[]) =>
  messages.reduce((sum, { severity }) => sum + (severity === 'FATAL' ? 1000 : 1), 0)

const isSame = (a: Message, b: Message) =>
  a.id === b.id && a.path === b.path && a.text === b.text && Math.abs(a.line - b.line) < 2

const sizeOf = ({ resources }: Publication) =>
  [...resources.values()].reduce((sum, resource) => sum + (contentKind(resource) === 'xhtml' ? resource.size : 0), 0)

/** The element whose start tag ends where the message points, or the innermost one round that place. */
function placeOf(publication: Publication, { path, line, column, schema }: Message) {
  const resource = publication.resources.get(path)
  const kind = resource && contentKind(resource)
  if (!resource?.bytes || line === 0 || (kind !== 'xhtml' && kind !== 'svg')) return undefined
  const source = textOf(resource)
  let offset = 0
  for (let n = 1; n < line; n++) {
    const next = source.indexOf('\n', offset)
    if (next < 0) return undefined
    offset = next + 1
  }
  offset += column - 1
  let best: Element | undefined
  for (const element of descendants(treeOf(resource))) {
    if (element.startIndex! >= offset) break
    const [, end] = startTagSpan(source, element)
    if (end === offset && (!schema?.element || localName(element) === schema.element)) return { resource, element }
    if (element.endIndex! + 1 >= offset) best = element
  }
  const named = best && schema?.element ? ancestor(best, schema.element) : undefined
  const element = named ?? best
  return element && isTag(element) && !/^(html|head|body)$/.test(localName(element)) ? { resource, element } : undefined
}

function ancestor(element: Element, name: string): Element | undefined {
  for (let at: Element | undefined = element; at; at = at.parent && isTag(at.parent) ? at.parent : undefined)
    if (localName(at) === name) return at
  return undefined
}

interface Candidate {
  readonly patches: readonly Patch[]
  readonly note: string
}

/** What can be done to one element without a new word: an attribute less, another name, no tags, or nothing of what is empty. */
function candidates(resource: Resource, element: Element, { schema }: Message): Candidate[] {
  const name = localName(element)
  const isEmpty =
    innerText(element).trim() === '' &&
    findElements(element, '*').every((one) => !/^(img|svg|math|audio|video|object|image)$/.test(localName(one)))
  const list: Candidate[] = []
  const add = (patches: readonly Patch[], note: string) => patches.length > 0 && list.push({ patches, note })
  if (schema?.attribute && element.attribs[schema.attribute] !== undefined)
    add(dropAttribute(resource, element, schema.attribute), `“${schema.attribute}” is taken off “${name}”.`)
  if (schema?.kind === 'attribute-missing')
    for (const required of schema.required.slice(0, 1))
      if (/^(alt|title)$/.test(required))
        add([replaceText(resource, afterName(element), ` ${required}=""`)], `“${name}” gets an empty “${required}”.`)
  // What is shown, played or loaded is no mere wrapping.
  if (held.test(name)) return list
  if (/^element|^namespace/.test(schema?.kind ?? '')) {
    if (isEmpty && childElements(element).length === 0 && !/^(br|hr)$/.test(name))
      add([dropElement(resource, element)], `The empty “${name}” is taken out.`)
    add(unwrap(resource, element), `The tags of “${name}” are taken away; what they hold stays.`)
    add(renameElement(resource, element, 'div'), `“${name}” becomes “div”.`)
    add(renameElement(resource, element, 'span'), `“${name}” becomes “span”.`)
  } else if (schema?.kind === 'incomplete' || schema?.kind === 'text') {
    if (isEmpty) add([dropElement(resource, element)], `The empty “${name}” is taken out.`)
    add(renameElement(resource, element, 'div'), `“${name}” becomes “div”.`)
    add(unwrap(resource, element), `The tags of “${name}” are taken away; what they hold stays.`)
  } else if (!schema) {
    if (isEmpty && childElements(element).length === 0) add([dropElement(resource, element)], `The empty “${name}” is taken out.`)
    for (const attribute of Object.keys(element.attribs).filter((one) => !/^(id|class|href|src|alt)$/.test(one)))
      add(dropAttribute(resource, element, attribute), `“${attribute}” is taken off “${name}”.`)
    add(unwrap(resource, element), `The tags of “${name}” are taken away; what they hold stays.`)
  }
  return list
}

const held = /^(img|image|svg|math|audio|video|object|embed|iframe|canvas|source|track|link|script|style|meta|input|use)$/

const afterName = (element: Element): Span => {
  const at = element.startIndex! + 1 + element.name.length
  return [at, at]
}

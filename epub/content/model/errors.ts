import { documentOf } from '../../check/document/read.ts'
import { checkAgainst } from '../../check/document/schema-check.ts'
import type { Place } from '../../check/document/xml-document.ts'
import { kinds } from '../../check/documents.ts'
import type { SchemaError } from '../../check/message.ts'
import { type SchemaSource, schemaLibrary } from '../../check/schemas.ts'
import type { Resource } from '../../publication.ts'
import { type ChildNode, type Document, descendants, type Element, isTag, isText, treeOf } from '../../xml.ts'

/** A schema error with the element it stands on in the tolerant tree. */
export interface ModelError extends SchemaError {
  readonly node: Element
  /** The error stands on the end tag: what the element holds is incomplete, or its last text is not allowed. */
  readonly atEnd: boolean
  /** The text that is not allowed, for an error about text; `node` is its parent then. */
  readonly text?: ChildNode
}

const kept = new WeakMap<Resource, Map<string, readonly ModelError[]>>()

/** What the content model of its kind rejects in a well-formed page; nothing for one that is not. */
export async function modelErrors(
  resource: Resource,
  { version, isNav, isSvg }: { readonly version: 2 | 3; readonly isNav: boolean; readonly isSvg: boolean },
  schemas: SchemaSource,
): Promise<readonly ModelError[]> {
  const kind = isSvg ? kinds.svg(version) : isNav && version === 3 ? kinds.nav : kinds.xhtml(version)
  const known = kept.get(resource) ?? new Map<string, readonly ModelError[]>()
  kept.set(resource, known)
  const key = `${kind.name} ${version}`
  let errors = known.get(key)
  if (!errors) known.set(key, (errors = await judged(resource, kind, version, schemas)))
  return errors
}

type Kind = ReturnType<typeof kinds.xhtml>

async function judged(resource: Resource, kind: Kind, version: 2 | 3, schemas: SchemaSource): Promise<ModelError[]> {
  const library = schemaLibrary(schemas)
  const document = await documentOf(resource, version, library)
  if (document.fault || !document.root || !kind.schema) return []
  const nodes = [...descendants(treeOf(resource))]
  if (nodes.length !== document.elements.length) return []

  const starts = new Map<Place, Element>(document.elements.map((element, index) => [element, nodes[index]!]))
  const ends = new Map<Place, Element>()
  document.elements.forEach((element, index) => {
    if (element.end) ends.set(element.end, nodes[index]!)
  })
  const errors: ModelError[] = []
  const seen = new Set<ChildNode>()
  const lines = lineStarts(document.source)
  const offsetOf = ({ line, column }: Place) => (lines[line - 1] ?? 0) + column - 1
  const isXhtml = kind.mediaType === 'application/xhtml+xml'
  checkAgainst(
    await library.schema(kind.schema),
    document,
    kind.dispatch ?? (() => ({ is: 'shown', children: '' })),
    { version, isXhtml },
    (error, place) => {
      if (errors.length >= 2000) return
      if (error.kind === 'text') {
        const text = textAt(treeOf(resource), offsetOf(place) - 1)
        if (text?.parent && isTag(text.parent) && !seen.has(text))
          errors.push({ ...error, node: text.parent, atEnd: false, text })
        if (text) seen.add(text)
        return
      }
      const end = ends.get(place)
      const node = end ?? starts.get(place)
      if (node) errors.push({ ...error, node, atEnd: end !== undefined })
    },
  )
  return errors
}

function lineStarts(source: string): number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The text or CDATA that stands at an offset. */
function textAt(root: Document, offset: number): ChildNode | undefined {
  let node: Document | ChildNode = root
  while ('children' in node) {
    const inside: ChildNode | undefined = node.children.find(
      ({ startIndex, endIndex }) => startIndex! <= offset && offset <= endIndex!,
    )
    if (!inside) return undefined
    if (isText(inside)) return inside.parent?.type === 'cdata' ? (inside.parent as ChildNode) : inside
    node = inside
  }
  return undefined
}

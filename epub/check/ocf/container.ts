import * as ns from '../document/namespaces.ts'
import { attributeOf, type XmlDocument } from '../document/xml-document.ts'
import type { Say } from '../report.ts'
import { createResolver, type Url } from '../url.ts'

export const containerPath = 'META-INF/container.xml'
const packageType = 'application/oebps-package+xml'

export interface ContainerFacts {
  readonly packages: readonly Url[]
  /** A rendition mapping document. */
  readonly mapping: Url | undefined
}

/** Reads `META-INF/container.xml`: addresses in it start at the root. */
export function readContainer({ elements }: XmlDocument, say: Say): ContainerFacts {
  const resolver = createResolver('')
  const packages: Url[] = []
  let mapping: Url | undefined
  for (const element of elements) {
    if (element.namespace !== ns.container) continue
    const resolve = (written: string) => resolver.resolve(written, (id, text) => say(id, element, text))
    if (element.local === 'rootfile') {
      const path = attributeOf(element, 'full-path')
      if (path === undefined) say('OPF-016', element, 'A “rootfile” does not say where the package document is.')
      else if (!path.trim()) say('OPF-017', element, 'The path of a “rootfile” is empty.')
      else {
        const url = resolve(path)
        if (url && attributeOf(element, 'media-type')?.trim().toLowerCase() === packageType) packages.push(url)
      }
    } else if (element.local === 'link' && attributeOf(element, 'rel')?.trim() === 'mapping') {
      const href = attributeOf(element, 'href')
      if (href?.trim()) mapping = resolve(href) ?? mapping
    }
  }
  return { packages, mapping }
}

export type Peeked =
  | { readonly version: 2 | 3; readonly types: ReadonlySet<string> }
  | { readonly version: undefined; readonly reason: string; readonly stops: boolean }

const knownTypes = new Set(['epub', 'dictionary', 'edupub', 'index', 'preview'])

/** The version of a package document, and the types that decide by which rules it is judged. */
export function peekPackage({ elements }: XmlDocument): Peeked {
  const [root] = elements
  if (!root) return { version: undefined, reason: 'it has no content', stops: false }
  if (root.local !== 'package') return { version: undefined, reason: `its root is “${root.local}”, not “package”`, stops: true }
  const written = attributeOf(root, 'version')
  if (written === undefined) return { version: undefined, reason: 'its version is not stated', stops: true }
  if (written !== '2.0' && written !== '3.0') return { version: undefined, reason: `its version is “${written}”`, stops: true }
  const types = new Set<string>()
  for (const { namespace, local, children, end } of elements) {
    if (local !== 'type' || namespace !== ns.dc || !end) continue
    const type = children
      .filter((child) => typeof child === 'string')
      .join('')
      .trim()
      .toLowerCase()
    if (knownTypes.has(type)) types.add(type)
  }
  return { version: written === '3.0' ? 3 : 2, types }
}

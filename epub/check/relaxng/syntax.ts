import type { Facets } from './datatype.ts'
import type { NameClass } from './name-class.ts'

/** A RELAX NG schema as written, in either syntax, with names already resolved to namespaces. */
export type Syntax =
  | { readonly is: 'text' | 'empty' | 'not-allowed' }
  | { readonly is: 'element' | 'attribute'; readonly names: NameClass; readonly content: Syntax }
  | { readonly is: 'group' | 'choice' | 'interleave'; readonly parts: readonly Syntax[] }
  | { readonly is: 'optional' | 'zero-or-more' | 'one-or-more' | 'mixed' | 'list'; readonly content: Syntax }
  | { readonly is: 'ref' | 'parent-ref'; readonly name: string }
  | { readonly is: 'value'; readonly type: string; readonly value: string }
  | { readonly is: 'data'; readonly type: string; readonly facets: Facets; readonly except: Syntax | undefined }
  | { readonly is: 'grammar'; readonly components: readonly Component[] }
  | { readonly is: 'external'; readonly file: FileReference }

export type Component =
  | { readonly is: 'define'; readonly name: string; readonly combine: Combine; readonly content: Syntax }
  | { readonly is: 'include'; readonly file: FileReference; readonly overrides: readonly Component[] }

export type Combine = 'choice' | 'interleave' | undefined

/** Name under which `start` is defined; no identifier can be equal to it. */
export const startName = '<start>'

export interface FileReference {
  /** Path inside the schema folder. */
  readonly path: string
  /** Namespace of unprefixed names where the file does not say itself. */
  readonly namespace: string
}

export const sequence = (parts: readonly Syntax[]): Syntax => (parts.length === 1 ? parts[0]! : { is: 'group', parts })

/** Files that a schema refers to, at any depth of its own text. */
export function references(syntax: Syntax): FileReference[] {
  const found: FileReference[] = []
  const visit = (node: Syntax | Component) => {
    if (node.is === 'external' || node.is === 'include') found.push(node.file)
    if ('overrides' in node) node.overrides.forEach(visit)
    if ('components' in node) node.components.forEach(visit)
    if ('parts' in node) node.parts.forEach(visit)
    if ('content' in node) visit(node.content)
  }
  visit(syntax)
  return found
}

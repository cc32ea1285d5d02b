import * as ns from './namespaces.ts'
import type { XmlElement } from './xml-document.ts'

/**
 * Which parts of a document a schema sees: the NVDL scripts of EPUBCheck, as far as they matter.
 * `mode` is what the parent's verdict said of its children; empty for the root.
 */
export type Dispatch = (element: XmlElement, mode: string) => Verdict

export type Verdict =
  | { readonly is: 'shown'; readonly children: string; readonly attributes?: ((namespace: string) => boolean) | undefined }
  /** The element is left out, its children stand in its place. */
  | { readonly is: 'unwrapped'; readonly children: string }
  /** Element and children are left out; an error when they are `refused`. */
  | { readonly is: 'hidden' }
  | { readonly is: 'refused' }

const familiar = new Set([ns.xhtml, ns.ops, ns.xlink, ns.xml, ''])
const isFamiliar = (namespace: string) => familiar.has(namespace)

const shown: Verdict = { is: 'shown', children: '' }
export const showAll: Dispatch = () => shown

/** `epub-xhtml-30.nvdl`: everything, but a title holds text and XHTML only. */
export const showXhtml3: Dispatch = (element, mode) => {
  if (!element.parent && element.namespace !== ns.xhtml) return { is: 'refused' }
  if (mode === 'title' && element.namespace !== ns.xhtml) return { is: 'refused' }
  if (element.local === 'title') return { is: 'shown', children: 'title' }
  return mode === '' ? shown : { is: 'shown', children: mode }
}

/** `epub-svg-30.nvdl`: SVG and XHTML; other vocabularies pass unseen, except inside `foreignObject`. */
export const showSvg3: Dispatch = (element, mode) => {
  const { namespace, local } = element
  if (!element.parent && namespace !== ns.svg) return { is: 'refused' }
  const isKnown = namespace === ns.svg || namespace === ns.xhtml
  if (mode === 'foreign' && !isKnown) return { is: 'hidden' }
  if (mode === 'title' && namespace !== ns.xhtml) return { is: 'refused' }
  const children =
    namespace === ns.svg && local === 'foreignObject'
      ? 'any'
      : namespace === ns.svg && local === 'title'
        ? 'title'
        : mode || 'foreign'
  return { is: 'shown', children, attributes: children === 'foreign' ? isFamiliar : undefined }
}

const shownContent: Verdict = { is: 'shown', children: 'content' }

/** `ops20.nvdl`: XHTML, with `ops:switch` taken away round its default, and SVG whose foreign parts pass unseen. */
export const showXhtml2: Dispatch = (element, mode) => {
  const { namespace, local } = element
  if (!element.parent) return namespace === ns.xhtml ? shownContent : { is: 'refused' }
  const isKnown = namespace === ns.xhtml || namespace === ns.svg
  if (mode === 'foreign') {
    return isKnown ? { is: 'shown', children: mode, attributes: isFamiliar } : { is: 'hidden' }
  }
  if (namespace === ns.ops) return local === 'case' ? { is: 'hidden' } : { is: 'unwrapped', children: mode }
  if (namespace === ns.svg) return { is: 'shown', children: 'foreign', attributes: isFamiliar }
  if (namespace !== ns.xhtml) return { is: 'refused' }
  return mode === 'content' ? shownContent : { is: 'shown', children: mode }
}

/** `ops20-svg.nvdl`. */
export const showSvg2: Dispatch = (element) => {
  const isKnown = element.namespace === ns.xhtml || element.namespace === ns.svg
  if (!element.parent && element.namespace !== ns.svg) return { is: 'refused' }
  return isKnown ? { is: 'shown', children: 'foreign', attributes: isFamiliar } : { is: 'hidden' }
}

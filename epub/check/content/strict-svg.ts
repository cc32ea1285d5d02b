import type { Dispatch } from '../document/dispatch.ts'
import * as ns from '../document/namespaces.ts'
import { checkAgainst } from '../document/schema-check.ts'
import { describe } from '../document/schema-text.ts'
import type { XmlDocument } from '../document/xml-document.ts'
import { strictSvg } from '../documents.ts'
import type { Say } from '../report.ts'
import type { SchemaLibrary } from '../schemas.ts'

/** `epub-svg-30-informative.nvdl`: SVG alone; what stands inside in other vocabularies passes unseen. */
const showSvgAlone: Dispatch = ({ namespace }) =>
  namespace === ns.svg ? { is: 'shown', children: '', attributes: (namespace) => namespace === '' } : { is: 'hidden' }

/** Remarks (USAGE) on drawings that are not strictly SVG 1.1; each one is judged by itself. */
export async function remarkStrictSvg(document: XmlDocument, mediaType: string, library: SchemaLibrary, say: Say) {
  const roots = document.elements.filter(({ namespace, parent }) => namespace === ns.svg && parent?.namespace !== ns.svg)
  // A page in a browser does without this schema: it would be a quarter of what is loaded, for remarks that it never shows.
  if (roots.length === 0 || !library.holds(strictSvg)) return
  const schema = await library.schema(strictSvg)
  const preparation = { version: 3, isXhtml: mediaType === 'application/xhtml+xml' } as const
  for (const root of roots) {
    const drawing = { ...document, root, fault: root.end ? undefined : document.fault }
    checkAgainst(schema, drawing, showSvgAlone, preparation, (error, place) =>
      say('RSC-025', place, `Not strictly SVG 1.1: ${describe(error)}`),
    )
  }
}

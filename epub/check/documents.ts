import type { Resource } from '../publication.ts'
import { type Dispatch, showAll, showSvg2, showSvg3, showXhtml2, showXhtml3 } from './document/dispatch.ts'
import type { Preparation } from './document/preparation.ts'
import { checkReading, documentOf, type Reading } from './document/read.ts'
import { checkAgainst } from './document/schema-check.ts'
import { describe } from './document/schema-text.ts'
import type { XmlDocument } from './document/xml-document.ts'
import type { Message } from './message.ts'
import { message, type Report, type Say } from './report.ts'
import { collections } from './rules/collections.ts'
import { containerMetadata } from './rules/container-metadata.ts'
import { nav } from './rules/nav.ts'
import { ncx } from './rules/ncx.ts'
import { package2 } from './rules/package2.ts'
import { package3 } from './rules/package3.ts'
import { container3, mapping } from './rules/renditions-container.ts'
import { type Rule, uniqueIds } from './rules/tree.ts'
import { xhtml2 } from './rules/xhtml2.ts'
import { xhtml3 } from './rules/xhtml3.ts'
import type { SchemaLibrary } from './schemas.ts'

/** How one kind of document is checked by itself. */
export interface DocumentKind {
  readonly name: string
  readonly mediaType: string
  readonly schema?: string
  readonly dispatch?: Dispatch
  /** Rules that a grammar cannot say; run on whole documents only. */
  readonly rules?: readonly Rule[]
}

const perDocument = 500

interface Judged {
  readonly messages: readonly Message[]
  readonly unsaid: number
}

const kept = new WeakMap<Resource, Map<string, Judged>>()

/** Reads a document and says what is wrong with it by itself; kept for the resource, so that only what changed is checked again. */
export async function checkDocument(
  resource: Resource,
  kind: DocumentKind,
  version: 2 | 3,
  { library, report }: { readonly library: SchemaLibrary; readonly report: Report },
): Promise<XmlDocument> {
  const document = await documentOf(resource, version, library)
  let known = kept.get(resource)
  if (!known) kept.set(resource, (known = new Map()))
  const key = `${kind.name} ${version}`
  let judged = known.get(key)
  if (!judged) known.set(key, (judged = await judge(resource, document, kind, version, library)))
  judged.messages.forEach(report.add)
  report.skip(judged.unsaid)
  return document
}

async function judge(
  resource: Resource,
  document: XmlDocument,
  { mediaType, schema, dispatch = showAll, rules = [] }: DocumentKind,
  version: 2 | 3,
  library: SchemaLibrary,
): Promise<Judged> {
  const messages: Message[] = []
  let unsaid = 0
  const say: Say = (id, place, text, error) => {
    if (messages.length < perDocument) messages.push(message(id, resource.path, place, text, error))
    else unsaid++
  }
  const reading: Reading = { version, mediaType }
  checkReading(document, resource, reading, say)
  if (schema) {
    const preparation: Preparation = { version, isXhtml: mediaType === 'application/xhtml+xml' }
    checkAgainst(await library.schema(schema), document, dispatch, preparation, (error, place) => {
      if (messages.length < perDocument) say('RSC-005', place, describe(error), error)
      else unsaid++
    })
  }
  if (!document.fault) for (const rule of rules) rule(document, say)
  return { messages, unsaid }
}

export const kinds = {
  container: (version: 2 | 3): DocumentKind => ({
    name: 'container',
    mediaType: 'application/xml',
    schema: version === 2 ? '20/rng/container.rng' : '30/ocf-container-30.rnc',
    rules: version === 2 ? [] : container3,
  }),
  encryption: (version: 2 | 3): DocumentKind => ({
    name: 'encryption',
    mediaType: 'application/xml',
    schema: version === 2 ? '20/rng/encryption.rng' : '30/ocf-encryption-30.rnc',
    rules: version === 2 ? [] : [uniqueIds({ attribute: 'Id' })],
  }),
  signatures: (version: 2 | 3): DocumentKind => ({
    name: 'signatures',
    mediaType: 'application/xml',
    schema: version === 2 ? '20/rng/signatures.rng' : '30/ocf-signatures-30.rnc',
  }),
  metadata: { name: 'metadata', mediaType: 'application/xml', schema: '30/ocf-metadata-30.rnc', rules: containerMetadata },
  plainMetadata: { name: 'plain metadata', mediaType: 'application/xml' },
  mapping: { name: 'mapping', mediaType: 'application/xhtml+xml', schema: '30/multiple-renditions/mapping.rnc', rules: mapping },
  package: (version: 2 | 3): DocumentKind => ({
    name: 'package',
    mediaType: 'opf',
    schema: version === 2 ? '20/rng/opf.rng' : '30/package-30.rnc',
    rules: version === 2 ? package2 : [...package3, collections],
  }),
  xhtml: (version: 2 | 3): DocumentKind =>
    version === 2
      ? {
          name: 'xhtml',
          mediaType: 'application/xhtml+xml',
          schema: '20/rng/content-xhtml.rng',
          dispatch: showXhtml2,
          rules: xhtml2,
        }
      : {
          name: 'xhtml',
          mediaType: 'application/xhtml+xml',
          schema: '30/epub-xhtml-30.rnc',
          dispatch: showXhtml3,
          rules: xhtml3,
        },
  svg: (version: 2 | 3): DocumentKind =>
    version === 2
      ? { name: 'svg', mediaType: 'image/svg+xml', schema: '20/rng/svg11.rng', dispatch: showSvg2, rules: [uniqueIds()] }
      : { name: 'svg', mediaType: 'image/svg+xml', schema: '30/epub-svg-30.rnc', dispatch: showSvg3, rules: [uniqueIds()] },
  nav: { name: 'nav', mediaType: 'application/xhtml+xml', schema: '30/epub-nav-30.rnc', rules: [...xhtml3, ...nav] },
  ncx: { name: 'ncx', mediaType: 'application/x-dtbncx+xml', schema: '20/rng/ncx.rng', rules: ncx },
  overlay: { name: 'overlay', mediaType: 'application/smil+xml', schema: '30/media-overlay-30.rnc', rules: [uniqueIds()] },
  dtbook: { name: 'dtbook', mediaType: 'application/x-dtbook+xml', schema: '20/rng/dtbook-2005-2.rng' },
  searchKeyMap: {
    name: 'search key map',
    mediaType: 'application/vnd.epub.search-key-map+xml',
    schema: '30/dict/search-key-map.rnc',
  },
  /** Read for its well-formedness and its links only. */
  plain: (mediaType: string): DocumentKind => ({ name: `plain ${mediaType}`, mediaType }),
} as const

/** Drawings are held against it for remarks only. */
export const strictSvg = '30/epub-svg-30-informative.rnc'

/** Every schema that decides whether a document is sound, by its path. */
export const schemaPaths: readonly string[] = [
  ...new Set(
    [kinds.container, kinds.encryption, kinds.signatures, kinds.package, kinds.xhtml, kinds.svg]
      .flatMap((kind): DocumentKind[] => [kind(2), kind(3)])
      .concat(kinds.metadata, kinds.mapping, kinds.nav, kinds.ncx, kinds.overlay, kinds.dtbook, kinds.searchKeyMap)
      .flatMap(({ schema }) => schema ?? []),
  ),
]

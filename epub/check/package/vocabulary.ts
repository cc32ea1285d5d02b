import type { Place } from '../document/xml-document.ts'
import { ownValue } from '../own.ts'
import type { Say } from '../report.ts'

/** A set of property names behind a prefix; without names every name is taken. */
export interface Vocabulary {
  readonly uri: string
  readonly names?: ReadonlySet<string>
  readonly deprecated?: ReadonlySet<string>
}

export type Vocabularies = Readonly<Record<string, Vocabulary>>

export interface Property {
  readonly uri: string
  readonly name: string
}

const vocabulary = (uri: string, names?: string, deprecated?: string): Vocabulary => ({
  uri,
  names: names === undefined ? undefined : new Set(names.split(/\s+/).filter(Boolean)),
  deprecated: deprecated === undefined ? undefined : new Set(deprecated.split(/\s+/)),
})

const packageUri = 'http://idpf.org/epub/vocab/package'
export const itemUri = `${packageUri}/item/#`
export const linkUri = `${packageUri}/link/#`
export const metaUri = `${packageUri}/meta/#`
export const renditionUri = 'http://www.idpf.org/vocab/rendition/#'
export const overlaysUri = 'http://www.idpf.org/epub/vocab/overlays/#'
export const structureUri = 'http://www.idpf.org/epub/vocab/structure/#'
const a11yUri = 'http://www.idpf.org/epub/vocab/package/a11y/#'
const scriptedUri = 'http://idpf.org/epub/vocab/sc/#'

const open: Vocabularies = {
  dcterms: vocabulary('http://purl.org/dc/terms/'),
  marc: vocabulary('http://id.loc.gov/vocabulary/'),
  onix: vocabulary('http://www.editeur.org/ONIX/book/codelists/current.html#'),
  schema: vocabulary('http://schema.org/'),
  xsd: vocabulary('http://www.w3.org/2001/XMLSchema#'),
}
const nothing = vocabulary('', '')

const renditionMeta = vocabulary(renditionUri, 'layout orientation spread viewport flow', 'viewport')
const renditionItemref = vocabulary(
  renditionUri,
  `layout-pre-paginated layout-reflowable orientation-auto orientation-landscape orientation-portrait spread-auto spread-both
  spread-landscape spread-none spread-portrait page-spread-center page-spread-left page-spread-right flow-paginated
  flow-scrolled-continuous flow-scrolled-doc flow-auto align-x-center`,
  'spread-portrait',
)
const overlays = vocabulary(overlaysUri, 'active-class duration narrator playback-active-class')
const a11yMeta = vocabulary(a11yUri, 'certifiedBy certifierCredential exemption')
const a11yLink = vocabulary(a11yUri, 'certifierCredential certifierReport')
const scripted = vocabulary(scriptedUri, 'network-access-required required-params storage-required version')

/** Vocabularies of one attribute: by reserved prefix, and by address for prefixes that a book declares. */
export interface Attribute {
  readonly reserved: Vocabularies
  readonly known: Vocabularies
}

const byUri = (vocabularies: readonly Vocabulary[]): Vocabularies => Object.fromEntries(vocabularies.map((one) => [one.uri, one]))
const attribute = (names: Vocabulary, prefixed: Vocabularies, emptyUris: readonly string[]): Attribute => ({
  reserved: { '': names, ...prefixed, ...open },
  known: {
    ...byUri(Object.values(open)),
    ...Object.fromEntries(emptyUris.map((uri) => [uri, nothing])),
    ...byUri(Object.values(prefixed).filter(({ uri }) => uri !== '')),
  },
})

const others = [a11yUri, overlaysUri, renditionUri, scriptedUri]

export const metaProperties = attribute(
  vocabulary(
    metaUri,
    `alternate-script authority belongs-to-collection collection-type display-seq dictionary-type file-as group-position
    identifier-type meta-auth role source-language source-of target-language term title-type pageBreakSource`,
  ),
  { a11y: a11yMeta, media: overlays, rendition: renditionMeta, epubsc: scripted },
  [],
)
// `epubsc` is known by its address only.
delete (metaProperties.reserved as Record<string, Vocabulary>).epubsc

export const itemProperties = attribute(
  vocabulary(
    itemUri,
    'cover-image data-nav dictionary glossary index mathml nav remote-resources scripted search-key-map svg switch',
  ),
  { media: nothing, rendition: nothing },
  others,
)
export const itemrefProperties = attribute(
  vocabulary(`${packageUri}/itemref/#`, 'page-spread-right page-spread-left'),
  { media: nothing, rendition: renditionItemref },
  others,
)
export const linkProperties = attribute(
  vocabulary(linkUri, 'onix'),
  { a11y: nothing, media: nothing, rendition: nothing },
  others,
)
export const linkRelations = attribute(
  vocabulary(
    linkUri,
    'acquire alternate marc21xml-record mods-record onix-record record voicing xml-signature xmp-record',
    'marc21xml-record mods-record onix-record xml-signature xmp-record',
  ),
  { a11y: a11yLink, media: nothing, rendition: nothing },
  others,
)

/** Values of `epub:type`; every name is taken, which ones are known matters to usage notes only. */
export const structure: Attribute = {
  reserved: {
    '': vocabulary(structureUri),
    msv: vocabulary('http://www.idpf.org/epub/vocab/structure/magazine/#'),
    prism: vocabulary('http://www.prismstandard.org/specifications/3.0/PRISM_CV_Spec_3.0.htm#'),
  },
  known: {},
}
export const overlayStructure: Attribute = { reserved: { '': vocabulary(structureUri) }, known: {} }

/** Addresses that a prefix must not be bound to in a package document, and in a content document. */
export const packageDefaults = new Set(['item', 'itemref', 'meta', 'link'].map((part) => `${packageUri}/${part}/#`))
export const contentDefaults = new Set([structureUri])

export interface PropertyList {
  readonly isList: boolean
}

/** Looks property names up; what is not known is said and left out. */
export function readProperties(
  value: string | undefined,
  vocabularies: Vocabularies,
  { isList }: PropertyList,
  place: Place,
  say: Say,
): Property[] {
  const words = value?.split(/\s+/).filter(Boolean) ?? []
  if (!isList && words.length > 1) {
    say('OPF-025', place, `“${value}” holds several names where only one is allowed.`)
    return []
  }
  const found: Property[] = []
  for (const word of words) {
    const colon = word.indexOf(':')
    const prefix = colon < 0 ? '' : word.slice(0, colon)
    const name = word.slice(colon + 1)
    if (colon >= 0 && (!prefix || !name)) {
      say('OPF-026', place, `“${word}” is not a property name.`)
      continue
    }
    const own = ownValue(vocabularies, prefix)
    if (!own) say('OPF-028', place, `The prefix “${prefix}” of “${word}” is not declared.`)
    else if (own.names && !own.names.has(name)) say('OPF-027', place, `The property “${word}” is not known.`)
    else {
      if (own.deprecated?.has(name)) say('OPF-086', place, `The property “${word}” is outdated.`)
      found.push({ uri: own.uri, name })
    }
  }
  return found
}

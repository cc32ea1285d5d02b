/** Prefixes that need no declaration in a package document (EPUB 3.3 appendix D.1.3), with what they stand for. */
export const reserved: Readonly<Record<string, string>> = {
  a11y: 'http://www.idpf.org/epub/vocab/package/a11y/#',
  dcterms: 'http://purl.org/dc/terms/',
  marc: 'http://id.loc.gov/vocabulary/',
  media: 'http://www.idpf.org/epub/vocab/overlays/#',
  onix: 'http://www.editeur.org/ONIX/book/codelists/current.html#',
  rendition: 'http://www.idpf.org/vocab/rendition/#',
  schema: 'http://schema.org/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
}
/** And in content documents and overlays. */
export const reservedInContent: Readonly<Record<string, string>> = {
  msv: 'http://www.idpf.org/epub/vocab/structure/magazine/#',
  prism: 'http://www.prismstandard.org/specifications/3.0/PRISM_CV_Spec_3.0.htm#',
}

/** Vocabularies that makers use without declaring them. */
export const common: Readonly<Record<string, string>> = {
  ...reserved,
  ...reservedInContent,
  calibre: 'https://calibre-ebook.com',
  cc: 'http://creativecommons.org/ns#',
  dcmitype: 'http://purl.org/dc/dcmitype/',
  foaf: 'http://xmlns.com/foaf/spec/',
  ibooks: 'http://vocabulary.itunes.apple.com/rdf/ibooks/vocabulary-extensions-1.0/',
  rdfa: 'http://www.w3.org/ns/rdfa#',
  se: 'https://standardebooks.org/vocab/1.0',
  xhv: 'http://www.w3.org/1999/xhtml/vocab#',
  z3998: 'http://www.daisy.org/z3998/2012/vocab/structure/#',
  edupub: 'http://www.idpf.org/epub/vocab/structure/#',
}

/** Vocabularies that may not be given a prefix, because their words stand without one. */
const defaults =
  /^http:\/\/(www\.)?idpf\.org\/(epub\/vocab\/package\/(meta|link|item|itemref)\/#?|2007\/ops\/?#?|epub\/vocab\/structure\/#?)$|^http:\/\/idpf\.org\/epub\/vocab\/package\/#?$/

export interface Mapping {
  readonly prefix: string
  readonly uri: string
}

/** Reads a `prefix` attribute however it is spaced; what is no mapping is left out. */
export const mappingsOf = (value: string | undefined): Mapping[] =>
  [...(value ?? '').matchAll(/([^\s:]+)\s*:\s+(\S+)/g)].map(([, prefix, uri]) => ({ prefix: prefix!, uri: uri! }))

/** The mappings as they may stand: legal names, each once, none for the default vocabularies or Dublin Core elements. */
export function tidied(mappings: readonly Mapping[]): Mapping[] {
  const seen = new Set<string>()
  return mappings.filter(({ prefix, uri }) => {
    const good =
      /^[A-Za-z][\w.-]*$/.test(prefix) &&
      !defaults.test(uri) &&
      !/^http:\/\/purl\.org\/dc\/elements\/1\.1\/?$/.test(uri) &&
      !seen.has(prefix)
    seen.add(prefix)
    return good && /^[a-z][a-z0-9+.-]*:\S+$/i.test(uri)
  })
}

export const writtenMappings = (mappings: readonly Mapping[]) => mappings.map(({ prefix, uri }) => `${prefix}: ${uri}`).join(' ')

/** What HTML says of its elements (HTML Living Standard sections 4 and 13.1.2), as far as repairs need it. */

const set = (names: string) => new Set(names.split(' '))

/** Elements that never have content nor an end tag. */
export const voidElements = set(
  'area base basefont bgsound br col command embed frame hr img input isindex keygen link meta param source track wbr',
)

/** Elements that stand in a line of text. */
export const phrasingElements = set(
  'a abbr acronym applet audio b bdi bdo big blink br button canvas cite code data datalist del dfn em embed font i iframe img input ins kbd label map mark meter nobr noscript object output picture progress q rb rp rt rtc ruby s samp script select slot small span strike strong sub sup template textarea time tt u var video wbr',
)

/** Elements that stand on lines of their own. */
export const blockElements = set(
  'address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav noframes ol p pre search section summary table tbody td tfoot th thead tr ul',
)

/** Blocks that hold text and phrasing elements only, so that another block ends them. */
export const textBlocks = set('p h1 h2 h3 h4 h5 h6 pre address')

/** Elements that only change how the text in them looks or reads. */
export const formattingElements = set(
  'a abbr acronym b bdo big cite code del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var',
)

export const headings = set('h1 h2 h3 h4 h5 h6')

const headElements = set('base link meta style title script noscript template')

export const isKnownElement = (name: string) =>
  phrasingElements.has(name) || blockElements.has(name) || voidElements.has(name) || headElements.has(name) || others.has(name)

const others = set('math svg optgroup option param source track frame marquee listing plaintext xmp noembed rp rt')

/** Attributes whose presence is the value. */
export const booleanAttributes = set(
  'allowfullscreen async autofocus autoplay checked compact controls declare default defer disabled formnovalidate hidden ismap itemscope loop multiple muted nohref noresize noshade novalidate nowrap open playsinline readonly required reversed scoped selected',
)

/** Namespaces that prefixes stand for by custom, where a book forgot to say so. */
export const knownPrefixes: Readonly<Record<string, string>> = {
  epub: 'http://www.idpf.org/2007/ops',
  ops: 'http://www.idpf.org/2007/ops',
  xlink: 'http://www.w3.org/1999/xlink',
  svg: 'http://www.w3.org/2000/svg',
  m: 'http://www.w3.org/1998/Math/MathML',
  math: 'http://www.w3.org/1998/Math/MathML',
  mml: 'http://www.w3.org/1998/Math/MathML',
  xhtml: 'http://www.w3.org/1999/xhtml',
  html: 'http://www.w3.org/1999/xhtml',
  h: 'http://www.w3.org/1999/xhtml',
  ssml: 'http://www.w3.org/2001/10/synthesis',
  ev: 'http://www.w3.org/2001/xml-events',
  opf: 'http://www.idpf.org/2007/opf',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  ncx: 'http://www.daisy.org/z3986/2005/ncx/',
  smil: 'http://www.w3.org/ns/SMIL',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  enc: 'http://www.w3.org/2001/04/xmlenc#',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
}

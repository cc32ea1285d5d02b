import { decoded, type Resource, remembered } from '../../publication.ts'
import { ownValue } from '../own.ts'
import type { Say } from '../report.ts'
import type { SchemaLibrary } from '../schemas.ts'
import { declaredEncoding, unknownEncoding } from './encoding.ts'
import { parseXml, type XmlDocument } from './xml-document.ts'

export interface Reading {
  readonly version: 2 | 3
  readonly mediaType: string
}

/** Document type definitions whose entities EPUBCheck knows, by system identifier; in EPUB 2 only. */
const definitions: Record<string, string> = {
  'http://openebook.org/dtds/oeb-1.2/oebpkg12.dtd': '20/dtd/oebpkg12.dtd',
  'http://http://idpf.org/dtds/oeb-1.2/oebpkg12.dtd': '20/dtd/oebpkg12.dtd',
  'http://openebook.org/dtds/oeb-1.2/oeb12.ent': '20/dtd/oeb12.dtdinc',
  'http://openebook.org/dtds/oeb-1.2/oebdoc12.dtd': '20/dtd/oebdoc12.dtd',
  'http://www.idpf.org/dtds/2007/opf.dtd': '20/dtd/opf20.dtd',
  'http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd': '20/dtd/xhtml1-transitional.dtd',
  'http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd': '20/dtd/xhtml1-strict.dtd',
  'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd': '20/dtd/svg11.dtd',
  'http://www.daisy.org/z3986/2005/dtbook-2005-2.dtd': '20/dtd/dtbook-2005-2.dtd',
  'http://www.daisy.org/z3986/2005/ncx-2005-1.dtd': '20/dtd/ncx-2005-1.dtd',
  'http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd': '20/dtd/xhtml11-ent.dtd',
  'http://www.w3.org/MarkUp/DTD/xhtml11.dtd': '20/dtd/xhtml11-ent.dtd',
}

/** Their files. */
export const definitionFiles: readonly string[] = [...new Set(Object.values(definitions))]

const parsedPlain = remembered((resource: Resource) => parse(resource))
const parsedWith = remembered((entities: Readonly<Record<string, string>>) =>
  remembered((resource: Resource) => parse(resource, entities)),
)

const readableText = (resource: Resource) => decoded(resource).text

function parse(resource: Resource, entities?: Readonly<Record<string, string>>): XmlDocument {
  const encoding = unknownEncoding(resource.bytes ?? new Uint8Array())
  const text = readableText(resource)
  if (!encoding) return parseXml(text, entities)
  const fault = { line: 1, column: text.indexOf('?>') + 3, message: `the encoding “${encoding}” is not known` }
  return { source: text, root: undefined, elements: [], version: undefined, doctype: undefined, instructions: [], fault }
}

/** The document of a resource, parsed once per set of entities. */
export async function documentOf(resource: Resource, version: 2 | 3, library: SchemaLibrary): Promise<XmlDocument> {
  const plain = version === 2 ? /<!DOCTYPE[^>[]*/.exec(readableText(resource).slice(0, 4096))?.[0] : undefined
  const file = plain && ownValue(definitions, /(["'])([^"']*)\1\s*$/.exec(plain)?.[2] ?? '')
  return file ? parsedWith(await library.entities(file))(resource) : parsedPlain(resource)
}

/** Says what is wrong with a document before any rule looks at what it means. */
export function checkReading(document: XmlDocument, resource: Resource, { version, mediaType }: Reading, say: Say) {
  checkEncoding(resource, mediaType, say)
  const { doctype, fault, root } = document
  if (doctype) checkDoctype(doctype, { version, mediaType }, say)
  if (root && document.version !== undefined && document.version !== '1.0')
    say('HTM-001', undefined, `The document says that it is XML ${document.version}; EPUB requires XML 1.0.`)
  if (fault) say('RSC-016', fault, `The document is not well-formed: ${fault.message}`)
}

export function checkEncoding(resource: Resource, mediaType: string, say: Say) {
  const encoding = declaredEncoding(resource.bytes ?? new Uint8Array())
  if (encoding === 'UTF-16')
    say(
      mediaType === 'application/xhtml+xml' ? 'HTM_058' : 'RSC-027',
      undefined,
      'The document is encoded in UTF-16; it should be UTF-8.',
    )
  else if (encoding && encoding !== 'UTF-8')
    say('RSC-028', undefined, `The document is encoded in ${encoding}; EPUB requires UTF-8.`)
}

const xhtml11 = ['-//W3C//DTD XHTML 1.1//EN', 'http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd']
const ncx = ['-//NISO//DTD ncx 2005-1//EN', 'http://www.daisy.org/z3986/2005/ncx-2005-1.dtd']
const svg11 = ['-//W3C//DTD SVG 1.1//EN', 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd']
const mathml3 = ['-//W3C//DTD MathML 3.0//EN', 'http://www.w3.org/Math/DTD/mathml3/mathml3.dtd']
const oebPackage = ['+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN', 'http://openebook.org/dtds/oeb-1.2/oebpkg12.dtd']

/** External identifiers that EPUB 3 lets through, by media type (EPUB 3.3 section 3.9). */
const allowedIn3: Record<string, readonly string[]> = {
  'image/svg+xml': svg11,
  'application/mathml+xml': mathml3,
  'application/mathml-content+xml': mathml3,
  'application/mathml-presentation+xml': mathml3,
  'application/x-dtbncx+xml': ncx,
}

type Found = NonNullable<XmlDocument['doctype']>

function checkDoctype(doctype: Found, { version, mediaType }: Reading, say: Say) {
  const { root, publicId, systemId } = doctype
  const isOutside = publicId !== undefined || systemId !== undefined
  if (version === 2) {
    const expect = ([wantedPublic, wantedSystem]: readonly string[]) => {
      if (publicId !== wantedPublic || systemId !== wantedSystem)
        say('HTM-004', doctype, `The document type is not “${wantedPublic}” at “${wantedSystem}”.`)
    }
    if (mediaType === 'application/xhtml+xml' && root === 'html') expect(xhtml11)
    if (mediaType === 'application/x-dtbncx+xml') expect(ncx)
    if (mediaType === 'opf' && isOutside) {
      const fits = root === 'package' && [publicId, systemId].every((id, i) => id === undefined || id === oebPackage[i])
      if (!fits) say('HTM-009', doctype, 'The document type of the package document is out of date; it needs none.')
    }
    return
  }
  for (const { name, ...place } of doctype.externals)
    say('HTM-003', place, `The entity “${name}” points outside the document, which EPUB 3 does not allow.`)
  if (mediaType === 'application/xhtml+xml' && /^html$/i.test(root)) {
    if (publicId !== undefined || (systemId !== undefined && systemId !== 'about:legacy-compat'))
      say('HTM-004', doctype, 'The document type is that of an older HTML; EPUB 3 has “<!DOCTYPE html>”.')
  } else if (isOutside) {
    const [allowedPublic, allowedSystem] = ownValue(allowedIn3, mediaType) ?? []
    if (!allowedPublic || publicId !== allowedPublic || systemId !== allowedSystem)
      say('OPF-073', doctype, 'The document type points outside the book, which EPUB 3 does not allow for this kind of document.')
  }
}

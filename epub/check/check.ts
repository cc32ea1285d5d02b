import type { Publication } from '../publication.ts'
import type { Book, Profile } from './book.ts'
import { fileAt } from './book.ts'
import { checkEncoding, documentOf } from './document/read.ts'
import type { XmlDocument } from './document/xml-document.ts'
import { checkDocument, kinds } from './documents.ts'
import type { Message, Severity } from './message.ts'
import { checkArchive, checkExtension } from './ocf/archive.ts'
import { containerPath, peekPackage, readContainer } from './ocf/container.ts'
import { type EncryptionFacts, encryptionPath, readEncryption } from './ocf/encryption.ts'
import { checkOtherFiles } from './ocf/other-files.ts'
import { checkBook } from './package/check-book.ts'
import { isCoreFont as isObfuscatable } from './package/media-types.ts'
import { readPackage } from './package/package-document.ts'
import { createReport, type Report } from './report.ts'
import { packageWithProfile } from './rules/profiles/select.ts'
import { type SchemaLibrary, type SchemaSource, schemaLibrary } from './schemas.ts'

export type { SchemaSource } from './schemas.ts'

export const checkerName = 'Bookmender check'

export interface CheckOptions {
  readonly schemas: SchemaSource
  /** The least severe messages wanted; `INFO` when not said. */
  readonly level?: Severity
  /** By which profile's rules to judge; the publication's own `dc:type` goes before. */
  readonly profile?: Profile
}

export interface Checked {
  readonly messages: Message[]
  /** Messages beyond the limits: 500 a file and 2,000 a book, except the first hundred of each id. */
  readonly unsaid: number
}

/** Checks a publication as EPUBCheck 5.3.0 does: the same ids, severities, files and lines; the words are ours. */
export const checkPublication = async (publication: Publication, options: CheckOptions): Promise<Message[]> =>
  (await checkWithTotals(publication, options)).messages

export async function checkWithTotals(
  publication: Publication,
  { schemas, level = 'INFO', profile = 'default' }: CheckOptions,
): Promise<Checked> {
  const report = createReport(level)
  try {
    if (checkArchive(publication, report)) await checkContents(publication, { library: schemaLibrary(schemas), report, profile })
  } catch (error) {
    // A book at which the checker stumbles is not sound, but it can still be repaired.
    report.say(stumbled, '', undefined, `${stumbledOver} ${error instanceof Error ? error.name : 'Error'}.`)
  }
  return { messages: [...report.messages()], unsaid: report.unsaid() }
}

const stumbled = 'CHK-008'
const stumbledOver = 'Our checker could not read this book to its end:'

/** Whether our checker gave up on a book, which is a fault of ours; what it said up to there holds. */
export const hasStumbled = (messages: readonly Message[]) =>
  messages.some(({ id, path, text }) => id === stumbled && path === '' && text.startsWith(stumbledOver))

interface Context {
  readonly library: SchemaLibrary
  readonly report: Report
  readonly profile: Profile
}

async function checkContents(publication: Publication, context: Context) {
  const { library, report } = context
  const container = publication.resources.get(containerPath)
  if (!container) {
    if (!report.messages().some(({ severity }) => severity === 'FATAL'))
      report.say('RSC-002', '', undefined, 'There is no “META-INF/container.xml”, which says where the book begins.')
    return
  }
  // Its schema depends on the version, which is not known before its links are followed.
  const document = await documentOf(container, 3, library)
  const { packages, mapping } = readContainer(document, report.about(containerPath))
  if (packages.length === 0) {
    if (document.fault) await checkDocument(container, kinds.plain('application/xml'), 3, context)
    report.say('RSC-003', containerPath, undefined, 'The container names no package document.')
    return
  }

  const found: { readonly path: string; readonly types: ReadonlySet<string> }[] = []
  let version: 2 | 3 | undefined
  for (const [i, url] of packages.entries()) {
    const file = url.is === 'local' ? fileAt({ publication }, url.path) : undefined
    if (!file) {
      report.say('OPF-002', containerPath, undefined, `The package document “${url.key}” is not in the book.`)
      return
    }
    const document = await documentOf(file, 3, library)
    const peeked = peekPackage(document)
    checkEncoding(file, '', report.about(file.path))
    const isRead = peeked.version !== undefined || !peeked.stops
    if (isRead && breaksOff(document) && !report.messages().some(({ severity }) => severity === 'FATAL'))
      report.say('RSC-016', file.path, undefined, `The package document is not well-formed: ${document.fault?.message}`)
    if (peeked.version === undefined) {
      report.say('OPF-001', file.path, undefined, `The version of EPUB cannot be told: ${peeked.reason}.`)
      if (i === 0) return
    } else version ??= peeked.version
    found.push({ path: file.path, types: peeked.version === undefined ? new Set() : peeked.types })
  }
  if (version) await checkRenditions(publication, found, { ...context, version, mapping: mapping?.key })
}

/** Broken before its metadata end, which is as far as the version is looked for. */
const breaksOff = ({ fault, elements }: XmlDocument) =>
  fault !== undefined && !elements.some(({ local, end }) => end && (local === 'metadata' || local === 'package'))

interface Renditions extends Context {
  readonly version: 2 | 3
  /** Path of the rendition mapping document. */
  readonly mapping: string | undefined
}

async function checkRenditions(
  publication: Publication,
  packages: readonly { readonly path: string; readonly types: ReadonlySet<string> }[],
  context: Renditions,
) {
  const { library, report, version } = context
  const types = packages[0]!.types
  const profile = profileOf(context.profile, types)
  if (version === 3 && profile !== context.profile)
    report.say(
      'OPF-064',
      packages[0]!.path,
      undefined,
      `The publication is of the type “${[...types].join(', ')}” and is judged as such.`,
    )
  if (version === 2 && packages.length > 1)
    report.say('PKG-013', containerPath, undefined, 'An EPUB 2 publication has one package document only.')

  const { encrypted, obfuscated } = await checkEncryption(publication, context)
  await checkOtherFiles(publication, { ...context, isMultiple: version === 3 && packages.length > 1 })

  const books: Book[] = []
  for (const { path, types: ownTypes } of packages) {
    const file = fileAt({ publication }, path)!
    const kind = kinds.package(version)
    const judged = version === 3 ? packageWithProfile(kind, { profile, types: ownTypes }) : kind
    const document = await checkDocument(file, judged, version, context)
    const facts = readPackage(document, path, version, report.about(path))
    const book: Book = {
      publication,
      library,
      report,
      version,
      profile,
      types: ownTypes,
      packagePath: path,
      package: facts,
      encrypted,
      links: facts.references.map(({ url, place, type }) => ({ url, place, type, from: path, hasFallback: false })),
      targets: new Map(),
      features: new Map(),
      overlays: new Map(),
    }
    await checkBook(book)
    books.push(book)
  }
  checkObfuscation(books, obfuscated, report)
  checkUndeclared(publication, books, context.mapping, report)
  checkExtension(publication, version, report)
}

const profiles: readonly (readonly [type: string, profile: Profile])[] = [
  ['dictionary', 'dict'],
  ['edupub', 'edupub'],
  ['index', 'idx'],
  ['preview', 'preview'],
]

const profileOf = (wanted: Profile, types: ReadonlySet<string>): Profile =>
  profiles.find(([type]) => types.has(type))?.[1] ?? wanted

async function checkEncryption(publication: Publication, context: Renditions): Promise<EncryptionFacts> {
  const file = publication.resources.get(encryptionPath)
  if (!file) return { encrypted: new Set(), obfuscated: new Map() }
  const document = await checkDocument(file, kinds.encryption(context.version), context.version, context)
  return readEncryption(document, (path) => fileAt({ publication }, path) !== undefined, context.report.about(encryptionPath))
}

function checkObfuscation(books: readonly Book[], obfuscated: EncryptionFacts['obfuscated'], { say }: Report) {
  for (const [path, place] of obfuscated) {
    const item = books.flatMap((book) => book.package.byUrl.get(path) ?? [])[0]
    if (item && !isObfuscatable(item.mediaType))
      say('PKG-026', encryptionPath, place, `“${path}” is obfuscated, but only fonts may be; it is “${item.mediaType}”.`)
  }
}

function checkUndeclared(publication: Publication, books: readonly Book[], mapping: string | undefined, { say }: Report) {
  const declared = new Set(
    books.flatMap((book) => [book.packagePath, ...book.package.byUrl.keys(), ...book.package.links.map(({ url }) => url.key)]),
  )
  for (const path of publication.resources.keys())
    if (!path.startsWith('META-INF/') && path !== mapping && !declared.has(path.normalize('NFC')))
      say('OPF-003', '', undefined, `“${path}” is in the archive but not in the manifest.`)
}

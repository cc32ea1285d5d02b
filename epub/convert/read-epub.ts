import { decodePath, parseHref, resolve } from '../href.ts'
import { metadataOf } from '../metadata/read.ts'
import { packageOf, readingOrder } from '../package/package.ts'
import { type Publication, textOf } from '../publication.ts'
import { descendants, findElements, treeOf } from '../xml.ts'
import { findNotes, type NotePage } from './html-notes.ts'
import { type Block, type Font, inlinesOf, type Manuscript, type Note } from './model.ts'
import type { Pace } from './pace.ts'
import { openPage, parseHtml } from './read-html.ts'

/** A book as a manuscript: its pages in reading order, their notes, pictures and fonts. */
export async function readEpub(publication: Publication, pace?: Pace): Promise<Manuscript> {
  const order = readingOrder(publication)
  const blocks: Block[] = []
  const notes = new Map<string, Note>()
  const pictures = new Map<string, Uint8Array>()
  const fonts: Font[] = []
  const warnings: string[] = []
  const load = async (path: string) => {
    const file = publication.resources.get(path)
    return file && (file.bytes ?? (await file.load()))
  }
  const pages: (NotePage & { readonly path: string })[] = []
  const known = new Set(order)
  for (const path of order) {
    const resource = publication.resources.get(path)
    if (!resource?.bytes || !/\.(?:x?html?|xht)$/i.test(path)) continue
    pages.push({
      path,
      root: await parseHtml(textOf(resource), { isXhtml: true, pace }),
      nameOf: (id) => `${path}#${id}`,
      placeOf(href) {
        const target = resolve(path, href)
        return target !== undefined && known.has(target) ? `${target}#${decodePath(parseHref(href).fragment ?? '')}` : undefined
      },
    })
  }
  const linked = new Set(
    pages.flatMap(({ root, placeOf }) =>
      descendants(root).flatMap(({ name, attribs: { href } }) => (name === 'a' && href ? (placeOf(href) ?? []) : [])),
    ),
  )
  const found = findNotes(pages)
  let coverPath: string | undefined
  for (const [i, own] of pages.entries()) {
    const { path, root } = own
    await pace?.(i / pages.length)
    const page = await openPage(root, found, {
      path,
      load,
      extraCss: sheetsOf(publication, path),
      idOf: own.nameOf,
      anchorOf: own.placeOf,
    })
    for (const [name, { element, kind, page: of }] of found.byName)
      if (of === own) notes.set(name, { kind, blocks: page.note(element) })
    // The page of the cover is made anew.
    const shown = [...inlinesOf(page.blocks)].filter((one) => one.kind === 'image')
    if (blocks.length === 0 && shown.length === 1 && page.blocks.length === 1 && wordsIn(page.blocks) === '') {
      coverPath ??= shown[0]!.path
      const bytes = page.pictures.get(coverPath)
      if (bytes) pictures.set(coverPath, bytes)
      continue
    }
    for (const [name, bytes] of page.pictures) pictures.set(name, bytes)
    for (const font of page.fonts)
      if (!fonts.some(({ family, bold, italic }) => family === font.family && bold === font.bold && italic === font.italic))
        fonts.push({ ...font, path: font.path.replace(/font-\d+/, `font-${fonts.length + 1}`) })
    warnings.push(...page.warnings)
    if (page.blocks.length === 0) continue
    // Every page begins a page; a link to the page itself leads to its start.
    if (blocks.length > 0) blocks.push({ kind: 'page-break' })
    if (linked.has(`${path}#`)) blocks.push({ kind: 'paragraph', children: [{ kind: 'anchor', id: `${path}#` }] })
    blocks.push(...page.blocks)
  }
  const metadata = metadataOf(publication)
  const cover = metadata?.cover
  const coverBytes = cover && (await load(cover.path))
  if (cover && coverBytes) pictures.set(cover.path, coverBytes)
  const book = packageOf(publication)
  const modified = book && findElements(treeOf(book.resource), 'meta', { property: 'dcterms:modified' })[0]
  const modifiedText = modified?.children
    .map((node) => ('data' in node ? node.data : ''))
    .join('')
    .trim()
  return {
    metadata: {
      title: metadata?.title || undefined,
      creators: metadata?.creators.map(({ name }) => name) ?? [],
      language: metadata?.language || undefined,
      publisher: metadata?.publisher || undefined,
      date: metadata?.date || undefined,
      modified: modifiedText || undefined,
      description: metadata?.description || undefined,
      subjects: metadata?.subjects ?? [],
    },
    blocks,
    notes,
    pictures,
    fonts,
    cover: coverBytes && cover ? cover.path : coverPath,
    warnings,
  }
}

const wordsIn = (blocks: readonly Block[]) =>
  [...inlinesOf(blocks)]
    .map((one) => (one.kind === 'text' ? one.text : ''))
    .join('')
    .trim()

function sheetsOf(publication: Publication, path: string): string {
  const resource = publication.resources.get(path)!
  return findElements(treeOf(resource), 'link')
    .flatMap(({ attribs }) => {
      const target = /\bstylesheet\b/i.test(attribs.rel ?? '') && attribs.href ? resolve(path, attribs.href) : undefined
      const sheet = target === undefined ? undefined : publication.resources.get(target)
      return sheet?.bytes ? [textOf(sheet)] : []
    })
    .join('\n')
}

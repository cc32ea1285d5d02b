import { resolve } from '../href.ts'
import { pixelsOf } from '../platforms/pixels.ts'
import { type Publication, type Resource, remembered } from '../publication.ts'
import { findElement, findElements, innerText, treeOf } from '../xml.ts'
import { packageOf } from './package.ts'

/** Width and height in CSS pixels. */
export interface Size {
  readonly width: string
  readonly height: string
}

/** Container paths of the pages whose layout is fixed, by the book's own word and that of each entry (EPUB 3.3 section 8.2.2). */
export const fixedPages = remembered((publication: Publication): readonly string[] => {
  const book = packageOf(publication)
  if (book?.version !== '3.0') return []
  const global = book
    .metas('meta')
    .some((meta) => meta.attribs.property?.trim() === 'rendition:layout' && innerText(meta).trim() === 'pre-paginated')
  return book.itemrefs.flatMap(({ item, properties }) => {
    const fixed =
      properties.includes('rendition:layout-pre-paginated') || (global && !properties.includes('rendition:layout-reflowable'))
    return fixed && item?.path && publication.resources.has(item.path) ? [item.path] : []
  })
})

/** Sizes as written in a viewport; what is no size is left out. */
export function sizeIn(content: string | undefined): Partial<Size> {
  const pairs = new Map(
    (content ?? '')
      .split(/[,;]/)
      .map((pair) => pair.split('=').map((part) => part.trim().toLowerCase()))
      .map(([name = '', value = '']) => [name, value.replace(/px$/, '')]),
  )
  const good = (value: string | undefined, device: string) =>
    value !== undefined && (value === device || (/^\d+(\.\d+)?$/.test(value) && Number(value) > 0)) ? value : undefined
  const width = good(pairs.get('width'), 'device-width')
  const height = good(pairs.get('height'), 'device-height')
  return { ...(width && { width }), ...(height && { height }) }
}

export const viewportsOf = (resource: Resource) =>
  findElements(treeOf(resource), 'meta').filter(({ attribs }) => attribs.name?.trim().toLowerCase() === 'viewport')

const whole = (size: Partial<Size>): Size | undefined =>
  size.width && size.height ? { width: size.width, height: size.height } : undefined

/** The size most of the fixed pages say. */
const usual = remembered((publication: Publication): Size | undefined => {
  const counts = new Map<string, number>()
  for (const path of fixedPages(publication)) {
    const resource = publication.resources.get(path)
    if (!resource?.bytes) continue
    for (const meta of viewportsOf(resource).slice(0, 1)) {
      const size = whole(sizeIn(meta.attribs.content))
      if (size) counts.set(`${size.width} ${size.height}`, (counts.get(`${size.width} ${size.height}`) ?? 0) + 1)
    }
  }
  const best = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0].split(' ')
  return best ? { width: best[0]!, height: best[1]! } : undefined
})

const drawn = (viewBox: string | undefined): Size | undefined => {
  const [, , width, height] = viewBox?.trim().split(/[\s,]+/) ?? []
  return width && height && Number(width) > 0 && Number(height) > 0 ? { width, height } : undefined
}

/** The size a page must have been made for: its own drawing or only picture, its sisters, the book's word, else that of a common reader. */
export async function likelySize(publication: Publication, resource: Resource): Promise<Size> {
  const tree = treeOf(resource)
  const svgs = findElements(tree, 'svg')
  const images = findElements(tree, 'img')
  const only = svgs.length === 1 && images.length === 0 ? drawn(svgs[0]!.attribs.viewBox) : undefined
  if (only) return only
  const picture =
    images.length === 1 && svgs.length === 0
      ? publication.resources.get(resolve(resource.path, images[0]!.attribs.src ?? '') ?? '')
      : undefined
  const pixels = picture && (pixelsOf(picture.head) ?? pixelsOf(await picture.load()))
  if (pixels) return { width: String(pixels.width), height: String(pixels.height) }
  const sisters = usual(publication)
  if (sisters) return sisters
  const said = packageOf(publication)
    ?.metas('meta')
    .find(
      ({ attribs }) =>
        /^(rendition:viewport|fixed-layout:viewport)$/.test(attribs.property?.trim() ?? '') ||
        attribs.name === 'original-resolution',
    )
  const old = said && (/^(\d+)x(\d+)$/.exec(said.attribs.content ?? '') ?? undefined)
  if (old) return { width: old[1]!, height: old[2]! }
  return (said && whole(sizeIn(innerText(said)))) ?? { width: '600', height: '800' }
}

export const headOf = (resource: Resource) => findElement(treeOf(resource), 'head')

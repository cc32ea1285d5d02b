import { isCmykByHead, isJpegCmyk } from '../content/jpeg.ts'
import { baseName, directoryOf, extensionOf } from '../href.ts'
import { freePath } from '../navigation/write.ts'
import { setAttribute } from '../package/edit.ts'
import { isEncrypted } from '../package/encryption.ts'
import { magicOf, magicType } from '../package/media-types.ts'
import { packageOf } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import { type Demands, demandsOf } from '../platforms/picture-limits.ts'
import { type Pixels, pixelsOf } from '../platforms/pixels.ts'
import type { PictureTools } from '../ports.ts'
import type { Publication, Resource } from '../publication.ts'
import { renamePatches } from '../references.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Quality of JPEG where nobody says another. */
const usualQuality = 85
/** Bytes of one picture that are decoded at all. */
const largest = 100 * 1_048_576

/**
 * Pictures over the limits of the stores aimed at are made smaller, in a format and colours that they take. A picture within all
 * limits is never touched, none is enlarged, line art stays PNG.
 */
export const imageBudget = defineRule({
  id: 'image-budget',
  feature: 24,
  answers: [
    { id: 'OPF-051' },
    { id: 'OPF-057' },
    { id: 'KIN-11' },
    { id: 'APL-3' },
    { id: 'APL-4' },
    { id: 'KIN-10' },
    { id: 'GOO-3' },
  ],
  class: 'ask',
  needs: ['kindle', 'appleBooks', 'kobo', 'googlePlay', 'adobe'],
  why: 'The store shrinks or refuses pictures of this size or kind.',

  async detect(publication, { targets, pictures, pictureQuality = usualQuality, offering }) {
    const book = packageOf(publication)
    if (!book) return []
    const demands = demandsOf(targets)
    const findings: Finding[] = []
    for (const item of book.items) {
      const resource = publication.resources.get(item.path ?? '')
      if (!resource || resource.size > largest || isEncrypted(publication, resource.path)) continue
      const type = magicOf(resource)
      if (!type?.startsWith('image/') || item.fallback !== undefined) continue
      const excess = await excessOf(resource, type, demands, offering || !pictures)
      if (!excess) continue
      const note = `The picture ${excess}.`
      if (offering || !pictures) {
        findings.push({ path: resource.path, note, id: idFor(excess), class: 'ask' })
        continue
      }
      const written = await smaller(resource, type, demands, pictures, pictureQuality)
      if (!written) continue
      const patches: Patch[] = [{ kind: 'write', path: resource.path, content: written.bytes }]
      if (written.type !== type) {
        patches.push(...relabelled(publication, resource, written.type))
        patches.push(setAttribute(book.resource, item.element, 'media-type', written.type))
      }
      const size = `${Math.round(written.bytes.length / 1024)} KB`
      findings.push({
        path: resource.path,
        before: `${Math.round(resource.size / 1024)} KB`,
        after: size,
        note,
        id: idFor(excess),
        patches,
      })
    }
    return findings
  },

  fix: carriedPatches,
})

const idFor = (excess: string) => (/pixels|side/.test(excess) ? 'OPF-051' : /KB/.test(excess) ? 'OPF-057' : 'APL-4')

/** What is too much about a picture, in words; undefined when it is within all limits. */
async function excessOf(resource: Resource, type: string, demands: Demands, byHead: boolean): Promise<string | undefined> {
  if (!demands.takes(type)) return `is ${type.replace('image/', '').toUpperCase()}, which the store does not take`
  const pixels = pixelsOf(resource.head) ?? (type === 'image/jpeg' && !byHead ? pixelsOf(await resource.load()) : undefined)
  if (pixels && isOver(pixels, demands)) return `has ${pixels.width} × ${pixels.height} pixels`
  if (resource.size > demands.mostBytes) return `takes ${Math.round(resource.size / 1024)} KB`
  if (!demands.takesCmyk && type === 'image/jpeg' && (byHead ? isCmykByHead(resource.head) : isJpegCmyk(await resource.load())))
    return 'has the four colours of print'
  return undefined
}

const isOver = ({ width, height }: Pixels, { mostPixels, longestSide }: Demands) =>
  width * height > mostPixels || Math.max(width, height) > longestSide

async function smaller(resource: Resource, type: string, demands: Demands, pictures: PictureTools, quality: number) {
  const bytes = await resource.load()
  const facts = await pictures.facts(bytes)
  // An animation would become a still picture.
  if (!facts || facts.frames > 1) return undefined
  const format = type === 'image/jpeg' || (facts.format === 'webp' && !facts.alpha && resource.size > 30_000) ? 'jpeg' : 'png'
  const wish = {
    mostPixels: Number.isFinite(demands.mostPixels) ? demands.mostPixels : undefined,
    longestSide: Number.isFinite(demands.longestSide) ? demands.longestSide : undefined,
    quality,
    toRgb: facts.cmyk && !demands.takesCmyk,
  }
  let written = await pictures.write(bytes, { ...wish, format })
  // Bytes beyond the limit in as many pixels as allowed: fewer pixels, a step at a time.
  let pixels = Math.min(facts.width * facts.height, demands.mostPixels)
  for (let step = 0; step < 6 && written && written.length > demands.mostBytes; step++)
    written = await pictures.write(bytes, { ...wish, format, mostPixels: (pixels *= 0.7) })
  if (!written || written.length > demands.mostBytes) return undefined
  const result = magicType(written)
  const left = pixelsOf(written)
  if (!result || !left || isOver(left, demands)) return undefined
  return { bytes: written, type: result }
}

/** The file gets the ending of what it has become, and every reference follows. */
function relabelled(publication: Publication, resource: Resource, type: string): Patch[] {
  const extension = type === 'image/jpeg' ? 'jpg' : 'png'
  if (extensionOf(resource.path) === extension || (extension === 'jpg' && extensionOf(resource.path) === 'jpeg')) return []
  const name = baseName(resource.path).replace(/\.[^.]*$/, '')
  return renamePatches(
    publication,
    new Map([[resource.path, freePath(publication, directoryOf(resource.path), name, extension)]]),
  )
}

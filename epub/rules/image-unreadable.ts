import { restoredHeader } from '../content/bitmap-header.ts'
import { greyGif, greyJpeg } from '../content/grey.ts'
import { greyPng } from '../content/placeholder.ts'
import { extensionOf } from '../href.ts'
import { sniff } from '../package/media-types.ts'
import { packageOf } from '../package/package.ts'
import type { Publication, Resource } from '../publication.ts'
import { renamePatches } from '../references.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** A picture that no reader recognises gets its first bytes back where the rest is there; else a grey one keeps its place, and the report says so. */
export const imageUnreadable = defineRule({
  id: 'image-unreadable',
  feature: 16,
  answers: [{ id: 'MED-004' }, { id: 'PKG-021' }, { id: 'OPF-029' }],
  class: 'auto',
  why: 'A picture is damaged, so readers show a broken frame and stores reject the book.',

  async detect(publication) {
    const book = packageOf(publication)
    const findings: Finding[] = []
    for (const resource of publication.resources.values()) {
      const item = book?.itemAt(resource.path)
      const declared = /^image\/(png|jpeg|gif)$/.exec(item?.mediaType ?? '')?.[1]
      const named = extensionOf(resource.path)
      const extension = named === '' && declared !== undefined ? declared : named
      if (!/^(?:png|jpe?g|jpe|gif)$/.test(extension) || resource.path.startsWith('META-INF/')) continue
      if (resource.survival < 1 && resource.size >= 4) continue
      if (!isUnreadable(resource)) continue
      const restored = resource.size > 24 ? restoredHeader(await resource.load(), extension) : undefined
      const isCover = item?.properties.includes('cover-image') || /cover/i.test(resource.path)
      const [width, height] = isCover ? [600, 800] : [160, 120]
      const content =
        restored ?? (extension === 'png' ? greyPng(width, height) : extension === 'gif' ? greyGif() : greyJpeg(width, height))
      findings.push({
        path: resource.path,
        note: restored
          ? 'Its first bytes were overwritten; they are restored.'
          : 'Nothing of it could be read. A grey picture stands in its place.',
        patches: [
          { kind: 'write', path: resource.path, content },
          // EPUBCheck reads no picture without an extension
          ...(named === ''
            ? renamePatches(publication, new Map([[resource.path, freePath(publication, resource.path, extension)]]))
            : []),
        ],
      })
    }
    return findings
  },

  fix: carriedPatches,
})

function freePath({ resources }: Publication, path: string, extension: string): string {
  let name = `${path}.${extension}`
  for (let n = 2; resources.has(name); n++) name = `${path}-${n}.${extension}`
  return name
}

/** Too short for any picture, or without the first bytes of one. */
const isUnreadable = (resource: Resource) => {
  if (resource.size < 20) return true
  const found = sniff(resource)
  if (found?.proof === 'bytes') return false
  const { head } = resource
  return !(head[0] === 0x42 && head[1] === 0x4d) && !(head[0] === 0x3c)
}

import { greyGif, greyJpeg } from '../content/grey.ts'
import { greyPng } from '../content/placeholder.ts'
import { extensionOf } from '../href.ts'
import { labelFor } from '../navigation/targets.ts'
import { foldedPath, uniquePath } from '../ocf/safe-path.ts'
import { sniff } from '../package/media-types.ts'
import { pixelsOf } from '../platforms/pixels.ts'
import { type Publication, type Resource, textOf } from '../publication.ts'
import { renamePatches } from '../references.ts'
import { escapeXml } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/**
 * A picture or font of which only a part could be unpacked is not passed off as whole: a grey picture of its size takes
 * the place of the one, the other is left out. A page cut before its first element becomes an empty one. Other text,
 * sound and film keep what there is.
 */
export const archiveDamagedFile = defineRule({
  id: 'archive-damaged-file',
  feature: 1,
  answers: [{ id: 'PKG-021' }, { id: 'PKG-008' }],
  class: 'auto',
  // What stands before the first element counts as words to a tolerant reader.
  changesText: true,
  why: 'Half of a picture or font looks like a whole one to a store but breaks in the reader’s hands.',

  async detect(publication) {
    const findings: Finding[] = []
    const taken = new Set([...publication.resources.keys()].map(foldedPath))
    for (const resource of publication.resources.values()) {
      if (resource.survival >= 1) continue
      if (resource.bytes) {
        if (!isLostPage(resource)) continue
        const content = emptyPage(labelFor(publication, resource.path))
        const note = 'Nothing of this page could be read. An empty one keeps its place in the book.'
        findings.push({ path: resource.path, note, patches: [{ kind: 'write', path: resource.path, content }] })
        continue
      }
      const type = kindOf(resource)
      const share = `Only ${Math.floor(resource.survival * 100)} % of it could be read.`
      if (type === 'image')
        findings.push({
          path: resource.path,
          note: `${share} A grey picture of the same size stands in its place.`,
          patches: await placeholder(publication, resource, taken),
        })
      else if (type === 'font')
        findings.push({
          path: resource.path,
          note: `${share} The font was left out; the reader's own takes its place.`,
          patches: [{ kind: 'remove', path: resource.path }],
        })
    }
    return findings
  },

  fix: carriedPatches,
})

/** Cut before its first element. */
const isLostPage = (resource: Resource) =>
  /\.(x?html?|xht)$/i.test(resource.path) && /^\s*(<[?!][^>]*>\s*)*(<[?!]?[^>]*)?$/.test(textOf(resource).slice(0, 4096))

const emptyPage = (title: string) => `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml">
  <head>
    <title>${escapeXml(title)}</title>
  </head>
  <body>
    <p></p>
  </body>
</html>
`

const kindOf = (resource: Resource) => {
  const type = sniff(resource)?.mediaType ?? ''
  return type.startsWith('image/') ? 'image' : /font|opentype/.test(type) ? 'font' : undefined
}

async function placeholder(publication: Publication, resource: Resource, taken: Set<string>) {
  const { width, height } = pixelsOf(await resource.load()) ?? { width: 600, height: 800 }
  const { path } = resource
  const scale = Math.min(1, 1200 / Math.max(width, height, 1))
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  const extension = extensionOf(path)
  if (extension === 'png') return [{ kind: 'write', path, content: greyPng(across, down) } as const]
  if (extension === 'gif') return [{ kind: 'write', path, content: greyGif() } as const]
  if (/^jpe?g?$/.test(extension)) return [{ kind: 'write', path, content: greyJpeg(across, down) } as const]
  const to = uniquePath(path.replace(/(\.[^./]*)?$/, '.png'), taken)
  return [{ kind: 'write', path, content: greyPng(across, down) } as const, ...renamePatches(publication, new Map([[path, to]]))]
}

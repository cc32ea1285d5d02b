import { baseName, directoryOf } from '../href.ts'
import { freePath } from '../navigation/write.ts'
import type { Publication } from '../publication.ts'
import { escapeXml } from '../xml.ts'

/** A small drawing that stands where a picture is lost and says which. */
export const placeholderSvg = (label: string) => `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200" viewBox="0 0 320 200">
  <title>${escapeXml(label)}</title>
  <rect x="1" y="1" width="318" height="198" fill="#f2f2f2" stroke="#999999"/>
  <text x="160" y="105" font-family="sans-serif" font-size="14" text-anchor="middle" fill="#555555">${escapeXml(label.length > 40 ? `${label.slice(0, 39)}…` : label)}</text>
</svg>
`

/** Where the drawing for a lost picture goes: beside the place it had, under its name. */
export const placeholderPath = (publication: Publication, lost: string) => {
  const stem =
    baseName(lost)
      .replace(/\.[^.]*$/, '')
      .replace(/[^A-Za-z0-9._-]+/g, '-') || 'picture'
  return freePath(publication, directoryOf(lost), `${stem}-missing`, 'svg')
}

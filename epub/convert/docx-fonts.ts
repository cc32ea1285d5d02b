import { childElements, findElements, localName } from '../xml.ts'
import { attribute, type Parts } from './docx-parts.ts'
import type { Font } from './model.ts'
import { fontExtension } from './read-html.ts'

const faces: Readonly<Record<string, { bold: boolean; italic: boolean }>> = {
  embedRegular: { bold: false, italic: false },
  embedBold: { bold: true, italic: false },
  embedItalic: { bold: false, italic: true },
  embedBoldItalic: { bold: true, italic: true },
}

/** Fonts that a document carries: their first 32 bytes are hidden by the key (ECMA-376 part 4, section 2.8.1). */
export async function embeddedFonts(parts: Parts, table: string | undefined): Promise<Font[]> {
  const document = table === undefined ? undefined : await parts.tree(table)
  if (!document || table === undefined) return []
  const relations = await parts.relations(table)
  const fonts: Font[] = []
  for (const font of findElements(document, 'font')) {
    const family = attribute(font, 'name')
    for (const element of childElements(font)) {
      const face = faces[localName(element)]
      const target = face && relations.get(element.attribs['r:id'] ?? '')?.target
      const packed = target === undefined ? undefined : await parts.bytes(target)
      if (!face || !packed || !family) continue
      const key = (attribute(element, 'fontKey') ?? '').replace(/[^0-9a-f]/gi, '')
      const bytes = packed.slice()
      if (key.length === 32 && !fontExtension(bytes))
        for (let i = 0; i < Math.min(32, bytes.length); i++)
          bytes[i]! ^= Number.parseInt(key.slice((15 - (i % 16)) * 2, (15 - (i % 16)) * 2 + 2), 16)
      const extension = fontExtension(bytes)
      if (extension) fonts.push({ path: `fonts/font-${fonts.length + 1}.${extension}`, family, ...face, bytes })
    }
  }
  return fonts
}

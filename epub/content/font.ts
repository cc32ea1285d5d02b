/** What a TrueType or OpenType font says of itself. */
export interface FontFacts {
  readonly families: readonly string[]
  /** `fsType` of OS/2 (OpenType specification): bit 1 forbids embedding, bit 9 embeds bitmaps only. */
  readonly fsType: number | undefined
}

/** Reads the tables of an sfnt; undefined for anything else. Bounds are checked, since fonts come from strangers. */
export function fontFacts(bytes: Uint8Array): FontFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12) return undefined
  const kind = view.getUint32(0)
  if (kind !== 0x00010000 && kind !== 0x4f54544f && kind !== 0x74727565) return undefined
  const count = view.getUint16(4)
  const tables = new Map<string, { readonly at: number; readonly length: number }>()
  for (let i = 0; i < count && 12 + i * 16 + 16 <= bytes.length; i++) {
    const entry = 12 + i * 16
    const [at, length] = [view.getUint32(entry + 8), view.getUint32(entry + 12)]
    if (at + length <= bytes.length) tables.set(String.fromCharCode(...bytes.subarray(entry, entry + 4)), { at, length })
  }
  const os2 = tables.get('OS/2')
  return {
    families: familiesIn(view, tables.get('name')),
    fsType: os2 && os2.length >= 10 ? view.getUint16(os2.at + 8) : undefined,
  }
}

function familiesIn(view: DataView, table: { readonly at: number; readonly length: number } | undefined): string[] {
  if (!table || table.length < 6) return []
  const count = view.getUint16(table.at + 2)
  const strings = table.at + view.getUint16(table.at + 4)
  const names = new Set<string>()
  for (let i = 0; i < count && table.at + 6 + i * 12 + 12 <= table.at + table.length; i++) {
    const entry = table.at + 6 + i * 12
    const [platform, name, length, offset] = [
      view.getUint16(entry),
      view.getUint16(entry + 6),
      view.getUint16(entry + 8),
      view.getUint16(entry + 10),
    ]
    // Family and typographic family.
    if ((name !== 1 && name !== 16) || strings + offset + length > view.byteLength) continue
    let text = ''
    for (let at = strings + offset; at < strings + offset + length; at += platform === 1 ? 1 : 2)
      text += String.fromCharCode(platform === 1 ? view.getUint8(at) : at + 1 < view.byteLength ? view.getUint16(at) : 0)
    if (text) names.add(text)
  }
  return [...names]
}

/** Whether the font's own flag forbids to embed it. */
export const isRestricted = ({ fsType }: FontFacts) => fsType !== undefined && (fsType & 0x000f) === 0x0002

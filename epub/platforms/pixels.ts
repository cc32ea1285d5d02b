export interface Pixels {
  readonly width: number
  readonly height: number
}

const ascii = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))

/** Width and height in pixels by the header alone: PNG, GIF, JPEG, WebP. Undefined when the header does not say. */
export function pixelsOf(bytes: Uint8Array): Pixels | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length >= 24 && ascii(bytes, 1, 4) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) }
  if (bytes.length >= 10 && ascii(bytes, 0, 4) === 'GIF8')
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (bytes.length >= 30 && ascii(bytes, 8, 16) === 'WEBPVP8X')
    return {
      width: 1 + (view.getUint32(24, true) & 0xffffff),
      height: 1 + (bytes[27]! | (bytes[28]! << 8) | (bytes[29]! << 16)),
    }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegPixels(view)
  return undefined
}

function jpegPixels(view: DataView): Pixels | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    if (marker === 0xff) at++
    else at += marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9) ? 2 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

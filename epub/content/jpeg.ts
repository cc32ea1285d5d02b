/** Whether a JPEG has four colour components (CMYK or YCCK), by its frame header. */
export function isJpegCmyk(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false
  for (let at = 2; at + 10 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return false
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return view.getUint8(at + 9) === 4
    if (marker === 0xff) at++
    else at += marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9) ? 2 : 2 + view.getUint16(at + 2)
  }
  return false
}

/** The same by the first bytes of a file: its frame header where that stands there, else the colours of its profile. */
export const isCmykByHead = (head: Uint8Array): boolean =>
  head[0] === 0xff &&
  head[1] === 0xd8 &&
  (isJpegCmyk(head) || /ICC_PROFILE\0[\s\S]{14}[\s\S]{4}CMYK/.test(String.fromCharCode(...head)))

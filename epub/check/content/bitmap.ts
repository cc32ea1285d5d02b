import { extensionOf } from '../../href.ts'
import type { Resource } from '../../publication.ts'
import { ownValue } from '../own.ts'
import type { Say } from '../report.ts'

const magic: Record<string, readonly number[]> = {
  'image/jpeg': [0xff, 0xd8],
  'image/gif': [0x47, 0x49, 0x46, 0x38],
  'image/png': [0x89, 0x50, 0x4e, 0x47],
}

const begins = (head: Uint8Array, bytes: readonly number[]) => bytes.every((byte, i) => head[i] === byte)

/** Formats by the extensions that they may have. */
const formats: Record<string, string> = {
  jpg: 'JPEG',
  jpeg: 'JPEG',
  gif: 'gif',
  png: 'png',
  bmp: 'bmp',
  wbmp: 'wbmp',
  tif: 'tif',
  tiff: 'tif',
}

function formatOf(head: Uint8Array): string | undefined {
  if (begins(head, [0xff, 0xd8, 0xff])) return 'JPEG'
  if (begins(head, [0x47, 0x49, 0x46, 0x38])) return 'gif'
  if (begins(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (begins(head, [0x42, 0x4d])) return 'bmp'
  if (begins(head, [0x49, 0x49, 0x2a, 0x00]) || begins(head, [0x4d, 0x4d, 0x00, 0x2a])) return 'tif'
  return undefined
}

/** Whether a picture is what its type and its name say, as far as its first bytes tell. */
export async function checkBitmap({ path, size, head, survival }: Resource, mediaType: string, say: Say) {
  if (size < 4) say('MED-004', undefined, 'The picture is too short to be one.')
  else if (!begins(head, ownValue(magic, mediaType) ?? []))
    say('OPF-029', undefined, `The file is not “${mediaType}”, as the manifest says.`)

  const extension = extensionOf(path)
  if (extension === 'svg') return
  const format = formatOf(head)
  const named = ownValue(formats, extension)
  if (!path.includes('.') || (!format && !named)) say('PKG-021', undefined, 'The picture cannot be read.')
  else if (format !== named) {
    if (format && named) say('PKG-022', undefined, `The picture is a ${format}, but its name ends with “.${extension}”.`)
    else say('PKG-021', undefined, 'The picture cannot be read.')
  } else if (!hasSize(format!, head, size, survival)) say('PKG-021', undefined, 'The picture is damaged: it has no size.')
}

function hasSize(format: string, head: Uint8Array, size: number, survival: number): boolean {
  if (format === 'png') return size >= 29 && String.fromCharCode(...head.subarray(12, 16)) === 'IHDR'
  if (format === 'gif') return size >= 13
  return size > 20 && survival > 0
}

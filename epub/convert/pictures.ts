import { magicType } from '../package/media-types.ts'
import type { PictureTools } from '../ports.ts'
import type { OutputFormat } from './formats.ts'
import type { Pace } from './pace.ts'

export interface Picture {
  /** File name in the book, unique. */
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

interface Wish {
  readonly to: OutputFormat
  readonly quality: number
  readonly tools: PictureTools | undefined
  readonly warnings: string[]
  readonly pace?: Pace | undefined
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** JPEG pictures smaller than this are not written again: nothing is gained. Bytes. */
const small = 6 * 1024
/** The longest side that any reading system shows, in pixels. */
const longestSide = 3200

/** Pictures that are worked on at once. */
const ahead = 3

/** Pictures as reading systems take them: JPEG, PNG, GIF and (EPUB 3) WebP; others are written again, or left out and told. */
export async function preparePictures(all: ReadonlyMap<string, Uint8Array>, given: Wish): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>()
  const list = [...all]
  const tools = list.length > 0 && (await given.tools?.isThere?.()) === false ? undefined : given.tools
  const wish = { ...given, tools }
  const ready: (Promise<Awaited<ReturnType<typeof prepared>>> | undefined)[] = []
  for (const [i, [path]] of list.entries()) {
    // A few ahead: the library works in threads of its own.
    for (let next = i; next < Math.min(i + ahead, list.length); next++) ready[next] ??= prepared(list[next]![1], wish)
    await wish.pace?.()
    const made = await ready[i]
    ready[i] = undefined
    if (!made) {
      wish.warnings.push(
        `A picture cannot be read or has a format that no book can hold, and was left out: ${path.slice(0, 200)}`,
      )
      continue
    }
    const name = `image-${String(pictures.size + 1).padStart(3, '0')}.${extensions[made.mediaType]}`
    pictures.set(path, { ...made, name })
  }
  return pictures
}

async function prepared(bytes: Uint8Array, { to, quality, tools }: Wish) {
  const mediaType = magicType(bytes.subarray(0, 1024))
  const isKept =
    mediaType !== undefined && mediaType in extensions && !(mediaType === 'image/webp' && to !== 'epub' && to !== 'html')
  if (!tools) return isKept ? { mediaType, bytes } : undefined
  const facts = await tools.facts(bytes)
  if (!facts) return undefined
  const isHuge = Math.max(facts.width, facts.height) > longestSide && facts.frames === 1
  if (mediaType === 'image/jpeg' && (bytes.length >= small || facts.cmyk)) {
    const written = await tools.write(bytes, { format: 'jpeg', quality, toRgb: facts.cmyk, longestSide })
    return written && (written.length < bytes.length || facts.cmyk) ? { mediaType, bytes: written } : { mediaType, bytes }
  }
  if (isKept && !isHuge) return { mediaType, bytes }
  const format = facts.alpha || facts.format === 'png' || facts.format === 'gif' || facts.format === 'svg' ? 'png' : 'jpeg'
  const written = await tools.write(bytes, { format, quality, toRgb: true, longestSide })
  return written && { mediaType: `image/${format}`, bytes: written }
}

import type { PictureFacts, PictureTools } from '../ports.ts'

/** Pictures beyond this are left unread, so that one never fills the memory of an engine process. Pixels. */
const limitInputPixels = 100_000_000

const formats: Readonly<Record<string, PictureFacts['format']>> = {
  jpeg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  tiff: 'tiff',
  svg: 'svg',
}

/** sharp is loaded when the first picture asks for it, one thread and no cache: memory stays that of one picture. */
async function load() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
let loading: ReturnType<typeof load> | undefined
const library = () => (loading ??= load())

/** Pictures by sharp (libvips). What cannot be decoded is undefined, never an error: the rule then leaves it alone. */
export const pictures: PictureTools = {
  isThere: () =>
    library().then(
      () => true,
      () => false,
    ),

  async facts(bytes) {
    try {
      const sharp = await library()
      const { format, width, height, space, hasAlpha, pages } = await sharp(bytes, { limitInputPixels }).metadata()
      if (!width || !height) return undefined
      return {
        format: formats[format ?? ''] ?? 'other',
        width,
        height,
        cmyk: space === 'cmyk',
        alpha: hasAlpha ?? false,
        frames: pages ?? 1,
      }
    } catch {
      return undefined
    }
  },

  async write(bytes, { mostPixels, longestSide, format, quality, toRgb }) {
    try {
      const sharp = await library()
      const {
        autoOrient: { width, height },
      } = await sharp(bytes, { limitInputPixels }).metadata()
      if (!width || !height) return undefined
      const scale = Math.min(
        1,
        mostPixels ? Math.sqrt(mostPixels / (width * height)) : 1,
        longestSide ? longestSide / Math.max(width, height) : 1,
      )
      // Turned as the camera's note says, since the note goes.
      let picture = sharp(bytes, { limitInputPixels, sequentialRead: true }).autoOrient()
      if (scale < 1)
        picture = picture.resize({
          width: Math.max(1, Math.floor(width * scale)),
          height: Math.max(1, Math.floor(height * scale)),
          fit: 'inside',
        })
      picture = toRgb ? picture.toColourspace('srgb').withIccProfile('srgb') : picture.keepIccProfile()
      const written = format === 'png' ? picture.png({ compressionLevel: 9 }) : picture.jpeg({ quality, mozjpeg: true })
      return Uint8Array.from(await written.toBuffer())
    } catch {
      return undefined
    }
  },
}

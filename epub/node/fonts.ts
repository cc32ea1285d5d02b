import type { FontTools } from '../ports.ts'

/** WOFF2 by wawoff2 (Google's own library as WebAssembly), loaded when the first font asks for it. */
export const fonts: FontTools = {
  async fromWoff2(bytes) {
    try {
      const { decompress } = await import('wawoff2')
      const font = await decompress(bytes)
      return font.length > 12 ? Uint8Array.from(font) : undefined
    } catch {
      return undefined
    }
  },
}

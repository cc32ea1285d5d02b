declare module 'wawoff2' {
  /** The sfnt inside a WOFF2. */
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>
  export function compress(sfnt: Uint8Array): Promise<Uint8Array>
}

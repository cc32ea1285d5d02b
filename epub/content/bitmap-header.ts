/** Puts back the first bytes of a picture whose body is there; undefined where too little is left to tell. */
export function restoredHeader(bytes: Uint8Array, extension: string): Uint8Array | undefined {
  const ascii = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))
  const withStart = (...start: readonly number[]) => {
    const copy = bytes.slice()
    copy.set(start)
    return copy
  }
  switch (extension) {
    case 'png':
      return ascii(12, 4) === 'IHDR' ? withStart(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13) : undefined
    case 'gif': {
      const version = ascii(3, 3)
      const alike = [...'89a'].filter((char, i) => version[i] === char).length
      return alike >= 2 && bytes.length > 13
        ? withStart(0x47, 0x49, 0x46, 0x38, version[1] === '7' ? 0x37 : 0x39, 0x61)
        : undefined
    }
    case 'jpg':
    case 'jpeg':
    case 'jpe': {
      if (ascii(6, 4) === 'JFIF') return withStart(0xff, 0xd8, 0xff, 0xe0)
      if (ascii(6, 4) === 'Exif') return withStart(0xff, 0xd8, 0xff, 0xe1)
      // the tables are there: begin with them
      for (let i = 0; i < Math.min(bytes.length - 4, 4096); i++)
        if (
          bytes[i] === 0xff &&
          bytes[i + 1] === 0xdb &&
          bytes[i + 2] === 0 &&
          (bytes[i + 3] === 0x43 || bytes[i + 3] === 0x84)
        ) {
          const copy = new Uint8Array(bytes.length - i + 2)
          copy.set([0xff, 0xd8])
          copy.set(bytes.subarray(i), 2)
          return copy
        }
      return undefined
    }
    default:
      return undefined
  }
}

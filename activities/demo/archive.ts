import JSZip from 'jszip'
import type { Files } from './sound-book.ts'

/** The time of every entry, so that the same book is the same bytes. */
const date = new Date(Date.UTC(2025, 0, 1))

/** As an archive: `mimetype` first and stored, pictures stored, the rest compressed. */
export async function archived(files: Files): Promise<Uint8Array> {
  const zip = new JSZip()
  for (const [path, content] of files) {
    const isText = Array.isArray(content)
    zip.file(path, isText ? content.join('\n') : content, {
      date,
      createFolders: false,
      compression: isText && path !== 'mimetype' ? 'DEFLATE' : 'STORE',
      compressionOptions: { level: 9 },
    })
  }
  return zip.generateAsync({ type: 'uint8array', platform: 'DOS' })
}

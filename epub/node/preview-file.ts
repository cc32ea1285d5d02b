import { open, writeFile } from 'node:fs/promises'
import { openPublication } from '../ocf/open.ts'
import { type BookPreview, previewBook } from '../preview/book.ts'
import { nodeCodec } from './codec.ts'
import { openFile } from './file.ts'

export interface PreviewTask {
  readonly input: string
  /** The other version of the same book. */
  readonly other?: string
  /** Where what is shown goes, and where it lies in there (`BookPreview`, as JSON). */
  readonly output: string
  readonly index: string
}

/** Makes a book ready to be shown page by page. Throws `BookRefused`. */
export async function previewFile({ input, other, output, index }: PreviewTask): Promise<{ chapters: number }> {
  const source = await openFile(input)
  const beside = other === undefined ? undefined : await openFile(other)
  const file = await open(output, 'w')
  try {
    const publication = await openPublication(source, { codec: nodeCodec })
    const twin = beside && (await openPublication(beside, { codec: nodeCodec }).catch(() => undefined))
    const preview: BookPreview = await previewBook(publication, {
      other: twin,
      write: async (bytes) => {
        await file.writeFile(bytes)
      },
    })
    await writeFile(index, JSON.stringify(preview))
    return { chapters: preview.chapters.length }
  } finally {
    await file.close()
    await beside?.close()
    await source.close()
  }
}

import { editMetadata, readMetadata } from '../metadata/edit.ts'
import type { BookMetadata, MetadataEdits } from '../metadata/metadata.ts'
import { nodeCodec } from './codec.ts'
import { openFile, writeParts } from './file.ts'

export interface EditTask {
  readonly input: string
  /** Another file than the input. */
  readonly output: string
  readonly fileName?: string
  readonly edits: MetadataEdits
  /** ISO time written as that of the last change (EPUB 3); left as it is where none is given. */
  readonly modified?: string
}

export interface EditedFile {
  readonly metadata: BookMetadata
  readonly changed: boolean
  readonly bytes: number
  readonly sha256: string
}

/** Edits the metadata of one file into another. Throws `BookRefused` and `BadMetadata`. */
export async function editFile({ input, output, fileName, edits, modified }: EditTask): Promise<EditedFile> {
  const source = await openFile(input)
  try {
    const { metadata, changed, parts } = await editMetadata(source, edits, {
      fileName,
      codec: nodeCodec,
      ...(modified && { modified: new Date(modified) }),
    })
    return { metadata, changed, ...(await writeParts(output, parts)) }
  } finally {
    await source.close()
  }
}

export async function readMetadataOf(file: string): Promise<BookMetadata> {
  const source = await openFile(file)
  try {
    return await readMetadata(source, { codec: nodeCodec })
  } finally {
    await source.close()
  }
}

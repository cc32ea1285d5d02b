import { convert } from '../convert/convert.ts'
import type { ConversionOptions, ConversionReport, OutputFormat } from '../convert/formats.ts'
import { nodeCodec } from './codec.ts'
import { openFile, writeParts } from './file.ts'
import { pictures } from './pictures.ts'

export interface ConvertTask {
  readonly input: string
  /** Written only when there is a result. */
  readonly output: string
  /** Name of the manuscript as given. */
  readonly fileName: string
  readonly to: OutputFormat
  readonly options?: Partial<ConversionOptions> | undefined
}

export interface ConvertedFile {
  readonly report: ConversionReport
  readonly extension: string
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
}

interface Watching {
  readonly onProgress?: ((done: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Converts one file into another. Throws `BookRefused`. */
export async function convertFile(
  { input, output, fileName, to, options }: ConvertTask,
  watching: Watching = {},
): Promise<ConvertedFile> {
  const source = await openFile(input)
  try {
    const { bytes, extension, mediaType, report } = await convert(source, {
      to,
      name: fileName,
      options,
      codec: nodeCodec,
      pictures,
      ...watching,
    })
    const written = await writeParts(output, one(bytes))
    return { report, extension, mediaType, ...written }
  } finally {
    await source.close()
  }
}

async function* one(bytes: Uint8Array) {
  yield bytes
}

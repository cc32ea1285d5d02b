import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { chapterDetections, isOutputFormat, outputFormats, outputKinds } from '../convert/formats.ts'
import { convertFile } from './convert-file.ts'
import type { Book } from './find-books.ts'
import { createJudge } from './judge.ts'
import { checkFile } from './tasks.ts'

export interface ConvertCommandOptions {
  readonly to: string
  readonly chapters: string
  readonly quality: number | undefined
  readonly out?: string | undefined
  readonly many: boolean
  readonly json: boolean
  readonly judge: string
  readonly 'no-toc': boolean
  readonly 'no-formatting': boolean
  readonly 'no-metadata': boolean
  readonly 'no-fonts': boolean
}

/** What is taken of a folder; books only where they become something else, so that results are not converted again. */
export const manuscriptEndings = (to: string): readonly string[] => [
  ...['docx', 'docm', 'txt', 'md', 'html', 'htm', 'xhtml'].filter((ending) => ending !== to),
  ...(/epub/.test(to) ? [] : ['epub']),
]

/** Converts files one after the other. Exit code: 0 done and valid, 1 an EPUB with errors was made, 2 not done. */
export async function convertBooks(books: readonly Book[], given: ConvertCommandOptions): Promise<number> {
  const { to, many, out, json } = given
  const detection = chapterDetections.find((one) => one === given.chapters)
  if (!isOutputFormat(to) || !detection) {
    console.error(
      isOutputFormat(to)
        ? `bookmender: --chapters is ${chapterDetections.join(', ')}, not '${given.chapters}'`
        : `bookmender: --to is ${outputFormats.join(', ')}, not '${to}'`,
    )
    return 2
  }
  const isBook = outputKinds[to].mediaType === 'application/epub+zip'
  const judge = isBook && given.judge !== 'own' ? createJudge() : undefined
  const options = {
    chapterDetection: detection,
    generateTOC: !given['no-toc'],
    preserveFormatting: !given['no-formatting'],
    includeMetadata: !given['no-metadata'],
    embedFonts: !given['no-fonts'],
    ...(given.quality !== undefined && { imageQuality: given.quality }),
  }
  let worst = 0
  /** Two manuscripts of one name in a folder must not overwrite each other. */
  const taken = new Set<string>()
  const free = (path: string, file: string) => {
    const extension = outputKinds[to].extension
    const own = taken.has(resolve(path)) ? path.slice(0, path.length - extension.length) + extname(file) + extension : path
    taken.add(resolve(own))
    return own
  }
  try {
    for (const { file, name } of books) {
      const bare = (path: string) => path.slice(0, path.length - extname(path).length)
      const made = out ? (many ? join(out, bare(name) + outputKinds[to].extension) : out) : bare(file) + outputKinds[to].extension
      const output = free(resolve(made) === resolve(file) ? `${bare(file)}.converted${outputKinds[to].extension}` : made, file)
      const draft = join(dirname(output), `.${randomUUID()}.part`)
      try {
        await mkdir(dirname(output), { recursive: true })
        const { report, bytes } = await convertFile({ input: file, output: draft, fileName: basename(file), to, options })
        const verdict = isBook
          ? (await checkFile(draft, { judge: judge && ((path) => judge.check(resolve(path))), fileName: basename(output) }))
              .verdict
          : undefined
        await rename(draft, output)
        if (verdict && !verdict.valid) worst = Math.max(worst, 1)
        if (json)
          console.log(
            JSON.stringify({ file, output, bytes, report, ...(verdict && { valid: verdict.valid, judge: verdict.judge }) }),
          )
        else {
          console.log(
            `${output}: ${report.words} words, ${report.headings} headings, ${report.notes} notes, ${report.images} pictures${verdict ? `; ${verdict.valid ? 'valid' : 'not valid'} (${verdict.judge})` : ''}`,
          )
          for (const warning of report.warnings) console.log(`  ${warning}`)
        }
      } catch (error) {
        worst = 2
        await rm(draft, { force: true })
        const sentence = error instanceof Error ? error.message : String(error)
        if (json) console.log(JSON.stringify({ file, error: sentence }))
        else console.error(`bookmender: ${file}: ${sentence}`)
      }
    }
  } finally {
    await judge?.close()
  }
  return worst
}

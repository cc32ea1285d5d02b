import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import { BadMetadata, type BookMetadata, type Creator, type MetadataEdits } from '../metadata/metadata.ts'
import { editFile, readMetadataOf } from './edit-file.ts'
import type { Book } from './find-books.ts'
import { createJudge } from './judge.ts'
import { type AskJudge, checkFile } from './tasks.ts'

export interface MetadataOptions {
  /** `name=value`, as they were given. */
  readonly set: readonly string[]
  readonly cover: string | undefined
  readonly out: string | undefined
  readonly many: boolean
  readonly json: boolean
  readonly judge: 'java' | 'own' | 'auto'
}

const plain = ['title', 'language', 'identifier', 'publisher', 'date', 'description'] as const
const isPlain = (name: string): name is (typeof plain)[number] => plain.some((one) => one === name)

/** `Name`, `Name (role)`, `Name (role, Sort name)`; without role or sort name whoever stays keeps those they have. */
function creatorIn(text: string, known: readonly Creator[]): Creator {
  const [, name = text, role, fileAs] = /^(.*?)\s*\(\s*([a-z]{3})?\s*(?:,\s*([^)]*))?\)\s*$/.exec(text) ?? []
  const same = known.find((one) => one.name === name.trim())
  return { name: name.trim(), role: role ?? same?.role, fileAs: fileAs?.trim() || same?.fileAs }
}

const listIn = (value: string) =>
  value
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)

/** Reads `--set name=value`: an empty value takes the field out, lists are parted by semicolons. Throws `BadMetadata`. */
export function editsIn(set: readonly string[], known: BookMetadata): MetadataEdits {
  let edits: MetadataEdits = {}
  for (const one of set) {
    const at = one.indexOf('=')
    const [name, value] = at < 0 ? [one, ''] : [one.slice(0, at).trim().toLowerCase(), one.slice(at + 1)]
    if (at >= 0 && isPlain(name)) edits = { ...edits, [name]: value }
    else if (at >= 0 && /^(creators?|authors?)$/.test(name))
      edits = { ...edits, creators: listIn(value).map((text) => creatorIn(text, known.creators)) }
    else if (at >= 0 && /^subjects?$/.test(name)) edits = { ...edits, subjects: listIn(value) }
    else if (at >= 0 && name === 'series') {
      const [, series = value, position] = /^(.*?)\s*#\s*(\d+(?:\.\d+)?)\s*$/.exec(value) ?? []
      edits = { ...edits, series: { name: series, ...(position !== undefined && { position: Number(position) }) } }
    } else
      throw new BadMetadata(
        'book',
        `--set takes ${[...plain, 'creators', 'subjects', 'series'].join('=, ')}= with a value, not '${one}'`,
      )
  }
  return edits
}

const outputOf = ({ file, name }: Book, { out, many }: MetadataOptions) =>
  out ? (many ? join(out, name) : out) : `${file.slice(0, file.length - extname(file).length)}.edited.epub`

const creatorLine = ({ name, role, fileAs }: Creator) =>
  role || fileAs ? `${name} (${[role ?? '', fileAs].filter((one) => one !== undefined).join(', ')})` : name

function tellMetadata(file: string, metadata: BookMetadata) {
  const { creators, subjects, series, cover, version, ...texts } = metadata
  const lines: [string, string | undefined][] = [
    ...plain.map((name): [string, string | undefined] => [name, texts[name]]),
    ['creators', creators.map(creatorLine).join('; ')],
    ['subjects', subjects.join('; ')],
    ['series', series && (series.position === undefined ? series.name : `${series.name} #${series.position}`)],
    ['cover', cover?.path],
    ['EPUB', version],
  ]
  console.log(file)
  for (const [name, value] of lines) console.log(`  ${name.padEnd(12)}${value || '–'}`)
}

/** Shows the metadata of books, or writes edited copies of them. Exit code: 0 done and valid, 1 problems in the result, 2 not done. */
export async function metadataOfBooks(books: readonly Book[], options: MetadataOptions): Promise<number> {
  const isEdit = options.set.length > 0 || options.cover !== undefined
  const judge = isEdit && options.judge !== 'own' ? createJudge() : undefined
  let worst = 0
  try {
    for (const book of books)
      worst = Math.max(worst, await metadataOfBook(book, options, isEdit, judge && ((file) => judge.check(resolve(file)))))
  } finally {
    await judge?.close()
  }
  return worst
}

async function metadataOfBook(book: Book, options: MetadataOptions, isEdit: boolean, judge: AskJudge): Promise<number> {
  const { file } = book
  const { json, set, cover } = options
  const output = outputOf(book, options)
  const draft = join(dirname(output), `.${randomUUID()}.part`)
  try {
    const known = await readMetadataOf(file)
    if (!isEdit) {
      if (json) console.log(JSON.stringify({ file, metadata: known }))
      else tellMetadata(file, known)
      return 0
    }
    if (resolve(output) === resolve(file))
      throw new BadMetadata('book', 'the result would replace the original; name another place with -o')
    const edits = { ...editsIn(set, known), ...(cover !== undefined && { cover: new Uint8Array(await readFile(cover)) }) }
    await mkdir(dirname(output), { recursive: true })
    const { metadata, changed } = await editFile({ input: file, output: draft, edits, modified: new Date().toISOString() })
    const { verdict } = await checkFile(draft, { judge, fileName: output, ownWords: true })
    await rename(draft, output)
    if (json) console.log(JSON.stringify({ file, output, changed, valid: verdict.valid, judge: verdict.judge, metadata }))
    else {
      tellMetadata(output, metadata)
      console.log(`  ${changed ? '' : 'Nothing was changed. '}${verdict.valid ? 'valid' : 'not valid'} (${verdict.judge})`)
    }
    return verdict.valid ? 0 : 1
  } catch (error) {
    await rm(draft, { force: true })
    const sentence = error instanceof Error ? error.message : String(error)
    if (json) console.log(JSON.stringify({ file, error: sentence, ...(error instanceof BadMetadata && { field: error.field }) }))
    else
      console.error(
        `bookmender: ${file}: ${error instanceof BadMetadata && error.field !== 'book' ? `${error.field}: ` : ''}${sentence}`,
      )
    return 2
  }
}

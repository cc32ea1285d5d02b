import { glob, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { extensionOf } from '../href.ts'

export interface Book {
  readonly file: string
  /** Name that is kept in an output folder: relative to the folder it was found in. */
  readonly name: string
  readonly inFolder: boolean
}

/** The books that files, folders and patterns name; a folder gives its files with these endings, sub-folders included. */
export async function booksIn(
  given: readonly string[],
  endings: readonly string[] = ['epub'],
): Promise<{ books: Book[]; missing: string[] }> {
  const books: Book[] = []
  const missing: string[] = []
  for (const name of given) {
    const found = await find(name, endings)
    if (found.length === 0) missing.push(name)
    books.push(...found)
  }
  return { books, missing }
}

async function find(name: string, endings: readonly string[]): Promise<Book[]> {
  const what = await stat(name).catch(() => undefined)
  if (what?.isFile()) return [{ file: name, name: basename(name), inFolder: false }]
  const pattern = what?.isDirectory() ? join(name, '**', '*') : /[*?]/.test(name) ? name : undefined
  if (!pattern) return []
  const files: string[] = []
  // `~$name.docx` is what Word leaves beside a file that is open.
  for await (const file of glob(pattern))
    if (!what?.isDirectory() || (endings.includes(extensionOf(file)) && !/^(?:~\$|\.)/.test(basename(file)))) files.push(file)
  const base = what?.isDirectory() ? name : pattern.slice(0, Math.max(0, pattern.search(/[*?]/))).replace(/[^/]*$/, '')
  return files.sort().map((file) => ({ file, name: base ? relative(base, file) : file, inFolder: true }))
}

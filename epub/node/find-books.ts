import { glob, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'

export interface Book {
  readonly file: string
  /** Name that is kept in an output folder: relative to the folder it was found in. */
  readonly name: string
  readonly inFolder: boolean
}

/** The books that files, folders and patterns name; a folder gives its `.epub` files, sub-folders included. */
export async function booksIn(given: readonly string[]): Promise<{ books: Book[]; missing: string[] }> {
  const books: Book[] = []
  const missing: string[] = []
  for (const name of given) {
    const found = await find(name)
    if (found.length === 0) missing.push(name)
    books.push(...found)
  }
  return { books, missing }
}

async function find(name: string): Promise<Book[]> {
  const what = await stat(name).catch(() => undefined)
  if (what?.isFile()) return [{ file: name, name: basename(name), inFolder: false }]
  const pattern = what?.isDirectory() ? join(name, '**', '*.epub') : /[*?]/.test(name) ? name : undefined
  if (!pattern) return []
  const files: string[] = []
  for await (const file of glob(pattern)) files.push(file)
  const base = what?.isDirectory() ? name : pattern.slice(0, Math.max(0, pattern.search(/[*?]/))).replace(/[^/]*$/, '')
  return files.sort().map((file) => ({ file, name: base ? relative(base, file) : file, inFolder: true }))
}

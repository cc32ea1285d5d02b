import { bytesPerMB } from '../../../../contract/plans.ts'
import { checkUpload, joinedErrors } from '../../../../contract/upload.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.batch.choose

export interface LeftOut {
  readonly name: string
  readonly why: string
}

/** What of that which was chosen can be sent, and what cannot. */
export interface Chosen {
  readonly books: readonly File[]
  readonly leftOut: readonly LeftOut[]
}

interface Limits {
  /** Of one book, in MB. */
  readonly maxFileSize: number
  readonly most: number
}

const largestZip = 1024 * bytesPerMB
const isZip = ({ name }: { name: string }) => /\.zip$/i.test(name)
const isBook = (name: string) => /\.epub$/i.test(name)
/** What systems put beside files for themselves. */
const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

/** Everything in what was dropped, folders included. Asked for at once: what was dropped is forgotten after the event. */
export function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  return entries.length > 0 ? filesIn(entries) : Promise.resolve([...files])
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found: File[] = []
  for (const entry of entries)
    if (isHidden(entry.name)) continue
    else if (entry.isFile) found.push(await fileOf(entry as FileSystemFileEntry))
    else if (entry.isDirectory) found.push(...(await filesIn(await entriesIn(entry as FileSystemDirectoryEntry))))
  return found
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A folder is read in portions, until one is empty. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (portion.length === 0) return all.sort((a, b) => a.name.localeCompare(b.name))
    all.push(...portion)
  }
}

/** Books in zips are taken out; what is no book in a folder or zip is left without a word. */
export async function booksIn(files: readonly File[], isFolder: boolean): Promise<Chosen> {
  const books: File[] = []
  const leftOut: LeftOut[] = []
  const pathOf = ({ webkitRelativePath, name }: File) => webkitRelativePath || name
  const sorted = isFolder ? files.toSorted((a, b) => pathOf(a).localeCompare(pathOf(b))) : files
  for (const file of sorted) {
    if (isBook(file.name)) books.push(file)
    else if (isZip(file)) {
      const opened = await booksOf(file)
      books.push(...opened.books)
      leftOut.push(...opened.leftOut)
    } else if (!isFolder) leftOut.push({ name: file.name, why: joinedErrors(checkUpload(file).errors) })
  }
  return { books, leftOut }
}

async function booksOf(zip: File): Promise<Chosen> {
  if (zip.size > largestZip) return { books: [], leftOut: [{ name: zip.name, why: words.largeZip }] }
  try {
    const { default: JSZip } = await import('jszip')
    const archive = await JSZip.loadAsync(zip)
    const books: File[] = []
    for (const entry of Object.values(archive.files)) {
      if (entry.dir || isHidden(entry.name) || !isBook(entry.name)) continue
      const name = entry.name.split('/').at(-1)!
      books.push(new File([await entry.async('blob')], name, { type: 'application/epub+zip' }))
    }
    return books.length > 0 ? { books, leftOut: [] } : { books, leftOut: [{ name: zip.name, why: words.noBooks }] }
  } catch {
    return { books: [], leftOut: [{ name: zip.name, why: words.brokenZip }] }
  }
}

/** Added to those chosen before, as far as the plan goes. */
export function withinLimits(before: readonly File[], { books, leftOut }: Chosen, { maxFileSize, most }: Limits): Chosen {
  const kept = [...before]
  const left = [...leftOut]
  for (const book of books) {
    const { errors } = checkUpload(book, maxFileSize)
    if (errors.length > 0) left.push({ name: book.name, why: joinedErrors(errors) })
    else if (kept.length >= most) left.push({ name: book.name, why: words.tooMany(most) })
    else kept.push(book)
  }
  return { books: kept, leftOut: left }
}

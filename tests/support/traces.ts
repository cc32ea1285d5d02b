import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A mark is a word that nothing else contains; every way in which it may lie in a file. */
export function formsOf(mark: string): Buffer[] {
  const plain = [mark, mark.toLowerCase(), mark.toUpperCase(), encodeURIComponent(mark)]
  const bytes = [...plain.map((text) => Buffer.from(text)), Buffer.from(mark, 'utf16le')]
  const hex = bytes.flatMap((form) => [form.toString('hex'), form.toString('hex').toUpperCase()])
  // three places at which it may begin within a group of base64; what mixes with its neighbours is cut off
  const base64 = bytes.flatMap((form) =>
    [0, 1, 2].flatMap((offset) => {
      const encoded = Buffer.concat([Buffer.alloc(offset), form]).toString('base64')
      const inner = encoded.slice(Math.ceil((offset * 8) / 6), -4)
      return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
    }),
  )
  const all = [...bytes, ...[...hex, ...base64].map((text) => Buffer.from(text))]
  return [...new Map(all.map((form) => [form.toString('latin1'), form])).values()]
}

/** Which of the marks are in these bytes, in whatever form. */
export const marksIn = (bytes: Buffer, marks: readonly string[]) =>
  marks.filter((mark) => formsOf(mark).some((form) => bytes.includes(form)))

/** Every file under a folder but those left out by name, with its contents; files that vanish meanwhile are none. */
export function* filesUnder(folder: string, without: ReadonlySet<string> = new Set()): Generator<[path: string, bytes: Buffer]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (without.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path, without)
    else if (entry.isFile() && statSync(path, { throwIfNoEntry: false })) yield [path, readFileSync(path)]
  }
}

/** Base64 within JSON, as Temporal exports payloads, opened beside the text itself. */
export function opened(json: string): Buffer {
  const payloads = [...json.matchAll(/"([A-Za-z0-9+/]{8,}={0,2})"/g)].map(([, text]) => Buffer.from(text!, 'base64'))
  return Buffer.concat([Buffer.from(json), ...payloads.flatMap((payload) => [Buffer.from('\n'), payload])])
}

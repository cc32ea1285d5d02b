import { readCompact } from './compact.ts'
import { compile } from './compile.ts'
import type { Grammar } from './grammar.ts'
import { type FileReference, references, type Syntax } from './syntax.ts'
import { readXmlSyntax } from './xml-syntax.ts'

/** Where schema files come from; `path` is relative to the schema folder of EPUBCheck. */
export type ReadText = (path: string) => Promise<string>

/** Reads a schema with all files that it refers to, in either syntax. */
export async function readSchema(path: string, readText: ReadText): Promise<Grammar> {
  const files = new Map<string, Promise<Syntax>>()
  const ready = new Map<string, Syntax>()

  async function load(file: FileReference): Promise<void> {
    const key = keyOf(file)
    if (files.has(key)) return
    const reading = readText(file.path).then((text) => parse(text, file))
    files.set(key, reading)
    const syntax = await reading
    ready.set(key, syntax)
    await Promise.all(references(syntax).map(load))
  }

  const root: FileReference = { path, namespace: '' }
  await load(root)
  return compile(ready.get(keyOf(root))!, (file) => ready.get(keyOf(file))!)
}

const keyOf = ({ path, namespace }: FileReference) => `${namespace} ${path}`

const parse = (text: string, { path, namespace }: FileReference) =>
  path.endsWith('.rnc') ? readCompact(text, path, namespace) : readXmlSyntax(text, path, namespace)

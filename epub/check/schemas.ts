import { remembered } from '../publication.ts'
import { readEntities } from './document/doctype.ts'
import { loadGrammar, storeGrammar } from './relaxng/grammar.ts'
import { readSchema } from './relaxng/read-schema.ts'
import type { Schema } from './relaxng/validator.ts'

/** Files below `com/adobe/epubcheck/schema/` of the EPUBCheck archive, by their path there. */
export interface SchemaSource {
  readonly read: (path: string) => Promise<string | Uint8Array>
  /** Whether a schema that serves remarks only is there; all are when not said. */
  readonly holds?: (path: string) => boolean
  /** Where compiled schemas may be kept between processes; they are only a quicker way to what `read` gives. */
  readonly kept?: {
    readonly load: (name: string) => Promise<string | undefined>
    readonly save: (name: string, content: string) => Promise<void>
  }
}

export interface SchemaLibrary {
  readonly holds: (path: string) => boolean
  /** A schema by its path, compiled when first asked for. */
  readonly schema: (path: string) => Promise<Schema>
  /** Entities of a document type definition by its file. */
  readonly entities: (path: string) => Promise<Readonly<Record<string, string>>>
}

/** Under which name a compiled schema is kept. */
export const keptName = (path: string) => `${path.replaceAll('/', '-')}.json`

/** One library per source, so that every check shares the compiled schemas. */
export const schemaLibrary = remembered((source: SchemaSource): SchemaLibrary => {
  const schemas = new Map<string, Promise<Schema>>()
  const entities = new Map<string, Promise<Readonly<Record<string, string>>>>()

  const readText = async (path: string) => {
    const content = await source.read(path)
    return typeof content === 'string' ? content : new TextDecoder().decode(content)
  }

  async function compiled(path: string): Promise<Schema> {
    const name = keptName(path)
    const kept = await source.kept?.load(name)
    if (kept) return { grammar: loadGrammar(JSON.parse(kept)) }
    const grammar = await readSchema(path, readText)
    await source.kept?.save(name, JSON.stringify(storeGrammar(grammar)))
    return { grammar }
  }

  return {
    holds: (path) => source.holds?.(path) ?? true,
    schema: (path) => once(schemas, path, compiled),
    entities: (path) => once(entities, path, async () => readEntities(await readText(path)).entities),
  }
})

/** A failure is not kept: the next call tries again. */
function once<V>(known: Map<string, Promise<V>>, key: string, make: (key: string) => Promise<V>): Promise<V> {
  let promise = known.get(key)
  if (!promise) {
    known.set(key, (promise = make(key)))
    promise.catch(() => known.delete(key))
  }
  return promise
}

import type { SchemaTables } from '../browser.ts'
import { definitionFiles } from '../check/document/read.ts'
import { schemaPaths } from '../check/documents.ts'
import { storeGrammar } from '../check/relaxng/grammar.ts'
import { keptName, schemaLibrary } from '../check/schemas.ts'
import { schemas } from './schemas.ts'

/** All that the checker in a browser needs of EPUBCheck's schemas, made when a page is built; nothing of it is committed. */
export async function schemaTables(): Promise<SchemaTables> {
  const library = schemaLibrary(schemas)
  const compiled: Record<string, string> = {}
  for (const path of schemaPaths) compiled[keptName(path)] = JSON.stringify(storeGrammar((await library.schema(path)).grammar))
  const files: Record<string, string> = {}
  for (const path of definitionFiles) {
    const content = await schemas.read(path)
    files[path] = typeof content === 'string' ? content : new TextDecoder().decode(content)
  }
  return { compiled, files }
}

import type { Plugin } from 'vite'
import { schemaTables } from '../epub/node/schema-tables.ts'

const module = 'virtual:schema-tables'
const devPath = '/@schema-tables.json'

const made = async () => JSON.stringify(await schemaTables())

/**
 * Gives the pages the address of EPUBCheck's schemas, compiled: a file of its own with a hash in its name, made anew by
 * every build (about 1.8 MB, 170 KB packed), so that nothing of EPUBCheck is committed. In development the address answers itself.
 */
export function schemaTablesAsset(): Plugin {
  let isBuild = true
  return {
    name: 'schema-tables',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    async load(id) {
      if (id !== `\0${module}`) return undefined
      if (!isBuild) return `export default ${JSON.stringify(devPath)}`
      const file = this.emitFile({ type: 'asset', name: 'schema-tables.json', source: await made() })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
    configureServer({ middlewares }) {
      let tables: Promise<string> | undefined
      middlewares.use(devPath, (_, response, next) => {
        tables ??= made()
        tables.then((content) => {
          response.setHeader('Content-Type', 'application/json; charset=utf-8')
          response.end(content)
        }, next)
      })
    },
  }
}

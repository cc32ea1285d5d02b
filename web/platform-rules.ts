import type { Plugin } from 'vite'
import { platformRules } from '../epub/platforms/rules.ts'

const module = 'virtual:platform-rules'

/** The rows of the compatibility check, without the functions that apply them, for the pages that explain them. */
const rows = Object.fromEntries(
  Object.entries(platformRules).map(([platform, rules]) => [
    platform,
    rules.map(({ id, level, message, limit, source, date }) => ({ id, level, message, limit, source, date })),
  ]),
)

export const platformRulesModule = (): Plugin => ({
  name: 'platform-rules',
  resolveId: (id) => (id === module ? `\0${module}` : undefined),
  load: (id) => (id === `\0${module}` ? `export default ${JSON.stringify(rows)}` : undefined),
})

import { benchAi } from './ai.ts'
import { benchChecker } from './checker.ts'
import { benchConvert } from './convert.ts'
import { benchEngine } from './engine.ts'
import { benchPages } from './pages.ts'
import { benchRepair } from './repair.ts'
import { benchService } from './service.ts'

const benches: Readonly<Record<string, (words: readonly string[]) => unknown>> = {
  ai: benchAi,
  checker: benchChecker,
  convert: benchConvert,
  pages: benchPages,
  engine: benchEngine,
  service: benchService,
  repair: (families) => benchRepair(families.length > 0 ? families : undefined),
}

const [name = '', ...words] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`Name a benchmark: ${Object.keys(benches).join(', ')}`)
  process.exitCode = 2
} else await bench(words)

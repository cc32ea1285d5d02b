import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, importsOf, readImports, sourceFiles } from './imports.ts'

const root = join(import.meta.dirname, '..')

/** Who may import whom; a room that is not named as a key is none of the house. */
const doors: Record<string, { readonly code: readonly string[]; readonly types?: readonly string[] }> = {
  contract: { code: [] },
  epub: { code: [] },
  db: { code: ['contract'] },
  telemetry: { code: ['contract'] },
  projections: { code: ['contract', 'db', 'telemetry'] },
  activities: { code: ['contract', 'db', 'epub', 'telemetry'] },
  workflows: { code: ['contract'], types: ['activities'] },
  gateway: { code: ['contract', 'db', 'projections', 'telemetry'], types: ['workflows'] },
  web: { code: ['contract', 'epub/browser.ts'] },
  'temporal-dev': { code: ['contract'] },
}

const isTest = (file: string) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file)
const roomOf = (file: string) => file.split('/')[0] ?? ''

/** Node's own modules are for the rooms of the server; these files of the library are its server side. */
const librarysNodeSide = /^epub\/(node\/|testing\/|cli\.ts$|bin\.mjs$)/

/** What Node runs when pages are built, and what of the library it may put into them; nothing of it runs in a browser. */
const pagesBuild = /^web\/[^/]+\.ts$/
const builtIntoPages = ['epub/node/schema-tables.ts', 'epub/platforms/rules.ts']

function crossing({ from, to, specifier, typeOnly }: Import): string | undefined {
  if (isTest(from)) return undefined
  const room = roomOf(from)
  if (room === 'epub' && !librarysNodeSide.test(from)) {
    if (specifier.startsWith('node:')) return `${from} uses ${specifier}, which a browser lacks`
    if (to && librarysNodeSide.test(to) && !typeOnly) return `${from} uses ${to}, which a browser lacks`
  }
  if (room === 'contract' && !to && specifier !== 'zod') return `${from} imports ${specifier}: the contract knows only zod`
  if (!to || roomOf(to) === room) return undefined
  if (pagesBuild.test(from) && builtIntoPages.includes(to)) return undefined
  const door = doors[room]
  const allowed = [...(door?.code ?? []), ...(typeOnly ? (door?.types ?? []) : [])]
  const opens = allowed.some((name) => to === name || to.startsWith(`${name}/`))
  return opens ? undefined : `${from} imports ${to}`
}

const rooms = Object.keys(doors).filter((room) => existsSync(join(root, room)))
const imports = rooms.flatMap((room) => sourceFiles(root, room)).flatMap((file) => readImports(root, file))

test('no room imports another but through its doors', () => {
  expect(imports.length).toBeGreaterThan(50)
  expect(imports.map(crossing).filter(Boolean)).toEqual([])
})

describe('the check itself sees', () => {
  const forbidden: Record<string, [file: string, source: string]> = {
    'a gateway that reads a workflow': ['gateway/a.ts', `import { repair } from '../workflows/repair.ts'`],
    'a multi-line import': ['db/a.ts', `import {\n  view,\n} from '../projections/view.ts'`],
    'an import for its effect': ['web/src/a.ts', `import '../../gateway/main.ts'`],
    'a dynamic import': ['gateway/a.ts', `const square = await import('../temporal-dev/square.ts')`],
    'a re-export': ['contract/a.ts', `export * from '../db/log.ts'`],
    'the library by its package name': ['gateway/a.ts', `import { repair } from 'bookmender'`],
    'more of the library than the browser part': ['web/src/a.ts', `import { repair } from '../../epub/repair.ts'`],
    'a type where only code of another room is open': ['db/a.ts', `import type { View } from '../projections/view.ts'`],
    'what only the build of the pages may use': [
      'web/src/a.ts',
      `import { schemaTables } from '../../epub/node/schema-tables.ts'`,
    ],
    'a Node module in the library': ['epub/a.ts', `import { readFile } from 'node:fs/promises'`],
    'the Node side of the library in its core': ['epub/a.ts', `import { fileSource } from './node/source.ts'`],
    'a package in the contract': ['contract/a.ts', `import postgres from 'postgres'`],
  }
  test.each(Object.entries(forbidden))('%s', (_, [file, source]) => {
    expect(importsOf(file, source).map(crossing)).toEqual([expect.any(String)])
  })

  const allowed: Record<string, [file: string, source: string]> = {
    'types of the activities in a workflow': ['workflows/a.ts', `import type { Activities } from '../activities/index.ts'`],
    'a neighbour in the same room': ['db/a.ts', `import { log } from './log.ts'`],
    'a test that starts the house': ['gateway/a.test.ts', `import { startHouse } from '../temporal-dev/house.ts'`],
    'the checker in the browser': ['web/src/a.ts', `import { check } from '../../epub/browser.ts'`],
    'the schemas that are built into the pages': ['web/a.ts', `import { schemaTables } from '../epub/node/schema-tables.ts'`],
    'a file on the Node side of the library': ['epub/cli.ts', `import { open } from 'node:fs/promises'`],
  }
  test.each(Object.entries(allowed))('nothing wrong in %s', (_, [file, source]) => {
    expect(importsOf(file, source).map(crossing)).toEqual([undefined])
  })
})

/** Workflows are bundled with all they import, and zod alone would add a megabyte. */
test('no workflow reaches zod or a Node module', () => {
  const reached = new Set<string>()
  const packages = new Set<string>()
  const follow = (file: string) => {
    if (reached.has(file) || !existsSync(join(root, file))) return
    reached.add(file)
    for (const { to, specifier, typeOnly } of readImports(root, file)) {
      if (typeOnly) continue
      if (to) follow(to)
      else packages.add(specifier)
    }
  }
  for (const file of existsSync(join(root, 'workflows')) ? sourceFiles(root, 'workflows') : []) if (!isTest(file)) follow(file)
  expect([...packages].filter((name) => name === 'zod' || name.startsWith('node:'))).toEqual([])
})

test('the ready-made parts are started by the commands of package.json that name them, and by no other', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const local = Object.entries(scripts).filter(([, command]) => command.includes('temporal-dev/'))
  expect(local.map(([name]) => name).sort()).toEqual(['build', 'dev', 'start', 'test', 'test:full'])
})

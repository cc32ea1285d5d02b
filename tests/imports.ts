import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export type Import = {
  /** The importing file, from the root, with forward slashes. */
  readonly from: string
  /** As written: a package, a `node:` module or a relative path. */
  readonly specifier: string
  /** The imported file from the root, where it is one of ours. */
  readonly to?: string
  /** Gone when the code runs. */
  readonly typeOnly: boolean
}

const statement = /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w$*\s{},]+?\sfrom\s*)?['"]([^'"\n]+)['"]/gm
const dynamic = /\bimport\(\s*['"]([^'"\n]+)['"]/g

/** Every import of one source text, static and dynamic. */
export function importsOf(from: string, source: string): Import[] {
  const found = [
    ...[...source.matchAll(statement)].map(([, type, specifier]) => ({ specifier: specifier ?? '', typeOnly: Boolean(type) })),
    ...[...source.matchAll(dynamic)].map(([, specifier]) => ({ specifier: specifier ?? '', typeOnly: false })),
  ]
  return found.map((one) => ({ from, ...one, to: target(from, one.specifier) }))
}

function target(from: string, specifier: string) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  // The workspace's own package is the room `epub`.
  if (specifier === 'bookmender') return 'epub/index.ts'
  if (specifier === 'bookmender/browser') return 'epub/browser.ts'
  return specifier.startsWith('bookmender/') ? posix.join('epub', specifier.slice('bookmender/'.length)) : undefined
}

/** All source files below a folder of the root, with forward slashes. */
export function sourceFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist|data)$/.test(entry.name) ? [] : sourceFiles(root, path)
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : []
  })
}

export const readImports = (root: string, file: string) => importsOf(file, readFileSync(join(root, file), 'utf8'))

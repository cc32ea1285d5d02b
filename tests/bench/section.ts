import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')
const file = join(root, 'docs', 'benchmarks.md')

const head = `# Benchmarks

Measured by scripts of this project (\`npm run bench -- NAME\`); every section says on which commit, when and where. No figure is typed by hand.
`

/** Short, with a word where the engine is not as it was committed. */
export function commitNow(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const changed = execFileSync('git', ['status', '--porcelain', '--', 'epub'], { cwd: root, encoding: 'utf8' }).trim()
  return changed ? `${commit} with changes` : commit
}

/** Writes one section of \`docs/benchmarks.md\` anew, with commit, date and machine; the others stay as they are. */
export function writeSection(name: string, title: string, body: string, commit = commitNow()) {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const section = `${open}\n## ${title}\n\nCommit ${commit}, ${new Date().toISOString().slice(0, 10)}, ${machine}.\n\n${body.trim()}\n${close}`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : head
  const start = text.indexOf(open)
  const next =
    start < 0
      ? `${text.trimEnd()}\n\n${section}\n`
      : text.slice(0, start) + section + text.slice(text.indexOf(close) + close.length)
  writeFileSync(file, next)
}

/** A Markdown table. */
export const table = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

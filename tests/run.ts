/**
 * `npm test`: types, lint and format, then every test; what follows the command goes to vitest (`npm test -- epub/ocf`).
 * In CI the registry is asked for known flaws of the packages as well.
 * The last line counts all of it, so that whoever reads only that line is told the truth.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { auditSucceeds } from './audit.ts'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')
const given = process.argv.slice(2)
const full = given.includes('--full')
const filters = given.filter((argument) => argument !== '--full')

// The packages' programs name `node`: it must be this one.
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  ...(full ? { BOOKMENDER_FULL: '1' } : {}),
}

function succeeds(name: string, args: readonly string[]) {
  console.log(`\n$ ${[name, ...args].join(' ')}`)
  return spawnSync(join(bin, name), args, { cwd: root, env, stdio: 'inherit' }).status === 0
}

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

function runVitest(): Counts {
  const folder = mkdtempSync(join(tmpdir(), 'bookmender-report-'))
  const file = join(folder, 'report.json')
  try {
    const ok = succeeds('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters])
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const failed = report.numFailedTests + emptySuites(report.testResults)
    // An error outside any test (a broken set-up, an unhandled rejection) fails the run all the same.
    return {
      passed: report.numPassedTests,
      failed: failed || (ok ? 0 : 1),
      skipped: report.numPendingTests + report.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file that could not be loaded has no tests to count. */
const emptySuites = (results: readonly { status: string; assertionResults: readonly { status: string }[] }[]) =>
  results.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  ).length

const checks = filters.length === 0 ? [succeeds('tsc', []), succeeds('biome', ['check', '.'])] : []
if (process.env.BOOKMENDER_AUDIT) checks.push(auditSucceeds(root))
const tests = runVitest()
const passed = tests.passed + checks.filter(Boolean).length
const failed = tests.failed + checks.filter((ok) => !ok).length

console.log(`\n${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0

import { spawnSync } from 'node:child_process'

/** What the registry knows of the packages that are shipped; `silent` when it could not be asked, which is nobody's fault. */
export type Audit =
  | { readonly outcome: 'clean' }
  | { readonly outcome: 'found'; readonly packages: readonly string[] }
  | { readonly outcome: 'silent'; readonly reason: string }

/** From this severity on a known flaw fails a run. */
const grave = ['high', 'critical']

/** Reads what `npm audit --json` printed. */
export function readAudit(output: string): Audit {
  let answer: unknown
  try {
    answer = JSON.parse(output)
  } catch {
    return { outcome: 'silent', reason: 'npm gave no answer' }
  }
  if (typeof answer !== 'object' || answer === null || !('vulnerabilities' in answer))
    return { outcome: 'silent', reason: String((answer as { message?: unknown } | null)?.message ?? 'the registry gave no list') }
  const packages = Object.entries(answer.vulnerabilities as Record<string, { severity?: string }>)
    .filter(([, { severity = '' }]) => grave.includes(severity))
    .map(([name, { severity }]) => `${name} (${severity})`)
  return packages.length > 0 ? { outcome: 'found', packages } : { outcome: 'clean' }
}

/** Asks the registry; whatever it cannot answer is said and passes. */
export function auditSucceeds(root: string): boolean {
  console.log('\n$ npm audit --omit=dev')
  const own = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const [command = '', ...before] = own
  const { stdout } = spawnSync(command, [...before, 'audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const audit = readAudit(stdout ?? '')
  if (audit.outcome === 'silent')
    console.log(
      `NOT AUDITED: the registry could not be asked (${audit.reason}). Nothing is known of the packages; this is no failure.`,
    )
  else if (audit.outcome === 'found') console.log(`Known flaws in what is shipped: ${audit.packages.join(', ')}. See npm audit.`)
  else console.log('No grave flaw is known in what is shipped.')
  return audit.outcome !== 'found'
}

if (import.meta.main && !auditSucceeds(process.cwd())) process.exitCode = 1

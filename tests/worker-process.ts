import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'

/** A real worker process on the Temporal of this test run, one at a time. */
export function workerProcess(common: () => { readonly DATABASE_URL: string; readonly BLOB_STORE: string }) {
  let worker: ChildProcess | undefined

  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    const child = worker
    worker = undefined
    if (!child || child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  /** Resolves when it says that it is ready. */
  async function start(env: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'activities', 'worker.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        TEMPORAL_ADDRESS: inject('temporalAddress'),
        TEMPORAL_NAMESPACE: inject('temporalNamespace'),
        WORKFLOW_BUNDLE: join(tmpdir(), 'bookmender-test-workflows.js'),
        ENGINE_PROCESSES: '1',
        ...common(),
        ...env,
      },
    })
    worker = child
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The worker ended with ${code} before it was ready`)))
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.includes('"msg":"ready"')) resolve()
        else if (/"level":[4-6]0/.test(line)) console.error(line)
      })
    })
  }

  return { start, stop }
}

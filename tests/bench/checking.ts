import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Message } from '../../epub/check/message.ts'

export interface Checked {
  readonly messages: readonly Message[]
  /** Why the book was not opened at all. */
  readonly refused?: string
  /** CPU of all threads, opening included, in ms. */
  readonly cpu: number
  /** Peak resident memory of the process so far, in MB. */
  readonly peak: number
}

/** A child process that checks one book after the other. */
export function startChecking() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'checking-child.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async check(file: string): Promise<Checked> {
      child.stdin.write(`${file}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`The checker died at ${file}`)
      return JSON.parse(value) as Checked
    },
    async stop() {
      child.stdin.end()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
    kill: () => child.kill('SIGKILL'),
  }
}

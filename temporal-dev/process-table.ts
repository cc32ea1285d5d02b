import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isZombie(pid)
}

/** A killed child that nobody has waited for still has a number but does nothing more. */
function isZombie(pid: number) {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The command line of a process, so that a number written down by an earlier run is not taken for another process. */
export function commandOf(pid: number) {
  try {
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** True where process `pid` runs and its command line has `mark` in it. */
export const isOurs = (pid: number, mark: string) => pid > 0 && isAlive(pid) && commandOf(pid).includes(mark)

export async function ended(pid: number, milliseconds: number) {
  const until = Date.now() + milliseconds
  while (isAlive(pid)) {
    if (Date.now() > until) return false
    await wait(20)
  }
  return true
}

/** Asks, and after `patience` milliseconds insists. */
export async function endProcess(pid: number, signal: NodeJS.Signals, patience: number) {
  signalTo(pid, signal)
  if (await ended(pid, patience)) return
  signalTo(pid, 'SIGKILL')
  await ended(pid, 2000)
}

function signalTo(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

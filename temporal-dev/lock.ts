import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { commandOf, isAlive } from './process-table.ts'

type Holder = { readonly pid: number; readonly command: string; readonly url?: string }

/** Who holds the lock, where that process still runs: numbers are used again, so the command line must be the same. */
export function holderOf(file: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return isAlive(holder.pid) && commandOf(holder.pid) === holder.command ? holder : undefined
  } catch {
    return undefined
  }
}

const mine = (more: object) => JSON.stringify({ pid: process.pid, command: commandOf(process.pid), ...more })

/** False where another living process holds it; the lock of a dead one is taken over. */
export function take(file: string, more: { readonly url?: string } = {}) {
  mkdirSync(dirname(file), { recursive: true })
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, mine(more), { flag: 'wx' })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (holderOf(file)) return false
      rmSync(file, { force: true })
    }
  }
  return false
}

export const release = (file: string) => rmSync(file, { force: true })

/** Waits until no other process does the same work. */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  while (!take(file)) await wait(100)
  try {
    return await work()
  } finally {
    release(file)
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from './pool.ts'

/** A process that says who it is; what it does with books is tried elsewhere. */
const source = `
import { serveTasks } from ${JSON.stringify(join(import.meta.dirname, 'serve.ts'))}
serveTasks({ who: async () => process.pid, die: async () => process.exit(3) })
`
let folder: string
let pool: Pool
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bookmender-pool-'))
  const module = join(folder, 'child.ts')
  writeFileSync(module, source)
  pool = createPool({ module, size: 1 })
})
afterAll(async () => {
  await pool?.close()
  rmSync(folder, { recursive: true, force: true })
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const who = () => pool.run<number>('who', {})

test('a process is followed by another that has started before, and no task waits for that or is lost', async () => {
  const pids: number[] = []
  const first = await who()
  for (let n = 0; n < 250; n += 1) pids.push(await who())
  expect(new Set(pids)).toEqual(new Set([first]))
  expect(await who(), 'while the next one starts').toBe(first)
  await expect.poll(who).not.toBe(first)
  await expect.poll(() => isAlive(first)).toBe(false)
})

test('one that dies is replaced', async () => {
  const before = await who()
  await expect(pool.run('die', {})).rejects.toMatchObject({ name: 'TaskKilled', reason: 'died' })
  expect(await who()).not.toBe(before)
})

test('one that dies while its successor starts leaves its tasks to it', async () => {
  for (let n = 0; n < 249; n += 1) await who()
  const before = await who()
  await expect(pool.run('die', {})).rejects.toMatchObject({ reason: 'died' })
  const after = await Promise.all([who(), who(), who()])
  expect(new Set(after).size).toBe(1)
  expect(after[0]).not.toBe(before)
})

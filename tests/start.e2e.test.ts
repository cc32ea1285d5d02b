import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHouse } from '../temporal-dev/house.ts'
import { temporaryFolder } from '../temporal-dev/leftovers.ts'
import { commandOf, isAlive } from '../temporal-dev/process-table.ts'
import { plainBrowser, signIn } from './plain-browser.ts'
import { startedHouse } from './started-house.ts'

const root = join(import.meta.dirname, '..')

type Addresses = { readonly url: string; readonly databaseUrl: string; readonly dataFolder: string }
type Started = { readonly child: ChildProcess; readonly addresses: Addresses; readonly lines: string[] }

/** `npm start` without npm: the same file, and everything that it prints. */
function start(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['temporal-dev/start.ts'], {
    cwd: root,
    env: { ...process.env, START_JSON: '1', START_PORTS: 'any', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, text: lines.join('\n') }))
  const ready = new Promise<Started>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        if (line.startsWith('{"ready":true')) resolve({ child, addresses: JSON.parse(line), lines })
      })
    ended.then(({ text }) => reject(new Error(`It ended before it was ready:\n${text}`)))
  })
  ready.catch(() => {})
  return { child, ready, ended }
}

/** The processes below one, however deep. */
function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    return children.flatMap((child) => [child, ...descendants(child)])
  } catch {
    return []
  }
}

const living = (pids: readonly number[]) => pids.filter(isAlive).map((pid) => `${pid} ${commandOf(pid)}`)

const userId = async (url: string, email: string) => {
  const go = plainBrowser()
  await signIn(go, url, email)
  const { response } = await go(new URL('/api/auth/user', url))
  return ((await response.json()) as { id: string }).id
}

describe('one house', () => {
  let folder: string
  beforeAll(async () => {
    folder = await temporaryFolder()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('ends within ten seconds without a process left, is mended after a kill, and knows its people again', async () => {
    const first = start({ BOOKMENDER_DATA: folder })
    const { addresses, lines } = await first.ready
    expect(lines.join('\n')).toMatch(/publisher@example\.test/)
    const id = await userId(addresses.url, 'reader@books.test')
    expect(id).toBeTruthy()

    // Killed outright: only the two databases remain, and nothing that would write.
    const before = descendants(first.child.pid ?? 0)
    first.child.kill('SIGKILL')
    await first.ended
    await expect.poll(() => living(before).filter((line) => line.includes('.ts')), { timeout: 10_000 }).toEqual([])

    const second = start({ BOOKMENDER_DATA: folder })
    const mended = await second.ready
    expect(mended.addresses.url).toBe(addresses.url)
    expect(mended.addresses.databaseUrl).toBe(addresses.databaseUrl)
    expect(await userId(mended.addresses.url, 'reader@books.test')).toBe(id)

    const all = [...before, ...descendants(second.child.pid ?? 0)]
    const asked = Date.now()
    second.child.kill('SIGINT')
    expect(await second.ended).toMatchObject({ code: 0 })
    expect(Date.now() - asked).toBeLessThan(10_000)
    expect(living(all)).toEqual([])
  })
})

describe('refused with a sentence', () => {
  test('half a configuration', async () => {
    const folder = await temporaryFolder()
    const { code, text } = await start({ BOOKMENDER_DATA: folder, OIDC_ISSUER: 'https://id.test' }).ended
    expect(code).toBe(1)
    expect(text).toMatch(/OIDC_ISSUER is set but OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are not/)
    expect(text).not.toMatch(/\n\s+at /)
    rmSync(folder, { recursive: true, force: true })
  })

  test('a second house on the same data', async () => {
    const house = await startedHouse()
    try {
      await expect(startHouse({ dataDir: house.dataFolder, anyPorts: true })).rejects.toThrow(
        /already running on .* BOOKMENDER_DATA/,
      )
    } finally {
      await house.stop()
    }
  })

  test('a house that strangers could reach, and nothing of it stays', async () => {
    const folder = await temporaryFolder()
    const starting = start({ BOOKMENDER_DATA: folder, NODE_ENV: 'production' })
    await wait(1500)
    const pids = descendants(starting.child.pid ?? 0)
    const { code, text } = await starting.ended
    expect(code).toBe(1)
    expect(text).toMatch(/NODE_ENV is production, but .*OIDC_ISSUER/)
    expect(living(pids)).toEqual([])
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('a house that stands', () => {
  let house: Awaited<ReturnType<typeof startedHouse>>
  beforeAll(async () => {
    house = await startedHouse()
  })
  afterAll(() => house.stop())

  test('serves metrics of every process', async () => {
    for (const url of Object.values(house.metrics)) expect(await (await fetch(url)).text()).toMatch(/^# TYPE /m)
  })

  test('lends its parts to another house as outside ones', async () => {
    const { DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = house.env
    const oidc = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }
    const env = { DATABASE_URL, DATABASE_OWNER_URL: house.ownerUrl, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, ...oidc }
    const guest = await startedHouse({ env })
    try {
      expect(guest.localParts).toEqual(['square', 'mail', 'keys', 'blobs'])
      expect(guest.servers).toEqual({ postgres: undefined, temporal: undefined })
      expect((await fetch(new URL('/health/ready', guest.url))).status).toBe(200)
    } finally {
      await guest.stop()
    }
    expect((await fetch(new URL('/health/ready', house.url))).status).toBe(200)
  })
})

test('what dies comes back by itself, on the same addresses', async () => {
  const house = await startedHouse()
  try {
    const { worker, projections, gateway } = house.processes
    for (const process of [worker, projections, gateway]) {
      const before = process.pid
      process.kill('SIGKILL')
      await expect.poll(() => process.pid !== 0 && process.pid !== before, { timeout: 20_000 }).toBe(true)
      await process.ready()
    }
    house.servers.postgres?.kill('SIGKILL')
    const answers = async () => {
      const sql = postgres(house.databaseUrl, { max: 1, connect_timeout: 1 })
      return sql`select 1`
        .then(
          () => true,
          () => false,
        )
        .finally(() => sql.end({ timeout: 1 }))
    }
    await expect.poll(answers, { timeout: 20_000 }).toBe(true)
    const ready = async () => (await fetch(new URL('/health/ready', house.url))).status
    await expect.poll(ready, { timeout: 20_000 }).toBe(200)
  } finally {
    await house.stop()
  }
})

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '../temporal-dev/ports.ts'
import { type MigratedDatabase, migratedDatabase } from '../tests/migrated.ts'

const folder = mkdtempSync(join(tmpdir(), 'bookmender-start-'))
const secret = 'q'.repeat(40)
let database: MigratedDatabase
let base: Record<string, string>

beforeAll(async () => {
  database = await migratedDatabase()
  base = {
    PATH: process.env.PATH ?? '',
    PUBLIC_URL: 'http://localhost:3000',
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    OIDC_ISSUER: 'https://id.example.invalid',
    OIDC_CLIENT_ID: 'bookmender',
    OIDC_CLIENT_SECRET: secret,
    BLOB_STORE: join(folder, 'blobs'),
    BOOKMENDER_MASTER_KEY: secret,
    COOKIE_KEY: secret,
    SIGNING_KEY: secret,
  }
})
afterAll(async () => {
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A gateway of its own, started as `npm run gateway` does. */
async function start(env: Record<string, string>) {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...base, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const messages: string[] = []
  let ready = () => {}
  const isReady = new Promise<void>((resolve) => (ready = resolve))
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) {
        try {
          messages.push(JSON.parse(line).msg)
        } catch {
          messages.push(line)
        }
      }
      if (messages.includes('ready')) ready()
    })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await Promise.race([isReady, ended])
  return { child, port, messages, ended, isUp: messages.includes('ready') }
}

describe('real parts and local parts do not mix', () => {
  test.each([
    ['production with the Postgres of npm start', { NODE_ENV: 'production' }, 'DATABASE_URL'],
    [
      'a public address with local parts',
      { PUBLIC_URL: 'https://books.example.org', BOOKMENDER_LOCAL: 'identity' },
      'BOOKMENDER_LOCAL',
    ],
    [
      'a public address with a local provider',
      { PUBLIC_URL: 'https://books.example.org', OIDC_ISSUER: 'http://localhost:1' },
      'OIDC_ISSUER',
    ],
    ['every interface with a local key', { HOST: '0.0.0.0', COOKIE_KEY: `local-${secret}` }, 'COOKIE_KEY'],
    [
      'production with the namespace of npm start',
      { NODE_ENV: 'production', TEMPORAL_NAMESPACE: 'bookmender-local' },
      'TEMPORAL_NAMESPACE',
    ],
    ['faults on real parts', { BOOKMENDER_FAULTS: 'engine.primary=throw' }, 'BOOKMENDER_FAULTS'],
    ['half a configuration', { OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET'],
  ])('%s', async (_, env, variable) => {
    const { messages, ended, isUp, child } = await start(env)
    if (isUp) child.kill('SIGKILL')
    expect(isUp).toBe(false)
    expect(await ended).toBe(1)
    expect(messages.some((message) => message.includes(variable) && /set /.test(message))).toBe(true)
  })
})

test('on this machine it starts, answers, and ends when asked', async () => {
  const metrics = await freePort()
  const { child, port, messages, ended, isUp } = await start({ BOOKMENDER_LOCAL: 'postgres', METRICS_PORT: String(metrics) })
  expect([isUp, messages]).toEqual([true, ['ready']])
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
  const numbers = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  expect(numbers).toContain('bookmender_http_seconds_count{method="GET",route="/…",status="200"} 1')

  const before = Date.now()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(Date.now() - before).toBeLessThan(5000)
})

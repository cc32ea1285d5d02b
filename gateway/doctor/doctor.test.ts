import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentFile, serviceEnvironment } from '../local-environment.ts'
import { lastErrorIn, lastErrorOf } from './last-error.ts'
import { examine } from './part.ts'
import { screenOf } from './screen.ts'

test('a part that answers, one that is not in use, one that throws, one that is away', async () => {
  const parts = await Promise.all([
    examine('Postgres', async () => ({ version: '18.4', lag: '2 ms' })),
    examine('Square', async () => ({ off: 'nothing is sold here' })),
    examine('worker', async () => ({
      version: '0.1.0',
      lag: '0 waiting',
      lastError: '2027-05-03T08:30:00Z internal in repair-1',
    })),
    examine('gateway', async () => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') })
    }),
  ])
  expect(screenOf(parts)).toBe(
    [
      'part      status  version  lag        last error',
      'Postgres  ok      18.4     2 ms       -',
      'Square    off     -        -          nothing is sold here',
      'worker    ok      0.1.0    0 waiting  2027-05-03T08:30:00Z internal in repair-1',
      'gateway   FAILED  -        -          fetch failed: connect ECONNREFUSED 127.0.0.1:1',
      '',
      'Failed: gateway.',
    ].join('\n'),
  )
  expect(screenOf(parts.slice(0, 2))).toContain('Everything answers.')
})

test('the last error of a log, whatever stands round it', async () => {
  const line = (level: number, msg: string) => `gateway | {"level":${level},"time":1809333000000,"msg":"${msg}"}`
  expect(lastErrorIn([line(50, 'first'), line(50, 'second'), line(40, 'a warning'), 'plain'].join('\n'))).toBe(
    '2027-05-03T08:30:00Z second',
  )
  expect(lastErrorIn(line(30, 'ready'))).toBeUndefined()
  expect(await lastErrorOf('/nowhere', 'gateway')).toBeUndefined()
  expect(await lastErrorOf(undefined, 'gateway')).toBeUndefined()
})

test('what is set in the environment is the service; else the house that runs on this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(environmentFile(folder), JSON.stringify({ DATABASE_URL: 'postgres://local', PORT: '3000' }))
    expect(serviceEnvironment({ BOOKMENDER_DATA: folder })).toMatchObject({ DATABASE_URL: 'postgres://local', PORT: '3000' })
    expect(serviceEnvironment({ BOOKMENDER_DATA: folder, DATABASE_URL: 'postgres://other' })).toEqual({
      BOOKMENDER_DATA: folder,
      DATABASE_URL: 'postgres://other',
    })
    expect(serviceEnvironment({ BOOKMENDER_DATA: join(folder, 'none') })).toEqual({ BOOKMENDER_DATA: join(folder, 'none') })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

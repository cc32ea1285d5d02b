import { describe, expect, test } from 'vitest'
import { type Config, readConfig } from './config.ts'
import { faultsWithoutLocalParts, unsafeParts } from './safe-start.ts'

const secret = 'q'.repeat(40)
const real = {
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://books.example.org',
  DATABASE_URL: 'postgres://service:pw@db.example.org/bookmender',
  TEMPORAL_ADDRESS: 'temporal.example.org:7233',
  TEMPORAL_NAMESPACE: 'bookmender',
  OIDC_ISSUER: 'https://id.example.org',
  OIDC_CLIENT_ID: 'bookmender',
  OIDC_CLIENT_SECRET: secret,
  SQUARE_BASE_URL: 'https://connect.squareup.com',
  BLOB_STORE: 's3://books',
  BOOKMENDER_MASTER_KEY: secret,
  COOKIE_KEY: secret,
  SIGNING_KEY: secret,
}
const local = {
  'BOOKMENDER_LOCAL=identity,postgres': { BOOKMENDER_LOCAL: 'identity,postgres' },
  'OIDC_ISSUER on loopback': { OIDC_ISSUER: 'http://localhost:4455' },
  'OIDC_ISSUER on 127.0.0.1': { OIDC_ISSUER: 'http://127.0.0.1:4455' },
  'SQUARE_BASE_URL on loopback': { SQUARE_BASE_URL: 'http://127.0.0.1:4460' },
  'TEMPORAL_NAMESPACE of npm start': { TEMPORAL_NAMESPACE: 'bookmender-local' },
  'BOOKMENDER_MASTER_KEY of npm start': { BOOKMENDER_MASTER_KEY: `local-${secret}` },
  'COOKIE_KEY of npm start': { COOKIE_KEY: `local-${secret}` },
  'COOKIE_KEY too short': { COOKIE_KEY: 'secret' },
  'SIGNING_KEY of npm start': { SIGNING_KEY: `local-${secret}` },
  'SIGNING_KEY too short': { SIGNING_KEY: 'secret' },
  'MAIL_OUTBOX set': { MAIL_OUTBOX: 'http://token@127.0.0.1:3004' },
  'BOOKMENDER_FAULTS set': { BOOKMENDER_FAULTS: 'engine.primary=throw' },
}
const reachable = {
  'NODE_ENV is production': { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' },
  'PUBLIC_URL is https://books.example.org': {},
  'HOST is 0.0.0.0': { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' },
}
const outside = { databaseIsLocal: false, providerIsLocal: false }

describe.each(Object.entries(reachable))('%s', (reason, settings) => {
  test('real parts are fine', () => {
    expect(unsafeParts(readConfig({ ...real, ...settings }), outside)).toEqual([])
  })

  test.each(Object.entries(local))('%s is refused with its name', (name, part) => {
    const problems = unsafeParts(readConfig({ ...real, ...settings, ...part }), outside)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`${reason}`)
    expect(problems[0]).toContain(Object.keys(part)[0])
    expect(problems[0]).toMatch(/set [A-Z_]+/)
    expect(name).toContain(Object.keys(part)[0])
  })

  test('the Postgres of npm start is refused', () => {
    const problems = unsafeParts(readConfig({ ...real, ...settings }), { ...outside, databaseIsLocal: true })
    expect(problems).toEqual([expect.stringContaining('set DATABASE_URL')])
  })

  test('a database that does not answer is not trusted', () => {
    const problems = unsafeParts(readConfig({ ...real, ...settings }), { ...outside, databaseIsLocal: undefined })
    expect(problems).toEqual([expect.stringContaining('set DATABASE_URL')])
  })

  test('the provider of npm start behind another address is refused', () => {
    const problems = unsafeParts(readConfig({ ...real, ...settings }), { ...outside, providerIsLocal: true })
    expect(problems).toEqual([expect.stringContaining('set OIDC_ISSUER')])
  })

  test('every part at once gets every sentence', () => {
    const all = Object.assign({}, ...Object.values(local))
    expect(
      unsafeParts(readConfig({ ...real, ...settings, ...all }), { databaseIsLocal: true, providerIsLocal: true }),
    ).toHaveLength(10)
  })
})

test('on this machine alone every local part is welcome', () => {
  const all = Object.assign({}, ...Object.values(local))
  const config = readConfig({ ...real, ...all, PUBLIC_URL: 'http://localhost:3000' })
  expect(unsafeParts(config, { databaseIsLocal: true, providerIsLocal: true })).toEqual([])
})

test('faults need local parts', () => {
  const config = (faults: string, localParts: string[]): Pick<Config, 'faults' | 'localParts'> => ({ faults, localParts })
  expect(faultsWithoutLocalParts(config('clock=+25h', []))).toContain('BOOKMENDER_FAULTS')
  expect(faultsWithoutLocalParts(config('clock=+25h', ['postgres']))).toBeUndefined()
  expect(faultsWithoutLocalParts(config('', []))).toBeUndefined()
})

describe('the configuration says what is missing', () => {
  test('a sentence for each variable', () => {
    expect(() => readConfig({})).toThrow(/PUBLIC_URL is not set[\s\S]*DATABASE_URL is not set[\s\S]*OIDC_ISSUER is not set/)
  })
  test('an empty variable is not set', () => {
    expect(() => readConfig({ ...real, COOKIE_KEY: '' })).toThrow('COOKIE_KEY is not set')
  })
  test('http outside this machine', () => {
    expect(() => readConfig({ ...real, PUBLIC_URL: 'http://books.example.org' })).toThrow('must be an https address')
  })
  test('a bad port', () => {
    expect(() => readConfig({ ...real, PORT: 'x' })).toThrow('PORT is not a port number')
  })
})

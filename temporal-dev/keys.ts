import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const names = [
  'master',
  'cookie',
  'signing',
  'postgresSuperuser',
  'postgresOwner',
  'postgresService',
  'oidcClientSecret',
  'identityCookie',
  'squareAccessToken',
  'squareWebhookSignature',
  'outboxToken',
] as const

export type LocalKeys = Record<(typeof names)[number], string>

/** `local-` is what a gateway recognises, so that no such key ever guards a service that strangers can reach. */
const localKey = () => `local-${randomBytes(32).toString('base64url')}`

/** The keys of one data folder, made once: losing them would lose what they seal. */
export function localKeys(dataFolder: string): LocalKeys {
  const file = join(dataFolder, 'keys.json')
  mkdirSync(dataFolder, { recursive: true })
  const kept = readKept(file)
  const keys = Object.fromEntries(names.map((name) => [name, kept[name] ?? localKey()])) as LocalKeys
  if (names.some((name) => !kept[name])) writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}

function readKept(file: string): Partial<LocalKeys> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`${file} holds the keys of this data folder but cannot be read: ${(error as Error).message}`)
  }
}

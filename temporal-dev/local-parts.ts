import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { squareWebhookPath } from '../contract/calls/payments.ts'
import type { StartConfiguration } from './configuration.ts'
import type { HousePorts } from './house-ports.ts'
import { startIdentity } from './identity.ts'
import type { LocalKeys } from './keys.ts'
import { startOutbox } from './outbox.ts'
import { startPostgres } from './postgres.ts'
import { keepAlive } from './server.ts'
import { startSquare } from './square.ts'
import { startTemporal } from './temporal.ts'

export type Say = (name: string, line: string) => void

export type PartsOptions = {
  readonly configuration: StartConfiguration
  readonly ports: HousePorts
  readonly keys: LocalKeys
  readonly publicUrl: string
  readonly say: Say
}

/** How each part is started, on this data folder, where none is configured from outside. */
export const localParts = ({ configuration, ports, keys, publicUrl, say }: PartsOptions) => {
  const { dataFolder: folder, rolesClaim } = configuration
  return {
    postgres: () => {
      const passwords = { superuser: keys.postgresSuperuser, owner: keys.postgresOwner, service: keys.postgresService }
      const options = { folder: join(folder, 'postgres'), port: ports.postgres, passwords, log: logFile(folder, 'postgres') }
      return keepAlive('postgres', () => startPostgres(options), say)
    },
    temporal: () => {
      const own = { grpc: ports.temporal, ui: ports.temporalUi, http: ports.temporalHttp, metrics: ports.temporalMetrics }
      const options = { file: join(folder, 'temporal.db'), ports: own, log: logFile(folder, 'temporal') }
      return keepAlive('temporal', () => startTemporal(options), say)
    },
    identity: () => {
      const secrets = { clientSecret: keys.oidcClientSecret, cookieKey: keys.identityCookie }
      return startIdentity({ folder, port: ports.identity, publicUrl, rolesClaim, ...secrets })
    },
    square: () => {
      const notices = { url: new URL(squareWebhookPath, publicUrl).href, key: keys.squareWebhookSignature }
      return startSquare({ folder, port: ports.square, accessToken: keys.squareAccessToken, notices })
    },
    mail: () => startOutbox({ folder, port: ports.outbox, token: keys.outboxToken }),
  }
}

export type LocalParts = ReturnType<typeof localParts>

const largestLog = 10 * 1024 * 1024

/** Where a part writes; a log that has grown large is put aside, the one before it is forgotten. */
export function logFile(folder: string, name: string) {
  const file = join(folder, 'logs', `${name}.log`)
  mkdirSync(join(folder, 'logs'), { recursive: true })
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestLog) renameSync(file, `${file}.1`)
  return file
}

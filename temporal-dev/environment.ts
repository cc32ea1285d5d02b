import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workflowBundle } from './build.ts'
import type { StartConfiguration } from './configuration.ts'
import type { LocalIdentity } from './identity.ts'
import type { LocalKeys } from './keys.ts'
import type { LocalOutbox } from './outbox.ts'
import type { LocalSquare } from './square.ts'
import type { TemporalServer } from './temporal.ts'

export type EnvironmentParts = {
  readonly given: NodeJS.ProcessEnv
  readonly configuration: StartConfiguration
  readonly keys: LocalKeys
  readonly publicUrl: string
  readonly port: number
  readonly databaseUrl: string
  readonly faults: string | undefined
  /** Undefined where it comes from outside: what is given stands. */
  readonly temporal: TemporalServer | undefined
  readonly identity: LocalIdentity | undefined
  readonly square: LocalSquare | undefined
  readonly mail: LocalOutbox | undefined
}

/** Which parts are stand-ins of this machine, as `BOOKMENDER_LOCAL` says it. */
export const localPartsOf = ({ outside, ownKeys }: StartConfiguration): string[] => [
  ...(['postgres', 'temporal', 'identity', 'square', 'mail'] as const).filter((part) => !outside[part]),
  ...(ownKeys ? [] : ['keys']),
  ...(outside.blobs ? [] : ['blobs']),
]

/** What gateway, worker and projections are told. */
export const environmentOf = (parts: EnvironmentParts): NodeJS.ProcessEnv => {
  const { given, configuration, keys, publicUrl, port, databaseUrl, faults, temporal, identity, square, mail } = parts
  return {
    ...given,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    BOOKMENDER_DATA: configuration.dataFolder,
    BOOKMENDER_LOCAL: localPartsOf(configuration).join(','),
    BOOKMENDER_FAULTS: faults ?? given.BOOKMENDER_FAULTS ?? '',
    BOOKMENDER_MASTER_KEY: given.BOOKMENDER_MASTER_KEY || keys.master,
    COOKIE_KEY: given.COOKIE_KEY || keys.cookie,
    SIGNING_KEY: given.SIGNING_KEY || keys.signing,
    BLOB_STORE: given.BLOB_STORE || join(configuration.dataFolder, 'blobs'),
    WORKFLOW_BUNDLE: workflowBundle,
    DATABASE_URL: databaseUrl,
    // Only migrations own the database; what a process is not told it cannot leak.
    DATABASE_OWNER_URL: '',
    ...(temporal && {
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      TEMPORAL_UI_URL: temporal.uiUrl,
    }),
    ...(identity && {
      OIDC_ISSUER: identity.issuer,
      OIDC_CLIENT_ID: identity.clientId,
      OIDC_CLIENT_SECRET: keys.oidcClientSecret,
      OIDC_ACCOUNT_URL: identity.accountUrl,
      OIDC_PROVIDER_NAME: given.OIDC_PROVIDER_NAME || 'Local Accounts',
    }),
    ...(mail && { MAIL_OUTBOX: mail.address }),
    ...(square && {
      SQUARE_BASE_URL: square.url,
      SQUARE_ACCESS_TOKEN: keys.squareAccessToken,
      SQUARE_APPLICATION_ID: 'local-application',
      SQUARE_LOCATION_ID: 'local-location',
      SQUARE_ENVIRONMENT: 'local',
      SQUARE_WEBHOOK_SIGNATURE_KEY: keys.squareWebhookSignature,
    }),
  }
}

/** What the service's own programs read; nothing else of the environment is written down. */
const ours =
  /^(PORT|PUBLIC_URL|DATABASE_URL|BLOB_STORE|COOKIE_KEY|SIGNING_KEY|TASK_QUEUE|OFFICIAL_JUDGE|(BOOKMENDER|TEMPORAL|OIDC|SQUARE)_\w+)$/
const environmentFile = (folder: string) => join(folder, 'environment.json')

/** For `npm run support` and `npm run doctor` on this machine; as closed as the keys beside it. */
export function keepEnvironment(folder: string, env: NodeJS.ProcessEnv) {
  const kept = Object.fromEntries(Object.entries(env).filter(([name, value]) => value && ours.test(name)))
  const file = environmentFile(folder)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 })
}

export const forgetEnvironment = (folder: string) => rmSync(environmentFile(folder), { force: true })

import { type Config, isLoopback } from './config.ts'

/** What only the running parts can say about themselves. */
export interface Observed {
  /** `current_setting('bookmender.local')` of the database is `on`; undefined when it does not answer. */
  readonly databaseIsLocal: boolean | undefined
  /** The provider's own description says so. */
  readonly providerIsLocal: boolean
}

/** The namespace of the Temporal server that `npm start` brings. */
export const localNamespace = 'bookmender-local'
const localKeyPrefix = 'local-'
const shortestKey = 32

/** Why strangers could reach this process; undefined when they cannot. */
export function exposure({ production, publicUrl, host }: Pick<Config, 'production' | 'publicUrl' | 'host'>): string | undefined {
  if (production) return 'NODE_ENV is production'
  if (!isLoopback(publicUrl.hostname)) return `PUBLIC_URL is ${publicUrl.origin}`
  if (!isLoopback(host)) return `HOST is ${host}, which others can reach`
  return undefined
}

const hostOf = (address: string) => new URL(address).hostname

const keyProblem = (name: string, value: string) =>
  value.startsWith(localKeyPrefix)
    ? `${name} is a key made by npm start; set ${name} to a secret of your own.`
    : value.length < shortestKey
      ? `${name} has ${value.length} characters; set ${name} to at least ${shortestKey} random ones.`
      : undefined

/**
 * A service that strangers can reach must not stand on parts that let anybody in. One sentence for each such part, naming
 * the variable to set; none where only this machine can reach it.
 */
export function unsafeParts(config: Config, { databaseIsLocal, providerIsLocal }: Observed): string[] {
  const reason = exposure(config)
  if (!reason) return []

  const { localParts, oidc, squareBaseUrl, mailOutbox, temporal, faults, masterKey, cookieKey, signingKey } = config
  return [
    localParts.length > 0 &&
      `BOOKMENDER_LOCAL names local parts (${localParts.join(', ')}); unset BOOKMENDER_LOCAL and set the variables of the real ones.`,
    (isLoopback(oidc.issuer.hostname) || providerIsLocal) &&
      `OIDC_ISSUER is ${oidc.issuer.origin}, the provider of npm start or another of this machine; set OIDC_ISSUER to the real one.`,
    squareBaseUrl !== undefined &&
      isLoopback(hostOf(squareBaseUrl)) &&
      `SQUARE_BASE_URL is ${squareBaseUrl}, a stand-in of this machine; set SQUARE_BASE_URL to Square's own address.`,
    config.square?.environment === 'local' &&
      'SQUARE_ENVIRONMENT is local, the stand-in of npm start; set SQUARE_ENVIRONMENT to production or sandbox.',
    mailOutbox !== undefined && 'MAIL_OUTBOX is set, the outbox of npm start; unset MAIL_OUTBOX and set SMTP_URL and MAIL_FROM.',
    databaseIsLocal === undefined &&
      'the database does not answer, so nobody knows what it is; set DATABASE_URL to one that does.',
    databaseIsLocal && 'DATABASE_URL leads to the Postgres of npm start; set DATABASE_URL to a database of your own.',
    temporal.namespace === localNamespace &&
      `TEMPORAL_NAMESPACE is ${localNamespace}, the one of npm start; set TEMPORAL_NAMESPACE and TEMPORAL_ADDRESS to your own.`,
    keyProblem('BOOKMENDER_MASTER_KEY', masterKey),
    keyProblem('COOKIE_KEY', cookieKey),
    keyProblem('SIGNING_KEY', signingKey),
    faults !== '' && 'BOOKMENDER_FAULTS is set; unset BOOKMENDER_FAULTS, it breaks parts on purpose.',
  ]
    .filter((problem) => typeof problem === 'string')
    .map((problem) => `${reason}, but ${problem}`)
}

/** Faults are for tests on local parts; anywhere else they are refused, whoever can reach the process. */
export const faultsWithoutLocalParts = ({ faults, localParts }: Pick<Config, 'faults' | 'localParts'>) =>
  faults !== '' && localParts.length === 0
    ? 'BOOKMENDER_FAULTS is set, but no local part is in use; unset BOOKMENDER_FAULTS, it breaks parts on purpose.'
    : undefined

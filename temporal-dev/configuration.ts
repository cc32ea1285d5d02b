import { resolve } from 'node:path'

/** A configuration that cannot work: its sentences name the variables to set. */
export class HalfSet extends Error {
  override name = 'HalfSet'
}

type Environment = Readonly<Record<string, string | undefined>>

/** Which parts come from outside; each absent one is started locally. */
export type StartConfiguration = {
  readonly dataFolder: string
  /** Undefined: 3000, or any free port where that is taken. */
  readonly port?: number
  readonly publicUrl?: string
  readonly outside: {
    readonly postgres: boolean
    readonly temporal: boolean
    readonly identity: boolean
    readonly square: boolean
    readonly mail: boolean
    readonly blobs: boolean
  }
  /** Every key is set from outside. */
  readonly ownKeys: boolean
  readonly rolesClaim: string
}

/** Sets of variables that are good only together: with the first of them set, all must be; and the others need the first. */
const together: Record<
  string,
  { readonly all: readonly string[]; readonly only?: readonly string[]; readonly otherwise: string }
> = {
  postgres: {
    all: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
    otherwise:
      'an outside database needs the connection string of the service (DATABASE_URL) and of the owner, who migrates it (DATABASE_OWNER_URL)',
  },
  temporal: {
    all: ['TEMPORAL_ADDRESS'],
    only: ['TEMPORAL_NAMESPACE', 'TEMPORAL_UI_URL'],
    otherwise: 'an outside Temporal needs its address',
  },
  identity: {
    all: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
    only: ['OIDC_ACCOUNT_URL'],
    otherwise: 'an outside identity provider needs all three',
  },
  square: {
    all: [
      'SQUARE_ACCESS_TOKEN',
      'SQUARE_APPLICATION_ID',
      'SQUARE_LOCATION_ID',
      'SQUARE_ENVIRONMENT',
      'SQUARE_WEBHOOK_SIGNATURE_KEY',
    ],
    only: ['SQUARE_BASE_URL'],
    otherwise: 'an outside Square needs all five',
  },
  ai: {
    all: ['AI_BASE_URL', 'AI_MODEL'],
    only: ['AI_API_KEY'],
    otherwise: 'a language model needs the address of its endpoint (AI_BASE_URL) and its name (AI_MODEL)',
  },
  mail: {
    all: ['SMTP_URL', 'MAIL_FROM'],
    otherwise: 'e-mails need a server (SMTP_URL) and a sender (MAIL_FROM)',
  },
}

const keys = ['BOOKMENDER_MASTER_KEY', 'COOKIE_KEY', 'SIGNING_KEY'] as const

/** An empty variable counts as not set. Throws `HalfSet` with one sentence for each thing that is wrong. */
export function readConfiguration(given: Environment): StartConfiguration {
  const isSet = (name: string) => (given[name] ?? '') !== ''
  const problems = Object.values(together).flatMap(({ all, only = [], otherwise }) => {
    const present = [...all, ...only].filter(isSet)
    const absent = all.filter((name) => !isSet(name))
    if (present.length === 0 || absent.length === 0) return []
    return [
      `${list(present)} ${present.length === 1 ? 'is' : 'are'} set but ${list(absent)} ${absent.length === 1 ? 'is' : 'are'} not: ${otherwise}. Set ${list(absent)}, or unset ${list(present)} to use the local part.`,
    ]
  })
  const port = isSet('PORT') ? Number(given.PORT) : undefined
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
    problems.push(`PORT is ${given.PORT}, which is no port number.`)
  const publicUrl = isSet('PUBLIC_URL') ? given.PUBLIC_URL : undefined
  if (publicUrl && !(/^https?:\/\/./.test(publicUrl) && URL.canParse(publicUrl)))
    problems.push(`PUBLIC_URL is ${publicUrl}, which is no address: set it to one like https://books.example.org.`)
  if (problems.length > 0) throw new HalfSet(problems.join('\n'))

  return {
    dataFolder: resolve(given.BOOKMENDER_DATA || 'data'),
    port,
    publicUrl,
    outside: {
      postgres: isSet('DATABASE_URL'),
      temporal: isSet('TEMPORAL_ADDRESS'),
      identity: isSet('OIDC_ISSUER'),
      square: isSet('SQUARE_ACCESS_TOKEN'),
      mail: isSet('SMTP_URL'),
      blobs: isSet('BLOB_STORE'),
    },
    ownKeys: keys.every(isSet),
    rolesClaim: given.OIDC_ROLES_CLAIM || 'roles',
  }
}

const list = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

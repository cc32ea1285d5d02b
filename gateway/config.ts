import { z } from 'zod'
import { squareWebhookPath } from '../contract/calls/payments.ts'
import { taskQueue } from '../contract/job.ts'

/** Everything the gateway is told from outside; times, sizes and limits are in the code or in `contract/`. */
export interface Config {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** The address people use; its origin is the only one whose pages may change anything. */
  readonly publicUrl: URL
  /** How many proxies of ours stand in front; 0 believes no `X-Forwarded-For`. */
  readonly trustedProxies: number
  readonly databaseUrl: string
  readonly temporal: {
    readonly address: string
    readonly namespace: string
    readonly taskQueue: string
    readonly uiUrl: string | undefined
  }
  readonly oidc: {
    readonly issuer: URL
    readonly clientId: string
    readonly clientSecret: string
    readonly rolesClaim: string
    readonly accountUrl: string | undefined
    readonly providerName: string
  }
  readonly squareBaseUrl: string | undefined
  /** The outbox of `npm start`, known here only to be refused where strangers could reach this process. */
  readonly mailOutbox: string | undefined
  /** Who sells, as receipts print it: name and address, a line each. */
  readonly seller: readonly string[]
  /** Undefined: nothing is sold here. */
  readonly square:
    | {
        readonly applicationId: string
        readonly locationId: string
        readonly environment: 'production' | 'sandbox' | 'local'
        /** Of the browser's card form. */
        readonly scriptUrl: string
        /** Square signs its notices for this address, with this key. */
        readonly webhookUrl: string
        readonly webhookKey: string
      }
    | undefined
  /** A folder, or `s3://bucket/prefix`. */
  readonly blobStore: string
  readonly masterKey: string
  readonly cookieKey: string
  readonly signingKey: string
  /** Undefined: no metrics are served. */
  readonly metricsPort: number | undefined
  readonly faults: string
  /** Local stand-ins in use, as `npm start` names them. */
  readonly localParts: readonly string[]
  readonly webRoot: string
  /** Widens the rate limits, for load tests. */
  readonly rateScale: number
}

/** What is wrong with the configuration: a sentence for each thing, each naming its variable. */
export class BadConfiguration extends Error {
  override name = 'BadConfiguration'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const url = (name: string, example: string) =>
  z.string(`${name} is not set: set it to ${example}.`).pipe(z.url(`${name} is not an address: set it to ${example}.`))

const port = (name: string) =>
  z.coerce
    .number(`${name} is not a port number.`)
    .int()
    .min(0, `${name} is not a port number.`)
    .max(65_535, `${name} is not a port number.`)

const text = (name: string, meaning: string) =>
  z.string(`${name} is not set: set it to ${meaning}.`).min(1, `${name} is not set: set it to ${meaning}.`)

const key = (name: string) => text(name, 'a secret of at least 32 random characters')

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port('PORT').default(3000),
  PUBLIC_URL: url('PUBLIC_URL', 'the address people use, such as https://books.example.org'),
  TRUSTED_PROXIES: z.coerce.number('TRUSTED_PROXIES is not a number.').int().min(0).default(0),
  DATABASE_URL: url('DATABASE_URL', 'the database of the service, such as postgres://service:password@host/bookmender'),
  TEMPORAL_ADDRESS: text('TEMPORAL_ADDRESS', 'host and port of Temporal, such as temporal.example.org:7233'),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TASK_QUEUE: z.string().default(taskQueue),
  TEMPORAL_UI_URL: url('TEMPORAL_UI_URL', 'the address of the Temporal UI').optional(),
  OIDC_ISSUER: url('OIDC_ISSUER', 'the address of the identity provider'),
  OIDC_CLIENT_ID: text('OIDC_CLIENT_ID', 'the name under which the identity provider knows this service'),
  OIDC_CLIENT_SECRET: text('OIDC_CLIENT_SECRET', 'the secret the identity provider gave this service'),
  OIDC_ROLES_CLAIM: z.string().default('roles'),
  OIDC_ACCOUNT_URL: url('OIDC_ACCOUNT_URL', "the provider's page of account settings").optional(),
  OIDC_PROVIDER_NAME: z.string().optional(),
  SQUARE_BASE_URL: url('SQUARE_BASE_URL', "the address of Square's interface").optional(),
  SQUARE_APPLICATION_ID: z.string().optional(),
  SQUARE_LOCATION_ID: z.string().optional(),
  SQUARE_ENVIRONMENT: z
    .enum(['production', 'sandbox', 'local'], "SQUARE_ENVIRONMENT is none of 'production' and 'sandbox': set it to one of them.")
    .optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: z.string().optional(),
  MAIL_OUTBOX: z.string().optional(),
  /** Parted by `;`. */
  RECEIPT_SELLER: z.string().default('Bookmender'),
  BLOB_STORE: text('BLOB_STORE', 'a folder or s3://bucket/prefix'),
  BOOKMENDER_MASTER_KEY: key('BOOKMENDER_MASTER_KEY').min(
    32,
    'BOOKMENDER_MASTER_KEY is too short: set it to at least 32 random characters.',
  ),
  COOKIE_KEY: key('COOKIE_KEY'),
  SIGNING_KEY: key('SIGNING_KEY'),
  METRICS_PORT: port('METRICS_PORT').optional(),
  BOOKMENDER_FAULTS: z.string().default(''),
  BOOKMENDER_LOCAL: z.string().default(''),
  GATEWAY_WEB_ROOT: z.string().default('web/dist'),
  GATEWAY_RATE_SCALE: z.coerce.number('GATEWAY_RATE_SCALE is not a number.').positive().default(1),
})

const loopbackNames = new Set(['localhost', '::1', '[::1]'])

/** This machine and no other. */
export const isLoopback = (host: string) =>
  loopbackNames.has(host) || /^127(\.\d{1,3}){3}$/.test(host) || host.endsWith('.localhost')

/** Throws `BadConfiguration` with every problem at once. An empty variable counts as not set. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')))
  if (!parsed.success) throw new BadConfiguration(parsed.error.issues.map((issue) => issue.message))
  const given = parsed.data
  const publicUrl = new URL(given.PUBLIC_URL)
  const issuer = new URL(given.OIDC_ISSUER)

  if (publicUrl.protocol !== 'https:' && !isLoopback(publicUrl.hostname))
    throw new BadConfiguration([
      `PUBLIC_URL is ${publicUrl.origin}: outside this machine it must be an https address, or nobody can stay signed in.`,
    ])

  return {
    production: given.NODE_ENV === 'production',
    host: given.HOST,
    port: given.PORT,
    publicUrl,
    trustedProxies: given.TRUSTED_PROXIES,
    databaseUrl: given.DATABASE_URL,
    temporal: {
      address: given.TEMPORAL_ADDRESS,
      namespace: given.TEMPORAL_NAMESPACE,
      taskQueue: given.TASK_QUEUE,
      uiUrl: given.TEMPORAL_UI_URL,
    },
    oidc: {
      issuer,
      clientId: given.OIDC_CLIENT_ID,
      clientSecret: given.OIDC_CLIENT_SECRET,
      rolesClaim: given.OIDC_ROLES_CLAIM,
      accountUrl: given.OIDC_ACCOUNT_URL,
      providerName: given.OIDC_PROVIDER_NAME ?? issuer.hostname,
    },
    squareBaseUrl: given.SQUARE_BASE_URL,
    mailOutbox: given.MAIL_OUTBOX,
    seller: given.RECEIPT_SELLER.split(';')
      .map((line) => line.trim())
      .filter(Boolean),
    square: squareOf(given, publicUrl),
    blobStore: given.BLOB_STORE,
    masterKey: given.BOOKMENDER_MASTER_KEY,
    cookieKey: given.COOKIE_KEY,
    signingKey: given.SIGNING_KEY,
    metricsPort: given.METRICS_PORT,
    faults: given.BOOKMENDER_FAULTS,
    localParts: given.BOOKMENDER_LOCAL.split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    webRoot: given.GATEWAY_WEB_ROOT,
    rateScale: given.GATEWAY_RATE_SCALE,
  }
}

const squareScripts = {
  production: 'https://web.squarecdn.com/v1/square.js',
  sandbox: 'https://sandbox.web.squarecdn.com/v1/square.js',
} as const

/** All of it or nothing: half a configuration would take money that nobody could follow. */
function squareOf(given: z.infer<typeof Environment>, publicUrl: URL): Config['square'] {
  const needed = ['SQUARE_APPLICATION_ID', 'SQUARE_LOCATION_ID', 'SQUARE_ENVIRONMENT', 'SQUARE_WEBHOOK_SIGNATURE_KEY'] as const
  const missing = needed.filter((name) => given[name] === undefined)
  if (missing.length === needed.length) return undefined
  if (missing.length > 0)
    throw new BadConfiguration(missing.map((name) => `${name} is not set, but other SQUARE_ variables are: set it too.`))
  const environment = given.SQUARE_ENVIRONMENT!
  if (environment === 'local' && given.SQUARE_BASE_URL === undefined)
    throw new BadConfiguration(['SQUARE_ENVIRONMENT is local, but SQUARE_BASE_URL is not set: set it to the stand-in.'])
  return {
    applicationId: given.SQUARE_APPLICATION_ID!,
    locationId: given.SQUARE_LOCATION_ID!,
    environment,
    scriptUrl: environment === 'local' ? new URL('/v1/square.js', given.SQUARE_BASE_URL).href : squareScripts[environment],
    webhookUrl: new URL(squareWebhookPath, publicUrl).href,
    webhookKey: given.SQUARE_WEBHOOK_SIGNATURE_KEY!,
  }
}

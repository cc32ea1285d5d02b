import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { join } from 'node:path'
import Provider, { type Adapter, type AdapterPayload, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { rolesOf, subjectOf } from './accounts.ts'
import { identityPages } from './identity-pages.ts'
import { type Kept, keep } from './kept.ts'
import { closeServer, listenLocally } from './listen.ts'
import { escapeHtml, page } from './page.ts'

export type LocalIdentity = {
  readonly issuer: string
  readonly accountUrl: string
  readonly clientId: string
  readonly stop: () => Promise<void>
}

export type IdentityOptions = {
  readonly folder: string
  readonly port: number
  /** The app's address: where sign-in and sign-out lead back to. */
  readonly publicUrl: string
  readonly clientSecret: string
  readonly cookieKey: string
  readonly rolesClaim: string
}

type Entry = { readonly payload: AdapterPayload; readonly expiresAt?: number }
type State = {
  signingKey?: JsonWebKey
  /** Subject to e-mail: whoever once typed an address is an account. */
  readonly accounts: Record<string, string>
  /** `Model/id` to what the provider keeps of it. */
  readonly entries: Record<string, Entry>
}

export const clientId = 'bookmender-local'

export async function startIdentity(options: IdentityOptions): Promise<LocalIdentity> {
  const kept = keep<State>(join(options.folder, 'identity.json'), { accounts: {}, entries: {} })
  const issuer = `http://localhost:${options.port}`
  const provider = new Provider(issuer, configuration(options, kept))
  const signIn = (email: string) => {
    const subject = subjectOf(email)
    kept.state.accounts[subject] = email
    kept.changed()
    return subject
  }
  provider.use(identityPages({ provider, signIn, emailOf: (subject) => kept.state.accounts[subject], appUrl: options.publicUrl }))
  const server = await listenLocally(provider.callback(), options.port)
  return {
    issuer,
    accountUrl: `${issuer}/account`,
    clientId,
    stop: async () => {
      await closeServer(server)
      kept.close()
    },
  }
}

function configuration({ publicUrl, clientSecret, cookieKey, rolesClaim }: IdentityOptions, kept: Kept<State>): Configuration {
  const origin = new URL(publicUrl).origin
  const hour = 3600
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${origin}/api/callback`],
        post_logout_redirect_uris: [origin, `${origin}/`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    // A gateway that strangers can reach looks for this and refuses such a provider.
    discovery: { bookmender_local: true },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name', rolesClaim] },
    // Roles and e-mail stand in the ID token itself; no second call is needed to know who signed in.
    conformIdTokenClaims: false,
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    jwks: { keys: [signingKey(kept)] },
    // Cookies know no ports: the app's own on localhost must have other names.
    cookies: {
      keys: [cookieKey],
      names: { session: 'local_identity_session', interaction: 'local_identity_interaction', resume: 'local_identity_resume' },
    },
    adapter: (model: string) => keptAdapter(model, kept),
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource },
    },
    renderError: (context, { error, error_description: detail }) => {
      context.type = 'html'
      context.body = page(
        'Sign-in did not work',
        `<h1>Sign-in did not work</h1><p>${escapeHtml(detail ?? error)}</p><p><a href="${escapeHtml(origin)}">Back to Bookmender</a></p>`,
      )
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, subject) => {
      const email = kept.state.accounts[subject]
      if (!email) return undefined
      const name = email.slice(0, email.indexOf('@'))
      const claims = { sub: subject, email, email_verified: true, name, given_name: name, [rolesClaim]: [...rolesOf(email)] }
      return { accountId: subject, claims: () => claims }
    },
    // The one client is the app itself: nobody is asked whether it may know who they are.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
    ttl: { Session: 24 * hour, AccessToken: hour, IdToken: hour, Grant: 24 * hour, Interaction: hour, RefreshToken: 24 * hour },
  }
}

/** Made once: with another key, sessions of yesterday would end and discovery documents in memory would lie. */
function signingKey({ state, changed }: Kept<State>) {
  if (!state.signingKey) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    state.signingKey = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }
    changed()
  }
  return state.signingKey
}

/** Signing out needs no question here; without scripts there is a button. */
function logoutSource(context: KoaContextWithOIDC, form: string) {
  context.body = `<!doctype html><html lang="en"><title>Signing out</title>${form}
<button form="op.logoutForm" name="logout" value="yes">Sign out</button>
<script>document.querySelector('button').click()</script></html>`
}

/** The provider's memory, in the data folder; its own default forgets everybody at each restart. */
function keptAdapter(model: string, { state, changed }: Kept<State>): Adapter {
  const { entries } = state
  const keyOf = (id: string) => `${model}/${id}`
  const live = (key: string) => {
    const entry = entries[key]
    if (entry?.expiresAt && entry.expiresAt < Date.now()) {
      delete entries[key]
      return undefined
    }
    return entry?.payload
  }
  const findBy = (field: 'uid' | 'userCode', value: string) =>
    Object.keys(entries)
      .filter((key) => key.startsWith(`${model}/`) && entries[key]?.payload[field] === value)
      .map(live)[0]
  return {
    upsert: async (id, payload, expiresIn) => {
      entries[keyOf(id)] = { payload, ...(expiresIn ? { expiresAt: Date.now() + expiresIn * 1000 } : {}) }
      changed()
    },
    find: async (id) => live(keyOf(id)),
    findByUid: async (uid) => findBy('uid', uid),
    findByUserCode: async (code) => findBy('userCode', code),
    consume: async (id) => {
      const entry = entries[keyOf(id)]
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
      changed()
    },
    destroy: async (id) => {
      delete entries[keyOf(id)]
      changed()
    },
    revokeByGrantId: async (grantId) => {
      for (const key of Object.keys(entries)) {
        if (key.startsWith(`${model}/`) && entries[key]?.payload.grantId === grantId) delete entries[key]
      }
      changed()
    },
  }
}

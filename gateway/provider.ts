import * as oidc from 'openid-client'
import { type Config, isLoopback } from './config.ts'
import { exposure } from './safe-start.ts'

/** What a person's browser must bring back from the provider; kept sealed in a cookie of ten minutes. */
export interface SignInAttempt {
  readonly verifier: string
  readonly state: string
  readonly nonce: string
  readonly returnTo: string
}

export interface SignedInPerson {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  /** Staff roles only. */
  readonly roles: readonly string[]
  readonly idToken: string
}

export interface IdentityProvider {
  begin(returnTo: string): Promise<{ readonly url: URL; readonly attempt: SignInAttempt }>
  /** `answer`: the address that the provider sent the browser to. Throws what the provider or the checks say. */
  finish(answer: URL, attempt: SignInAttempt): Promise<SignedInPerson>
  /** The provider of `npm start` says of itself that it is one. */
  isLocal(): Promise<boolean>
  /** Where the session at the provider ends; undefined when it offers no such page. */
  signOutUrl(idToken: string | undefined): Promise<URL | undefined>
}

const staffRoles = new Set(['support', 'operator'])

/** A list, or words in one text; anything that is no staff role is left out. */
export const rolesIn = (claim: unknown): string[] => {
  const given = Array.isArray(claim) ? claim : typeof claim === 'string' ? claim.split(/[\s,]+/) : []
  return [...new Set(given.filter((role): role is string => typeof role === 'string' && staffRoles.has(role)))]
}

const textOf = (claim: unknown) => (typeof claim === 'string' && claim.trim() !== '' ? claim.trim().slice(0, 320) : null)

export function createProvider(config: Pick<Config, 'oidc' | 'publicUrl' | 'production' | 'host'>): IdentityProvider {
  const { oidc: settings, publicUrl } = config
  const redirectUri = new URL('/api/callback', publicUrl).href
  const home = new URL('/', publicUrl).href
  const plainHttp = settings.issuer.protocol === 'http:' && isLoopback(settings.issuer.hostname)
  let found: Promise<oidc.Configuration> | undefined

  /** Asked at the first sign-in, not at the start: the provider may come up later, or again. */
  const described = () =>
    (found ??= oidc
      .discovery(
        settings.issuer,
        settings.clientId,
        settings.clientSecret,
        undefined,
        plainHttp ? { execute: [oidc.allowInsecureRequests], timeout: 10 } : { timeout: 10 },
      )
      .catch((error) => {
        found = undefined
        throw error
      }))
  const isLocal = async () => (await described()).serverMetadata().bookmender_local === true

  const discovered = async () => {
    if (exposure(config) && (await isLocal())) throw new Error(`${settings.issuer.origin} is the provider of npm start`)
    return described()
  }

  return {
    async begin(returnTo) {
      const config = await discovered()
      const attempt = {
        verifier: oidc.randomPKCECodeVerifier(),
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        returnTo,
      }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
      })
      return { url, attempt }
    },

    async finish(answer, { verifier, state, nonce }) {
      const config = await discovered()
      const tokens = await oidc.authorizationCodeGrant(config, answer, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const identity = tokens.claims()!
      const more =
        textOf(identity.email) === null && config.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(config, tokens.access_token, identity.sub)
          : {}
      const claims: Record<string, unknown> = { ...more, ...identity }
      return {
        issuer: identity.iss,
        subject: identity.sub,
        email: textOf(claims.email) ?? '',
        firstName: textOf(claims.given_name) ?? textOf(claims.name),
        lastName: textOf(claims.family_name),
        roles: rolesIn(claims[settings.rolesClaim]),
        idToken: tokens.id_token!,
      }
    },

    isLocal,

    async signOutUrl(idToken) {
      const config = await discovered()
      if (!config.serverMetadata().end_session_endpoint) return undefined
      return oidc.buildEndSessionUrl(config, {
        post_logout_redirect_uri: home,
        ...(idToken !== undefined && { id_token_hint: idToken }),
      })
    },
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainBrowser } from '../tests/plain-browser.ts'
import { type LocalIdentity, startIdentity } from './identity.ts'
import { freePort } from './ports.ts'

const folder = mkdtempSync(join(tmpdir(), 'bookmender-identity-'))
const publicUrl = 'http://localhost:3999'
let port = 0
let identity: LocalIdentity

const start = async () => {
  identity = await startIdentity({ folder, port, publicUrl, clientSecret: 'secret', cookieKey: 'cookie', rolesClaim: 'roles' })
}

beforeAll(async () => {
  port = await freePort()
  await start()
})
afterAll(async () => {
  await identity.stop()
  rmSync(folder, { recursive: true })
})

/** Follows redirects until they leave the provider. */
const browser = () => plainBrowser({ follows: ({ origin }) => origin === identity.issuer })

const client = () =>
  openid.discovery(new URL(identity.issuer), identity.clientId, 'secret', undefined, { execute: [openid.allowInsecureRequests] })

async function authorization(config: openid.Configuration) {
  const verifier = openid.randomPKCECodeVerifier()
  const [state, nonce] = [openid.randomState(), openid.randomNonce()]
  const code_challenge = await openid.calculatePKCECodeChallenge(verifier)
  const redirect_uri = `${publicUrl}/api/callback`
  const scope = 'openid email profile'
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri,
    scope,
    code_challenge,
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  const finish = (callback: URL) =>
    openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce })
  return { url, finish }
}

async function signIn(email: string, go = browser()) {
  const { url, finish } = await authorization(await client())
  const form = await go(url)
  const { url: callback } = await go(form.url, { method: 'POST', body: new URLSearchParams({ email }) })
  return { claims: (await finish(callback)).claims(), go }
}

test('staff roles come with the sign-in, a plan never does', async () => {
  const { claims } = await signIn('support@example.test')
  expect(claims).toMatchObject({ email: 'support@example.test', email_verified: true, roles: ['support'] })
  expect((await signIn('operator+2@example.test')).claims).toMatchObject({ roles: ['operator'] })
  expect((await signIn('publisher@example.test')).claims).toMatchObject({ roles: [] })
  expect((await signIn('support@elsewhere.test')).claims).toMatchObject({ roles: [] })
})

test('any address is an account, the same one after a restart, and its session lasts', async () => {
  const { claims, go } = await signIn('New.Reader@books.test')
  expect(claims?.email).toBe('new.reader@books.test')
  await new Promise((resolve) => setTimeout(resolve, 100))
  await identity.stop()
  await start()
  const { url, finish } = await authorization(await client())
  const { url: callback } = await go(url)
  expect(callback.pathname).toBe('/api/callback')
  expect((await finish(callback)).claims()?.sub).toBe(claims?.sub)
})

test('what is no address is asked for again', async () => {
  const go = browser()
  const { url } = await authorization(await client())
  const form = await go(url)
  const { response } = await go(form.url, { method: 'POST', body: new URLSearchParams({ email: 'no<address>' }) })
  expect(response.status).toBe(400)
  const text = await response.text()
  expect(text).toContain('role="alert"')
  expect(text).not.toContain('no<address>')
})

test('cancelling leads back to the app with a refusal', async () => {
  const go = browser()
  const { url } = await authorization(await client())
  const form = await go(url)
  const { url: callback } = await go(new URL(`${form.url.href}/cancel`))
  expect(callback.searchParams.get('error')).toBe('access_denied')
})

test('its discovery document says that it is a local one, and it keeps no other address', async () => {
  const discovery = await (await fetch(`${identity.issuer}/.well-known/openid-configuration`)).json()
  expect(discovery).toMatchObject({ issuer: identity.issuer, bookmender_local: true })
  const stranger = await openid.buildAuthorizationUrl(await client(), {
    redirect_uri: 'http://localhost:4000/api/callback',
    scope: 'openid',
  })
  const { response } = await browser()(stranger)
  expect(response.status).toBe(400)
})

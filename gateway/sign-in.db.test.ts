import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '../contract/events/account.ts'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'
import { sessionCookie } from './session.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.close())

const tokenIn = (cookies: string) => new RegExp(`${sessionCookie}=([^;]+)`).exec(cookies)?.[1]

test('through the provider and back to where one was', async () => {
  const visitor = gateway.visitor()
  expect((await visitor.request('/api/auth/user')).status).toBe(401)
  const target = await visitor.signIn('anna@example.test', '/account?tab=plan')
  expect(target.href).toBe(`${gateway.url}/account?tab=plan`)
  expect(await visitor.json('/api/auth/user')).toMatchObject({ email: 'anna@example.test', roles: [] })
  expect(await visitor.json('/api/user/plan')).toMatchObject({ plan: 'free', currentPlan: 'free' })
})

test('the request to the provider carries PKCE, state and nonce', async () => {
  const response = await gateway.visitor().request('/api/login')
  const asked = new URL(response.headers.get('location')!).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({ code_challenge_method: 'S256', response_type: 'code' })
  for (const name of ['code_challenge', 'state', 'nonce']) expect(asked.get(name)?.length).toBeGreaterThan(20)
  expect(response.headers.getSetCookie()[0]).toMatch(/path=\/api\/callback.*samesite=lax.*httponly/i)
})

test('the session cookie is out of reach of scripts and other sites, and the database holds no token', async () => {
  const visitor = gateway.visitor()
  let cookie = ''
  const request = visitor.request
  await visitor.signIn('cookie@example.test')
  const token = tokenIn(visitor.cookieFor())!
  cookie = (await gateway.deps.sessions.find(token))!.id
  expect(cookie).not.toBe(token)
  const rows = await gateway.database.sql`select * from sessions`
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await request('/api/auth/user')).headers.getSetCookie()).toEqual([])
})

test('one account for one person, and the same at the next sign-in', async () => {
  const one = await gateway.signedIn('pro+same@example.test')
  const two = await gateway.signedIn('pro+same@example.test')
  expect(two.id).toBe(one.id)
  const events = await gateway.deps.log.readStream(accountStream(one.id))
  expect(events.map(({ type }) => type)).toEqual(['AccountOpened', 'SubscriptionGranted'])
  expect(JSON.stringify(events.map(({ data, metadata }) => [data, metadata]))).not.toContain('example.test')
  expect(await one.json('/api/user/plan')).toMatchObject({ plan: 'pro' })
})

test('staff roles come from the provider', async () => {
  const visitor = await gateway.signedIn('support@example.test')
  expect(await visitor.json('/api/auth/user')).toMatchObject({ roles: ['support'] })
})

describe('a session cannot be fixed or forged', () => {
  test('a token that was there before is worth nothing after', async () => {
    const visitor = await gateway.signedIn('fix@example.test')
    const before = tokenIn(visitor.cookieFor())!
    await visitor.signIn('fix@example.test')
    const after = tokenIn(visitor.cookieFor())!
    expect(after).not.toBe(before)
    expect(await gateway.deps.sessions.find(before)).toBeUndefined()
    expect(await gateway.deps.sessions.find(after)).toBeDefined()
  })

  test('a planted token is no session', async () => {
    const response = await gateway
      .visitor()
      .request('/api/auth/user', { headers: { Cookie: `${sessionCookie}=${'a'.repeat(43)}` } })
    expect(response.status).toBe(401)
  })

  test("an answer of the provider in another person's browser is refused", async () => {
    const victim = gateway.visitor()
    const attacker = gateway.visitor()
    const { response, target } = await attacker.visit('/api/login')
    const action = /action="([^"]+)"/.exec(await response.text())![1]!
    const back = await attacker.request(new URL(action, target), {
      method: 'POST',
      body: new URLSearchParams({ email: 'attacker@example.test' }),
      headers: { Origin: target.origin },
    })
    const resumed = await attacker.request(back.headers.get('location')!)
    const callback = resumed.headers.get('location')!
    expect(callback).toContain('/api/callback?code=')
    const refused = await victim.request(callback)
    expect(refused.headers.get('location')).toMatch(/^\/\?signIn=failed&reference=\w+$/)
    expect((await victim.request('/api/auth/user')).status).toBe(401)
  })

  test('a changed state, and a cancelled sign-in', async () => {
    const visitor = gateway.visitor()
    const forged = await visitor.request('/api/callback?code=x&state=y')
    expect(forged.headers.get('location')).toMatch(/signIn=failed/)
    const { response, target } = await visitor.visit('/api/login')
    const cancel = /href="([^"]+cancel)"/.exec(await response.text())![1]!
    expect((await visitor.visit(new URL(cancel, target))).target.search).toMatch(/signIn=cancelled/)
  })
})

describe('where a sign-in leads', () => {
  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/api/logout'])('never to %s', async (returnTo) => {
    const visitor = gateway.visitor()
    expect((await visitor.signIn('away@example.test', returnTo)).href).toBe(`${gateway.url}/`)
  })

  test('by another name of this machine it starts again by the right one', async () => {
    const other = gateway.url.replace('localhost', '127.0.0.1')
    const response = await gateway.visitor().request(`${other}/api/login?returnTo=/account`)
    expect(response.headers.get('location')).toBe(`${gateway.url}/api/login?returnTo=%2Faccount&again=1`)
  })
})

describe('sign-out', () => {
  test('ends the session here and goes through the provider', async () => {
    const visitor = await gateway.signedIn('out@example.test')
    const token = tokenIn(visitor.cookieFor())!
    const response = await visitor.request('/api/logout')
    expect(response.headers.get('location')).toMatch(/\/session\/end\?.*id_token_hint=/)
    expect(await gateway.deps.sessions.find(token)).toBeUndefined()
    expect((await visitor.request('/api/auth/user')).status).toBe(401)
    expect(tokenIn(visitor.cookieFor())).toBeUndefined()
  })

  test.each(['cross-site', 'same-site'])('is refused when a %s page asks', async (site) => {
    const visitor = await gateway.signedIn('stay@example.test')
    const response = await visitor.request('/api/logout', { headers: { 'Sec-Fetch-Site': site } })
    expect([response.status, (await response.json()).code]).toEqual([403, 'bad-origin'])
    expect((await visitor.request('/api/auth/user')).status).toBe(200)
  })

  test('without a session it just goes home', async () => {
    expect((await gateway.visitor().request('/api/logout')).headers.get('location')).toBe('/')
  })
})

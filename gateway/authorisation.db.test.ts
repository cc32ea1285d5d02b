import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'
import { createRateLimits } from './rate-limits.ts'
import { routes } from './routes.ts'

/**
 * Who may ask what: every route of the gateway, asked by everybody. `stranger` is signed in with the largest plan and asks for
 * what belongs to somebody else. A route that is missing here fails the first test: add its row.
 */
const askers = ['signedOut', 'free', 'pro', 'publisher', 'support', 'operator', 'stranger'] as const
type Asker = (typeof askers)[number]
type Statuses = Readonly<Record<Asker, number>>

const all = (status: number, others: Partial<Statuses> = {}) =>
  ({ ...Object.fromEntries(askers.map((asker) => [asker, status])), ...others }) as Statuses
/** Whoever is signed in, about himself. */
const members = (status: number, others: Partial<Statuses> = {}) => all(status, { signedOut: 401, ...others })
/** About a job: to anybody but its owner it does not exist. */
const owners = (status: number, others: Partial<Statuses> = {}) => members(status, { stranger: 404, ...others })
/** Calls of staff do not exist for others, whether they are signed in or not. */
const staff = (role: 'support' | 'operator', status: number, others: Partial<Statuses> = {}) =>
  all(404, { [role]: status, ...others })
/** Those without a paid plan, as staff are here. */
const withoutPlan = (status: number) => ({ free: status, support: status, operator: status })

interface Row {
  readonly answers: Statuses
  readonly body?: unknown
  /** Instead of JSON. */
  readonly form?: () => FormData
  readonly type?: string
  /** Values of the route's parameters beside the job's id. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  /** The session is over afterwards. */
  readonly ends?: true
}

const upload = () => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(10)]), 'book.epub')
  return form
}
const nobody = randomUUID()

const table: Readonly<Record<string, Row>> = {
  'GET /api/login': { answers: all(302) },
  'GET /api/callback': { answers: all(302), query: '?code=x&state=y' },
  'GET /api/logout': { answers: all(302), ends: true },
  'GET /api/auth/user': { answers: members(200) },
  'GET /api/service': { answers: all(200) },

  // 202: taken in, and at work when the time to wait was over; the free scan of the day is used up
  'POST /api/epub/process-guaranteed': { answers: members(202, withoutPlan(403)), form: upload },
  // the largest plan has batches; what is asked about one of them that nobody opened does not exist
  'POST /api/epub/batch': { answers: members(403, { publisher: 200, stranger: 200 }), body: { count: 2 } },
  'GET /api/epub/batch': { answers: members(200) },
  'GET /api/epub/batch/:batchId': { answers: members(404), params: { batchId: nobody } },
  'GET /api/epub/batch/:batchId/download': { answers: members(404), params: { batchId: nobody } },
  'POST /api/epub/batch/:batchId/finish': { answers: members(404), params: { batchId: nobody }, body: {} },
  'POST /api/epub/batch/:batchId/cancel': { answers: members(404), params: { batchId: nobody }, body: {} },
  'DELETE /api/epub/batch/:batchId/files': { answers: members(404), params: { batchId: nobody } },
  'GET /api/epub/:jobId': { answers: owners(200) },
  'POST /api/epub/:jobId/cancel': { answers: owners(200), body: {} },
  'GET /api/epub/:jobId/download': { answers: owners(200, withoutPlan(402)) },
  'GET /api/epub/:jobId/preview': { answers: owners(202) },
  'GET /api/epub/:jobId/content': { answers: owners(202) },
  // the signature decides: it is given to the owner alone
  'GET /api/preview/:token/:look/{*rest}': {
    answers: all(404),
    params: { token: 'forged', look: 'light', rest: 'book/a.xhtml' },
  },
  'POST /api/epub/:jobId/undo': { answers: owners(200, withoutPlan(403)), body: { feature: 13 } },
  // 409: admitted, but the version just asked for is at work
  'POST /api/epub/:jobId/redo': { answers: owners(409, withoutPlan(403)), body: { feature: 8 } },
  'POST /api/epub/:jobId/suggestions': {
    answers: owners(409, withoutPlan(403)),
    body: { decisions: [{ id: 'alt-text.abc', decision: 'refuse' }] },
  },
  'POST /api/epub/:jobId/metadata': { answers: owners(409, withoutPlan(403)), body: { title: 'A' } },
  'POST /api/epub/:jobId/cover': { answers: owners(409, withoutPlan(403)), form: upload },
  // without the text before and after on the free plan
  'GET /api/epub/:jobId/report/:form': { answers: owners(200), params: { form: 'json' } },
  'POST /api/epub/:jobId/share': { answers: owners(200), body: {} },
  'DELETE /api/epub/:jobId/share': { answers: owners(200) },
  'GET /api/share/:token': { answers: all(404), params: { token: 'forged' } },
  'DELETE /api/epub/:jobId/files': { answers: owners(200) },

  'GET /api/converter/formats': { answers: all(200) },
  'POST /api/converter/convert': { answers: members(400, withoutPlan(403)), form: upload },
  'POST /api/converter/batch': { answers: members(400, withoutPlan(403)), form: upload },
  // a repair is no conversion, not even for its owner; another's is tried in `gateway/converter.db.test.ts`
  'GET /api/converter/jobs/:jobId': { answers: members(404) },
  'GET /api/converter/jobs/:jobId/download': { answers: members(404) },
  'POST /api/converter/jobs/:jobId/cancel': { answers: members(404), body: {} },
  'DELETE /api/converter/jobs/:jobId/files': { answers: members(404) },
  'GET /api/converter/batch/:jobId/status': { answers: members(404) },
  'GET /api/converter/batch/:jobId/download': { answers: members(404) },
  'POST /api/converter/batch/:jobId/cancel': { answers: members(404), body: {} },
  'GET /api/converter/history': { answers: members(200) },

  // no worker has made the books yet
  'GET /api/demo/samples': { answers: all(503) },
  'POST /api/demo/start': { answers: all(400), body: { sample: 'none' } },
  // a person's job is none of the demo, not even for its owner
  'GET /api/demo/jobs/:jobId': { answers: all(404) },
  'GET /api/demo/download/:jobId': { answers: all(404) },

  'GET /api/user/history': { answers: members(200) },
  'GET /api/user/plan': { answers: members(200) },
  'DELETE /api/user/files': { answers: members(200) },
  'GET /api/user/retention': { answers: members(200) },
  'POST /api/user/retention': { answers: members(403, { publisher: 200, stranger: 200 }), body: { hours: 720 } },
  'GET /api/user/receipts': { answers: members(200) },
  'GET /api/user/receipts/:receiptId.pdf': { answers: members(404), params: { receiptId: nobody } },
  'GET /api/user/mail-choices': { answers: members(200) },
  'POST /api/user/mail-choices': { answers: members(200), body: { repairReady: true } },
  'DELETE /api/user/account': { answers: members(200), ends: true },

  // the key in the link decides, so that it works from any mail program
  'GET /api/mail/unsubscribe': { answers: all(404), query: '?key=forged' },
  'POST /api/mail/unsubscribe': { answers: all(404), query: '?key=forged', body: {} },

  'POST /api/payments/create-session': { answers: members(200), body: { planName: 'publisher', interval: 'yearly' } },
  'POST /api/payments/create-checkout': { answers: members(200), body: { planName: 'publisher', interval: 'yearly' } },
  'GET /api/payments/square-config': { answers: members(200) },
  'POST /api/payments/process-square': {
    answers: members(400),
    body: { sourceId: 'cnon:card-nonce-ok', planName: 'pro', interval: 'monthly', amount: 1 },
  },
  'GET /api/user/subscription': { answers: members(200) },
  'POST /api/user/cancel-subscription': { answers: members(200, withoutPlan(409)), body: {} },
  'POST /api/user/downgrade-subscription': { answers: members(200, withoutPlan(409)), body: { newPlan: 'free' } },
  'POST /api/user/request-refund': { answers: members(409), body: {} },
  // Square's signature decides
  'POST /api/webhooks/square': { answers: all(403), body: {} },

  'GET /api/support/refunds': { answers: staff('support', 200) },
  // whoever may ask is told that this is no decision
  'POST /api/support/find': { answers: staff('support', 200), body: { text: nobody } },
  'GET /api/support/jobs/:jobId': { answers: staff('support', 200) },
  'POST /api/support/jobs/:jobId/notes': { answers: staff('support', 200), body: { text: 'A note' } },
  'POST /api/support/jobs/:jobId/replays': { answers: staff('support', 200), body: {} },
  // no workflow of this job
  'GET /api/support/jobs/:jobId/history/:workflowId': { answers: staff('support', 404), params: { workflowId: nobody } },
  'POST /api/support/refunds/:account': { answers: staff('support', 400), params: { account: nobody }, body: {} },
}

type Visitor = Awaited<ReturnType<RunningGateway['signedIn']>>
const emailOf = {
  free: 'free',
  pro: 'pro',
  publisher: 'publisher',
  support: 'support',
  operator: 'operator',
  stranger: 'publisher',
}

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({ wait: 1, rates: createRateLimits(100) })
})
afterAll(() => gateway?.close())

const named = ({ method, path }: Pick<(typeof routes)[number], 'method' | 'path'>) => `${method} ${path}`

/** A person of this kind, and a finished job: one's own, or, for those who have none to ask about, somebody else's. */
async function person(asker: Asker): Promise<{ visitor: Pick<Visitor, 'request'>; jobId: string }> {
  const signIn = (who: keyof typeof emailOf) => gateway.signedIn(`${emailOf[who]}+${randomUUID()}@example.test`)
  const visitor = asker === 'signedOut' ? gateway.visitor() : await signIn(asker)
  const owner = asker === 'signedOut' || asker === 'stranger' ? await signIn('pro') : (visitor as Visitor)
  const jobId = randomUUID()
  const taken = await owner.upload({
    bytes: new Uint8Array(10),
    jobId,
    ...(asker in withoutPlan(0) ? { mode: 'find-error' } : {}),
  })
  expect(taken.status).toBe(202)
  await gateway.complete(jobId)
  return { visitor, jobId }
}

/** An address of the route, with values for all of its parameters. */
const addressOf = (path: string, params: Readonly<Record<string, string>>, query = '') =>
  path.replace(/\{\*(\w+)\}|:(\w+)/g, (_, rest, name) => params[rest ?? name] ?? 'missing') + query

describe('who may ask what', () => {
  test('every route has its row, and every row its route', () => {
    expect(Object.keys(table).sort()).toEqual(routes.map(named).sort())
  })

  test.each(askers)('%s', async (asker) => {
    let known = await person(asker)
    const seen: Record<string, number> = {}
    for (const [name, { body, form, params, query, ends }] of Object.entries(table)) {
      const [method = '', path = ''] = name.split(' ')
      const response = await known.visitor.request(addressOf(path, { jobId: known.jobId, ...params }, query), {
        method,
        ...(form
          ? { body: form() }
          : body === undefined
            ? {}
            : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      })
      await response.arrayBuffer()
      seen[name] = response.status
      if (ends || /:jobId\/files|user\/files/.test(name)) known = await person(asker)
    }
    expect(seen).toEqual(Object.fromEntries(Object.entries(table).map(([name, { answers }]) => [name, answers[asker]])))
  })
})

describe('who may make a browser ask', () => {
  /** Each says who he is by a signature or a key of its own, so they may come from anywhere. */
  const keyed = ['POST /api/webhooks/square', 'POST /api/mail/unsubscribe']

  test.each(['https://evil.example', 'null', undefined])('a page of %s changes nothing, on whatever route', async (origin) => {
    const { visitor, jobId } = await person('publisher')
    const changing = Object.entries(table).filter(([name]) => !name.startsWith('GET '))
    const codes = await Promise.all(
      changing.map(async ([name, { body = {}, params, query }]) => {
        const [method = '', path = ''] = name.split(' ')
        const response = await fetch(new URL(addressOf(path, { jobId, ...params }, query), gateway.url), {
          method,
          body: JSON.stringify(body),
          headers: {
            'Content-Type': 'application/json',
            Cookie: (visitor as Visitor).cookieFor(),
            ...(origin ? { Origin: origin } : { 'Sec-Fetch-Site': 'same-site' }),
          },
        })
        return [name, ((await response.json().catch(() => ({}))) as { code?: string }).code === 'bad-origin'] as const
      }),
    )
    expect(codes.filter(([, refused]) => !refused).map(([name]) => name)).toEqual(expect.arrayContaining(keyed))
    expect(codes.filter(([, refused]) => refused)).toHaveLength(changing.length - keyed.length)
    expect((await visitor.request(`/api/epub/${jobId}`)).status).toBe(200)
  })
})

describe('for how long', () => {
  test('a session that expired is none, on whatever route, and no call makes it longer', async () => {
    const { visitor, jobId } = await person('publisher')
    const own = visitor as Visitor
    const { ownerSql } = gateway.database
    const expiry = async () =>
      (await ownerSql<{ at: Date }[]>`select expires_at as at from sessions where owner = ${own.id}`)[0]!.at.getTime()
    const before = await expiry()
    await own.request('/api/user/plan')
    expect(await expiry()).toBe(before)
    expect(before - Date.now()).toBeLessThanOrEqual(7 * 86_400_000)

    await ownerSql`update sessions set expires_at = now() - interval '1 second' where owner = ${own.id}`
    const signedOut = Object.entries(table).filter(([, { answers }]) => answers.signedOut === 401)
    const statuses = await Promise.all(
      signedOut.map(async ([name, { body, params, query }]) => {
        const [method = '', path = ''] = name.split(' ')
        const response = await own.request(addressOf(path, { jobId, ...params }, query), {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
        })
        await response.arrayBuffer()
        return response.status
      }),
    )
    expect(signedOut.length).toBeGreaterThan(20)
    expect(new Set(statuses)).toEqual(new Set([401]))
  })
})

describe('how often', () => {
  let strict: RunningGateway
  beforeAll(async () => {
    strict = await startGateway({ rates: { ...createRateLimits(0.02), signIn: createRateLimits().signIn } })
  })
  afterAll(() => strict?.close())

  const refusedAfter = async (ask: () => Promise<Response>, most: number) => {
    for (let n = 1; n <= most; n += 1) {
      const response = await ask()
      await response.arrayBuffer()
      if (response.status === 429) return { after: n - 1, again: Number(response.headers.get('retry-after')) }
    }
    return { after: most, again: 0 }
  }

  test('one account, and then one address, are stopped and told when to come again', async () => {
    const visitor = await strict.signedIn('pro+often@example.test')
    const account = await refusedAfter(() => visitor.request('/api/user/plan'), 50)
    expect(account.after).toBeLessThanOrEqual(24)
    expect(account.again).toBeGreaterThan(0)
    // another account of the same address goes on until the address has had enough; health is not counted
    const other = await strict.signedIn('pro+other@example.test')
    expect((await other.request('/api/user/plan')).status).toBe(200)
    const address = await refusedAfter(() => strict.visitor().request('/api/service'), 100)
    expect([address.after > 0, address.after < 60]).toEqual([true, true])
    expect((await strict.visitor().request('/health/live')).status).toBe(200)
  })
})

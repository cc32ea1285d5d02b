import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { keep } from './kept.ts'
import { closeServer, listenLocally, readBody } from './listen.ts'
import { cardForm, squareScript } from './square-card-form.ts'
import { createNotices, type NoticesTo } from './square-notices.ts'
import { behaviourOf, readToken, type TokenKind } from './square-tokens.ts'

/**
 * A stand-in for the part of Square that the service calls: the same paths, bodies, statuses and error codes as its SDK
 * expects, with real idempotency. It keeps a ledger that tests and people can read.
 */
export type LocalSquare = {
  readonly url: string
  /** The next charges of a customer (Square's id or our reference) are answered so, in this order; then as the card says. */
  readonly plan: (customer: string, charges: readonly ('ok' | 'decline')[]) => void
  readonly stop: () => Promise<void>
}

export type SquareOptions = {
  readonly folder: string
  readonly port: number
  readonly accessToken: string
  /** Where notices go; nowhere without. */
  readonly notices?: NoticesTo
}

type Fields = Record<string, unknown>
type Money = { amount: number; currency: string }
type Charge = { id: string; status: string; amount_money: Money; customer_id?: string; created_at: string } & Fields

type State = {
  readonly customers: Record<string, { id: string; reference_id?: string } & Fields>
  readonly cards: Record<string, { id: string; customer_id: string; enabled: boolean; kind: TokenKind } & Fields>
  readonly payments: Record<string, Charge>
  readonly refunds: Record<string, { id: string; payment_id: string; amount_money: Money } & Fields>
  /** Path and idempotency key to what was asked and answered. */
  readonly answers: Record<string, { readonly asked: string; readonly status: number; readonly body: Fields }>
  /** Card tokens are good for one use, as Square's are. */
  readonly usedTokens: Record<string, true>
}

class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly category: string
  readonly code: string
  constructor(status: number, category: string, code: string, detail: string) {
    super(detail)
    this.status = status
    this.category = category
    this.code = code
  }
}

const invalid = (code: string, detail: string) => new Refused(400, 'INVALID_REQUEST_ERROR', code, detail)
const missing = (what: string) => new Refused(404, 'INVALID_REQUEST_ERROR', 'NOT_FOUND', `${what} is not known`)
const declined = (code = 'GENERIC_DECLINE', status = 402) =>
  new Refused(status, 'PAYMENT_METHOD_ERROR', code, `Authorization error: ${code}`)

/** One of these is what Square wants to know a customer by. */
const customerNames = ['given_name', 'family_name', 'company_name', 'email_address', 'phone_number']
/** How long a slow answer takes, in ms; one that never comes is held this many times as long. */
const slowAnswer = 3000
const holding = 20
const longestKey = 45

export async function startSquare({ folder, port, accessToken, notices: to }: SquareOptions): Promise<LocalSquare> {
  const kept = keep<State>(join(folder, 'square.json'), {
    customers: {},
    cards: {},
    payments: {},
    refunds: {},
    answers: {},
    usedTokens: {},
  })
  const { state } = kept
  const notices = createNotices(to)
  const planned = new Map<string, ('ok' | 'decline')[]>()
  const now = () => new Date().toISOString()
  const text = (body: Fields, field: string) => {
    const value = body[field]
    if (typeof value !== 'string' || value === '') throw invalid('MISSING_REQUIRED_PARAMETER', `${field} is required`)
    return value
  }
  const money = (body: Fields): Money => {
    const { amount, currency } = (body.amount_money ?? {}) as Partial<Money>
    if (!Number.isInteger(amount) || Number(amount) < 1)
      throw invalid('INVALID_VALUE', 'amount_money.amount must be a positive whole number')
    if (currency !== 'USD') throw invalid('INVALID_VALUE', 'amount_money.currency must be USD')
    return { amount: Number(amount), currency }
  }
  const spendToken = (source: string) => {
    const read = readToken(source)
    if (!read) throw missing(`Card token ${source}`)
    if (state.usedTokens[source]) throw invalid('CARD_TOKEN_USED', 'The card token was already used')
    // The documented test tokens have no distinguishing end and may be used again and again.
    if (read.once) state.usedTokens[source] = true
    return read.kind
  }

  const refusedToken = (source: string) => {
    const { refusedAtOnce, refusedAtCharge } = behaviourOf(spendToken(source))
    return refusedAtOnce ?? refusedAtCharge
  }
  const plannedFor = (customerId: string) => {
    const reference = state.customers[customerId]?.reference_id
    return (planned.get(customerId) ?? planned.get(reference ?? ''))?.shift()
  }
  const whyRefused = ({ id, customer_id, enabled, kind }: State['cards'][string]) => {
    const plan = plannedFor(customer_id)
    if (!enabled || plan === 'decline') return 'GENERIC_DECLINE'
    if (plan === 'ok') return undefined
    const { refusedAtCharge, declinesLater } = behaviourOf(kind)
    const chargedBefore = Object.values(state.payments).some(({ card_id }) => card_id === id)
    return declinesLater && chargedBefore ? 'GENERIC_DECLINE' : refusedAtCharge
  }

  const posts: Record<string, (body: Fields, id: string) => Fields> = {
    '/v2/customers': (body) => {
      if (!customerNames.some((name) => body[name])) throw invalid('MISSING_REQUIRED_PARAMETER', 'A customer needs a name')
      const customer = {
        ...fieldsOf(body, [...customerNames, 'reference_id']),
        id: newId('CUS'),
        created_at: now(),
        version: 0,
      }
      state.customers[customer.id] = customer
      return { customer }
    },
    '/v2/cards': (body) => {
      const asked = (body.card ?? {}) as Fields
      const customerId = text(asked, 'customer_id')
      if (!state.customers[customerId]) throw missing(`Customer ${customerId}`)
      const kind = spendToken(text(body, 'source_id'))
      const { refusedAtOnce, last4 = '1111' } = behaviourOf(kind)
      if (refusedAtOnce === 'CARD_TOKEN_USED') throw invalid(refusedAtOnce, 'The card token was already used')
      if (refusedAtOnce) throw declined(refusedAtOnce, 400)
      const card = {
        ...fieldsOf(asked, ['reference_id', 'cardholder_name', 'billing_address']),
        id: newId('ccof:'),
        customer_id: customerId,
        card_brand: 'VISA',
        last_4: last4,
        exp_month: 12,
        exp_year: new Date().getUTCFullYear() + 4,
        enabled: true,
        version: 1,
        created_at: now(),
        kind,
      }
      state.cards[card.id] = card
      return { card: shownCard(card) }
    },
    '/v2/cards/:id/disable': (_, id) => {
      const card = state.cards[id]
      if (!card) throw missing(`Card ${id}`)
      card.enabled = false
      return { card: shownCard(card) }
    },
    '/v2/payments': (body) => {
      const source = text(body, 'source_id')
      const amount = money(body)
      const card = state.cards[source]
      const refused = card ? whyRefused(card) : refusedToken(source)
      if (refused) throw declined(refused)
      if (card && body.customer_id && card.customer_id !== body.customer_id) throw missing(`Card ${source} of that customer`)
      const payment: Charge = {
        ...fieldsOf(body, ['customer_id', 'reference_id', 'location_id', 'note']),
        id: newId('PAY'),
        status: 'COMPLETED',
        amount_money: amount,
        total_money: amount,
        source_type: 'CARD',
        ...(card ? { card_id: card.id } : {}),
        created_at: now(),
        updated_at: now(),
      }
      state.payments[payment.id] = payment
      notices.send('payment.created', { payment })
      notices.send('payment.updated', { payment }, 100)
      return { payment }
    },
    '/v2/refunds': (body) => {
      const payment = state.payments[text(body, 'payment_id')]
      if (!payment) throw missing(`Payment ${String(body.payment_id)}`)
      const amount = money(body)
      const before = Object.values(state.refunds).filter(({ payment_id }) => payment_id === payment.id)
      const refunded = before.reduce((sum, refund) => sum + refund.amount_money.amount, 0)
      if (refunded + amount.amount > payment.amount_money.amount) throw invalid('REFUND_AMOUNT_INVALID', 'More than was paid')
      const refund = {
        ...fieldsOf(body, ['reason']),
        id: newId('REF'),
        status: 'PENDING',
        payment_id: payment.id,
        amount_money: amount,
        created_at: now(),
      }
      state.refunds[refund.id] = refund
      const done = { ...refund, status: 'COMPLETED' }
      setTimeout(() => {
        state.refunds[refund.id] = done
        kept.changed()
      }, 100).unref()
      notices.send('refund.created', { refund })
      notices.send('refund.updated', { refund: done }, 200)
      return { refund }
    },
  }

  const gets: Record<string, (id: string) => Fields> = {
    '/v2/customers/:id': (id) => ({ customer: state.customers[id] ?? fail(`Customer ${id}`) }),
    '/v2/cards/:id': (id) => ({ card: shownCard(state.cards[id] ?? fail(`Card ${id}`)) }),
    '/v2/payments/:id': (id) => ({ payment: state.payments[id] ?? fail(`Payment ${id}`) }),
    '/v2/refunds/:id': (id) => ({ refund: state.refunds[id] ?? fail(`Refund ${id}`) }),
  }

  /** The person goes, payments stay. */
  function forget(id: string) {
    const customer = state.customers[id]
    if (!customer) throw missing(`Customer ${id}`)
    state.customers[id] = { id, reference_id: customer.reference_id, deleted: true }
    for (const card of Object.values(state.cards)) if (card.customer_id === id) card.enabled = false
    kept.changed()
    return { status: 200, body: {} as Fields }
  }

  /** What one customer (Square's id or our reference) was charged and given back, in order. */
  const ledger = (customer: string | null) => {
    const ids = Object.values(state.customers)
      .filter(({ id, reference_id }) => customer === null || id === customer || reference_id === customer)
      .map(({ id }) => id)
    const payments = Object.values(state.payments).filter(
      ({ customer_id, reference_id }) => customer === null || reference_id === customer || ids.includes(String(customer_id)),
    )
    const paymentIds = payments.map(({ id }) => id)
    return {
      customers: ids.map((id) => state.customers[id]),
      cards: Object.values(state.cards)
        .filter(({ customer_id }) => ids.includes(customer_id))
        .map(shownCard),
      payments,
      refunds: Object.values(state.refunds).filter(({ payment_id }) => paymentIds.includes(payment_id)),
    }
  }

  /** The same key with the same body is the same call, declines included; with another body it is refused. */
  function once(path: string, body: Fields, work: () => Fields) {
    const key = path.endsWith('/disable') ? undefined : text(body, 'idempotency_key')
    if (!key) return { status: 200, body: work() }
    if (key.length > longestKey) throw invalid('VALUE_TOO_LONG', `idempotency_key may have at most ${longestKey} characters`)
    const asked = JSON.stringify(body)
    const before = state.answers[`${path} ${key}`]
    if (before && before.asked !== asked)
      throw invalid('IDEMPOTENCY_KEY_REUSED', 'The idempotency key was used with another body')
    if (before) return before
    const answer = attempt(work)
    state.answers[`${path} ${key}`] = { asked, ...answer }
    return answer
  }

  const asked = new Set<string>()
  /** What happens to the first answer to a charge, by its card. */
  const firstAnswerTo = (path: string, body: Fields) => {
    const kind = path === '/v2/payments' ? state.cards[String(body.source_id)]?.kind : undefined
    const key = String(body.idempotency_key)
    if (!kind || asked.has(key)) return undefined
    asked.add(key)
    return behaviourOf(kind).firstAnswer
  }

  async function api(
    request: IncomingMessage,
    path: string,
  ): Promise<{ status: number; body: Fields; hold?: number; cut?: true }> {
    if (request.headers.authorization !== `Bearer ${accessToken}`) {
      throw new Refused(401, 'AUTHENTICATION_ERROR', 'UNAUTHORIZED', 'The access token is not the one of this stand-in')
    }
    const [, , kind = '', id = '', action] = path.split('/').map(decodeURIComponent)
    const pattern = `/v2/${kind}${id ? '/:id' : ''}${action ? `/${action}` : ''}`
    if (request.method === 'GET' && gets[pattern]) return { status: 200, body: gets[pattern](id) }
    if (request.method === 'DELETE' && pattern === '/v2/customers/:id') return forget(id)
    const post = request.method === 'POST' ? posts[pattern] : undefined
    if (!post) throw missing(`${request.method} ${path}`)
    const body = JSON.parse((await readBody(request)) || '{}') as Fields
    const first = firstAnswerTo(path, body)
    if (first === '500') return outage
    const answer = once(path, body, () => post(body, id))
    kept.changed()
    if (first === '500-after') return outage
    if (first === 'cut') return { ...answer, cut: true }
    if (first) return { ...answer, hold: slowAnswer * (first === 'never' ? holding : 1) }
    return answer
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/v1/square.js') return send(response, 200, squareScript, 'text/javascript; charset=utf-8')
    if (pathname === '/card-form') return send(response, 200, cardForm, 'text/html; charset=utf-8')
    if (pathname === '/health' || pathname === '/') return send(response, 200, JSON.stringify({ status: 'ok', local: true }))
    if (pathname === '/ledger') return send(response, 200, JSON.stringify(ledger(searchParams.get('customer'))))
    const { status, body, hold, cut }: Awaited<ReturnType<typeof api>> = await api(request, pathname).catch(refusal)
    if (cut) return void request.socket.destroy()
    if (hold) await pause(hold, undefined, { ref: false })
    return send(response, status, JSON.stringify(body))
  }

  const server = await listenLocally((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  }, port)
  return {
    url: `http://localhost:${port}`,
    plan: (customer, charges) => void planned.set(customer, [...charges]),
    stop: async () => {
      notices.stop()
      await closeServer(server)
      kept.close()
    },
  }
}

const outage = {
  status: 500,
  body: { errors: [{ category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR', detail: 'Something went wrong' }] } as Fields,
}

function send(response: ServerResponse, status: number, body: string, type = 'application/json') {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
}

function attempt(work: () => Fields) {
  try {
    return { status: 200, body: work() }
  } catch (error) {
    if (error instanceof Refused && error.category === 'PAYMENT_METHOD_ERROR') return refusal(error)
    throw error
  }
}

function refusal(error: unknown) {
  if (error instanceof SyntaxError) return refusal(invalid('BAD_REQUEST', 'The body is not JSON'))
  if (!(error instanceof Refused)) throw error
  return {
    status: error.status,
    body: { errors: [{ category: error.category, code: error.code, detail: error.message }] } as Fields,
  }
}

const fail = (what: string): never => {
  throw missing(what)
}

const newId = (prefix: string) => `${prefix}${randomUUID().replaceAll('-', '').slice(0, 20)}`

/** Whether charges after the first will be declined is the stand-in's own knowledge. */
const shownCard = ({ kind: _, ...card }: { kind: TokenKind } & Fields): Fields => card

const fieldsOf = (body: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]))

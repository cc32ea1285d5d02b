import { SquareClient, SquareEnvironment, SquareError } from 'square'
import { currency, type DeclineReason } from '../../contract/payment.ts'

/** A definite answer. Anything else (time-out, 5xx, no connection, a key refused) is thrown: the same call may be repeated. */
export type Answer<Yes> = ({ readonly ok: true } & Yes) | { readonly ok: false; readonly reason: DeclineReason }

interface Charge {
  /** At most 40 characters; also the payment's reference, by which a webhook finds its way back. */
  readonly key: string
  readonly customerId: string
  readonly cardId: string
  readonly amount: number
}

interface GivenBack {
  readonly paymentId: string
  readonly amount: number
  readonly isOver: boolean
  readonly failed: boolean
}

/** What the service asks of Square. Every call has a key of its own, so asking twice is asking once. */
export interface Square {
  createCustomer(ask: { readonly key: string; readonly owner: string }): Promise<string>
  storeCard(ask: {
    readonly key: string
    readonly customerId: string
    readonly source: string
  }): Promise<Answer<{ cardId: string }>>
  charge(ask: Charge): Promise<Answer<{ paymentId: string }>>
  refund(ask: {
    readonly key: string
    readonly paymentId: string
    readonly amount: number
  }): Promise<Answer<{ refundId: string }>>
  /** Content with a card that is gone. */
  disableCard(cardId: string): Promise<void>
  /** Content with a customer who is gone. */
  deleteCustomer(customerId: string): Promise<void>
  refundById(refundId: string): Promise<GivenBack | undefined>
}

export interface SquareSettings {
  readonly token: string
  readonly environment: 'production' | 'sandbox' | 'local'
  readonly locationId: string
  /** Another address than Square's own. */
  readonly baseUrl?: string | undefined
  /** Of one call, in seconds. */
  readonly timeout?: number
}

const reasons: Readonly<Record<string, DeclineReason>> = {
  INSUFFICIENT_FUNDS: 'insufficient-funds',
  CARD_EXPIRED: 'expired',
  EXPIRATION_FAILURE: 'expired',
  INVALID_EXPIRATION: 'expired',
  BAD_EXPIRATION: 'expired',
  CVV_FAILURE: 'cvv',
  VERIFY_CVV_FAILURE: 'cvv',
  ADDRESS_VERIFICATION_FAILURE: 'postal-code',
  VERIFY_AVS_FAILURE: 'postal-code',
  INVALID_POSTAL_CODE: 'postal-code',
  INVALID_CARD: 'invalid-card',
  INVALID_CARD_DATA: 'invalid-card',
  PAN_FAILURE: 'invalid-card',
  UNSUPPORTED_CARD_BRAND: 'invalid-card',
  NOT_FOUND: 'invalid-card',
  CARD_TOKEN_USED: 'token-used',
  CARD_TOKEN_EXPIRED: 'token-used',
  SOURCE_USED: 'token-used',
  SOURCE_EXPIRED: 'token-used',
  CARD_DECLINED_VERIFICATION_REQUIRED: 'verification-required',
}

/**
 * The reason of a definite no; undefined where the outcome is unknown. Rights, limits of calls and a key that was used
 * for something else are our own trouble, not an answer about the card.
 */
function refusalOf(error: unknown): DeclineReason | undefined {
  if (!(error instanceof SquareError)) return undefined
  const { statusCode = 0, errors } = error
  if (![400, 402, 404, 422].includes(statusCode)) return undefined
  const code = errors[0]?.code ?? ''
  if (code === 'IDEMPOTENCY_KEY_REUSED') return undefined
  return reasons[code] ?? 'declined'
}

/** What was thrown may hold what was sent; nothing of it may reach a history or a log. */
class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
  constructor(error: unknown) {
    const said = error instanceof SquareError ? `${error.statusCode ?? 'no answer'} ${error.errors[0]?.code ?? ''}` : 'no answer'
    super(`Square's outcome is unknown: ${said.trim()}`)
  }
}

async function answered<Yes>(call: () => Promise<Yes>): Promise<Answer<Yes>> {
  try {
    return { ok: true, ...(await call()) }
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === undefined) throw new OutcomeUnknown(error)
    return { ok: false, reason }
  }
}

const isNotFound = (error: unknown) => error instanceof SquareError && error.statusCode === 404

const known = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    throw new OutcomeUnknown(error)
  }
}

const idOf = (object: { id?: string } | undefined): string => {
  if (!object?.id) throw new Error('Square answered without an id')
  return object.id
}

export function createSquare({ token, environment, locationId, baseUrl, timeout = 20 }: SquareSettings): Square {
  const client = new SquareClient({
    token,
    ...(baseUrl
      ? { baseUrl }
      : { environment: environment === 'production' ? SquareEnvironment.Production : SquareEnvironment.Sandbox }),
    // repeating is the workflow's business, with the same key
    maxRetries: 0,
    timeoutInSeconds: timeout,
  })
  const money = (amount: number) => ({ amount: BigInt(amount), currency }) as const

  return {
    createCustomer: ({ key, owner }) =>
      known(async () => {
        // Square wants a name; it gets no word of the person
        const { customer } = await client.customers.create({
          idempotencyKey: key,
          referenceId: owner,
          companyName: `Account ${owner}`,
        })
        return idOf(customer)
      }),

    storeCard: ({ key, customerId, source }) =>
      answered(async () => {
        const { card } = await client.cards.create({ idempotencyKey: key, sourceId: source, card: { customerId } })
        return { cardId: idOf(card) }
      }),

    async charge({ key, customerId, cardId, amount }) {
      const answer = await answered(async () => {
        const { payment } = await client.payments.create({
          idempotencyKey: key,
          sourceId: cardId,
          customerId,
          locationId,
          referenceId: key,
          amountMoney: money(amount),
          autocomplete: true,
        })
        return { paymentId: idOf(payment), status: payment?.status }
      })
      if (!answer.ok) return answer
      const { paymentId, status } = answer
      if (status === 'FAILED' || status === 'CANCELED') return { ok: false, reason: 'declined' }
      if (status !== 'COMPLETED') throw new OutcomeUnknown(undefined)
      return { ok: true, paymentId }
    },

    refund: ({ key, paymentId, amount }) =>
      answered(async () => {
        const { refund } = await client.refunds.refundPayment({ idempotencyKey: key, paymentId, amountMoney: money(amount) })
        return { refundId: idOf(refund) }
      }),

    disableCard: (cardId) =>
      known(async () => {
        await client.cards.disable({ cardId }).catch((error: unknown) => {
          if (!isNotFound(error)) throw error
        })
      }),

    deleteCustomer: (customerId) =>
      known(async () => {
        await client.customers.delete({ customerId }).catch((error: unknown) => {
          if (!isNotFound(error)) throw error
        })
      }),

    refundById: (refundId) =>
      known(async () => {
        const { refund } = await client.refunds.get({ refundId }).catch((error: unknown) => {
          if (isNotFound(error)) return { refund: undefined }
          throw error
        })
        if (!refund?.paymentId) return undefined
        return {
          paymentId: refund.paymentId,
          amount: Number(refund.amountMoney.amount ?? 0),
          isOver: refund.status === 'COMPLETED' || refund.status === 'REJECTED' || refund.status === 'FAILED',
          failed: refund.status === 'REJECTED' || refund.status === 'FAILED',
        }
      }),
  }
}

/** Where payments are not set up nothing is ever sold; what is left from a time when they were waits until they are again. */
export const noSquare: Square = new Proxy({} as Square, {
  get: () => async () => {
    throw new Error('Payments are not set up: set the SQUARE_ variables')
  },
})

/** Charges, then breaks off: what a time-out after charging looks like. Once for each key, so that asking again is answered. */
export function withTimeoutAfter(square: Square): Square {
  const cutOff = new Set<string>()
  return {
    ...square,
    async charge(ask) {
      const answer = await square.charge(ask)
      if (cutOff.has(ask.key)) return answer
      cutOff.add(ask.key)
      throw new OutcomeUnknown(undefined)
    },
  }
}

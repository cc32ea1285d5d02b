import { queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '../../../contract/call.ts'
import {
  createCheckout,
  createSession,
  idempotencyHeader,
  processSquare,
  squareConfig,
} from '../../../contract/calls/payments.ts'
import { send } from './send.ts'

export const openSession = (body: BodyOf<typeof createSession>) => send(createSession, { body })
export const openCheckout = (body: BodyOf<typeof createCheckout>) => send(createCheckout, { body })

export const squareConfigQuery = queryOptions({ queryKey: [squareConfig.path], queryFn: () => send(squareConfig) })

export interface Payment extends BodyOf<typeof processSquare> {
  /** One for each press of the button: sent again after a broken connection, it is the same payment. */
  readonly key: string
}

export const pay = ({ key, ...body }: Payment) => send(processSquare, { body, headers: { [idempotencyHeader]: key } })

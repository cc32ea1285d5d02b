import type { NewEvent } from '../../contract/event.ts'
import { type AccountEvent, accountStream } from '../../contract/events/account.ts'
import { evolveSubscription, nextStep, noSubscription, type Step, type SubscriptionState } from '../../contract/subscription.ts'
import { type Log, WrongVersion } from '../../db/log.ts'
import type { Deps } from '../deps.ts'

export interface Asked {
  readonly owner: string
  /** The workflow's clock, ISO: the same in every attempt. */
  readonly at: string
}

export type Needs = Pick<Deps, 'log' | 'square'>

type Told = Parameters<typeof evolveSubscription>[1]

export const readState = async (log: Log, owner: string): Promise<SubscriptionState> =>
  (await log.readStream(accountStream(owner))).reduce((state, event) => evolveSubscription(state, event as Told), noSubscription)

/** An event of an account, with an id that is the same in every attempt. */
export const told = (id: string, event: AccountEvent): NewEvent => ({ id, ...event })

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

/**
 * One step, if it is still the next one: `act` does it and says what to record, which is appended at the version that was
 * read. Another event in between (a repair that is counted, a cancellation) only means to look again; a call that `act`
 * makes twice has the same key. Answers with the state afterwards.
 */
export async function takeStep<Kind extends Step['kind']>(
  { log }: Pick<Deps, 'log'>,
  { owner, at }: Asked,
  kind: Kind,
  act: (state: SubscriptionState, step: StepOf<Kind>) => readonly NewEvent[] | Promise<readonly NewEvent[]>,
): Promise<SubscriptionState> {
  for (;;) {
    const state = await readState(log, owner)
    const step = nextStep(state, at)
    if (step.kind !== kind) return state
    const events = await act(state, step as StepOf<Kind>)
    try {
      await log.append(accountStream(owner), events, { expectedVersion: state.version, metadata: { actor: 'system' } })
      return await readState(log, owner)
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw error
    }
  }
}

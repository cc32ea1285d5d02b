import type { SupportEvent, SupportLine } from '../../../../contract/calls/support.ts'
import { outputs } from '../../../../contract/conversion.ts'
import { planOf } from '../../../../contract/plans.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.support

/** To the second, in UTC: what support writes to others means the same everywhere. */
export const time = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
/** To the millisecond: events of one job come close together. */
export const exactTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 23)}`

export const whatOf = ({ kind, mode, to, plan, bytes }: Pick<SupportLine, 'kind' | 'mode' | 'to' | 'plan' | 'bytes'>) =>
  [
    kind === 'conversion'
      ? `${words.kinds.conversion}${to ? ` → ${outputs[to].label}` : ''}`
      : words.kinds[mode === 'find-error' ? 'check' : 'repair'],
    words.plan(planOf(plan).displayName),
    words.size(bytes),
  ].join(', ')

export const endingOf = ({ status, outcome, failure }: Pick<SupportLine, 'status' | 'outcome' | 'failure'>) =>
  failure ?? (outcome ? words.outcomes[outcome] : words.statuses[status])

/** Who did it, by address where there is one. */
export const actorName = ({ kind, name }: SupportEvent['actor']) => name ?? words.scrubber.actors[kind]

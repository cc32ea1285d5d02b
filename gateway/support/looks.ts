import {
  JobLookedAt,
  type looks,
  looksStream,
  SupportSearched,
  type searches,
  searchesStream,
} from '../../contract/events/support.ts'
import type { Deps } from '../deps.ts'

/** Within this time the same look of the same person at the same thing is one look, in ms: pages ask again by themselves. */
const one = 60_000

type Needs = Pick<Deps, 'log' | 'now'>

/** Recorded before anything is shown: what cannot be recorded is not shown. */
export async function recordLook({ log, now }: Needs, staff: string, jobId: string, what: (typeof looks)[number]) {
  const id = `${staff}/${what}/${Math.floor(now().getTime() / one)}`
  await log.append(looksStream(jobId), [{ id, ...JobLookedAt.parse({ type: 'JobLookedAt', data: { what } }) }], {
    metadata: { correlationId: jobId, actor: staff },
  })
}

/** By what was searched and how much was found; what was typed stands nowhere. */
export async function recordSearch({ log, now }: Needs, staff: string, by: (typeof searches)[number], found: number) {
  const id = `${by}/${now().getTime()}/${found}`
  await log.append(searchesStream(staff), [{ id, ...SupportSearched.parse({ type: 'SupportSearched', data: { by, found } }) }], {
    metadata: { actor: staff },
  })
}

import { jobIdIn } from '../jobs.ts'

export type Question =
  | { readonly by: 'job'; readonly id: string }
  | { readonly by: 'reference'; readonly beginning: string }
  | { readonly by: 'email'; readonly email: string }

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i
/** At least the reference that people are given; more of an id is welcome. */
const beginning = /^[\da-f]{8}[\da-f-]{0,27}$/i

/**
 * What somebody of the staff typed or pasted: an id of a job or an account, alone or within a workflow's id, a stream's name or
 * an address; a reference; an e-mail. Undefined for what is none of them.
 */
export function readQuestion(text: string): Question | undefined {
  const typed = text.trim()
  const id = jobIdIn(uuid.exec(typed)?.[0])
  if (id !== undefined) return { by: 'job', id }
  if (beginning.test(typed)) return { by: 'reference', beginning: typed.toLowerCase() }
  return /^\S+@\S+$/.test(typed) ? { by: 'email', email: typed } : undefined
}

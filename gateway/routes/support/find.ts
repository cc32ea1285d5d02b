import { supportFind } from '../../../contract/calls/support.ts'
import { answer } from '../../answer.ts'
import { find } from '../../support/find.ts'
import { recordSearch } from '../../support/looks.ts'

/** Searching is reading: it is recorded before it is answered. */
export const findsJobs = answer(supportFind, async (asked) => {
  const found = await find(asked, asked.body)
  if (found.by) await recordSearch(asked, asked.user.id, found.by, found.jobs.length)
  return found
})

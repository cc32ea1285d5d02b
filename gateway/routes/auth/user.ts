import { authUser } from '../../../contract/calls/auth.ts'
import { answer } from '../../answer.ts'
import { refuse } from '../../refuse.ts'

export const user = answer(authUser, async ({ people, user: { id, session } }) => {
  const profile = await people.profileOf(id)
  if (!profile) throw refuse('signed-out')
  return { id, ...profile, roles: [...session.roles] }
})

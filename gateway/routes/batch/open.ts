import { randomUUID } from 'node:crypto'
import { batchStream } from '../../../contract/batch.ts'
import { openBatch } from '../../../contract/calls/batch.ts'
import { accountAt } from '../../../projections/account.ts'
import { answer } from '../../answer.ts'
import { batchRefusal } from '../../batches.ts'
import { readAccount } from '../../jobs.ts'
import { refuse } from '../../refuse.ts'

/** Announces the books; nothing is at work before the first has come. */
export const opensBatch = answer(openBatch, async ({ ctx, log, rates, user, body: { count }, now }) => {
  const { plan } = accountAt(await readAccount(log, user.id), now())
  const refusal = batchRefusal(plan, count)
  if (refusal) throw refuse(refusal)
  await rates.upload(user.id)
  const batchId = randomUUID()
  const data = { owner: user.id, count, plan }
  await log.append(batchStream(batchId), [{ id: `${batchId}/opened`, type: 'BatchOpened', data }], {
    expectedVersion: 0,
    metadata: { correlationId: batchId, causationId: ctx.state.requestId, actor: user.id },
  })
  return { batchId, count }
})

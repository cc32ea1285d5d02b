import { randomUUID } from 'node:crypto'
import { startDemo as call } from '../../../contract/calls/demo.ts'
import { demoBlob } from '../../../contract/demo.ts'
import { repairStream } from '../../../contract/events/repair.ts'
import { demoOwner } from '../../../contract/job.ts'
import { uploadKey } from '../../../db/blobs.ts'
import { answerEveryone } from '../../answer.ts'
import { beginRepair } from '../../begin-repair.ts'
import { readMeasures } from '../../demo.ts'
import { addressOf, networkOf } from '../../network.ts'
import { refuse } from '../../refuse.ts'

/** A true run of the repair on a copy of the sample: the same workflow as everybody's books go through. */
export const startDemo = answerEveryone(call, async (asked) => {
  const { ctx, config, log, blobs, rates, body } = asked
  await rates.demo(networkOf(addressOf(ctx.req, config.trustedProxies)))
  if (!(await readMeasures(blobs)).some(({ id }) => id === body.sampleId)) throw refuse('demo-not-ready')

  const jobId = randomUUID()
  const upload = uploadKey(jobId)
  const { bytes } = await blobs.write(upload, await blobs.read(demoBlob(body.sampleId)))
  // every feature, so that the visitor sees what there is
  const job = { owner: demoOwner, upload, bytes, mode: 'deep-analysis', plan: 'publisher' } as const
  await log.append(repairStream(jobId), [{ id: `${jobId}/requested`, type: 'RepairRequested', data: job }], {
    expectedVersion: 0,
    metadata: { correlationId: jobId, causationId: ctx.state.requestId, actor: demoOwner },
  })
  await beginRepair(asked, { jobId, ...job })
  return { jobId }
})

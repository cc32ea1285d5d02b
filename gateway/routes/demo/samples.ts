import { demoSamples as call } from '../../../contract/calls/demo.ts'
import { demoSampleFacts } from '../../../contract/demo.ts'
import { answerEveryone } from '../../answer.ts'
import { readMeasures } from '../../demo.ts'

export const demoSamples = answerEveryone(call, async ({ blobs }) => ({
  samples: (await readMeasures(blobs)).map((measure) => ({ ...measure, ...demoSampleFacts[measure.id] })),
}))

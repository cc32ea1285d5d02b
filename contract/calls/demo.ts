import { z } from 'zod'
import { defineCall } from '../call.ts'
import { issueSeverities } from '../quality.ts'
import { JobRecord } from './epub.ts'

/** In the order in which they are offered. */
export const demoSampleIds = ['broken-structure', 'encoding-issues', 'calibre-export'] as const
export type DemoSampleId = (typeof demoSampleIds)[number]

/** What the checker found in a sample when it was made; nobody types these numbers. */
export const DemoMeasure = z.object({ id: z.enum(demoSampleIds), issues: z.int().nonnegative(), fileSize: z.int().positive() })
export type DemoMeasure = z.infer<typeof DemoMeasure>

export const DemoSample = DemoMeasure.extend({
  name: z.string(),
  description: z.string(),
  severity: z.enum(issueSeverities),
})
export type DemoSample = z.infer<typeof DemoSample>

export const demoSamples = defineCall({
  method: 'GET',
  path: '/api/demo/samples',
  for: 'everyone',
  reply: z.object({ samples: z.array(DemoSample) }),
})

export const startDemo = defineCall({
  method: 'POST',
  path: '/api/demo/start',
  for: 'everyone',
  body: z.object({ sampleId: z.enum(demoSampleIds) }),
  reply: z.object({ jobId: z.string() }),
})

/** Everything of a demo job; any other job does not exist here. */
export const demoJob = defineCall({ method: 'GET', path: '/api/demo/jobs/:jobId', for: 'everyone', reply: JobRecord })

/** Streams the repaired sample. */
export const demoDownload = defineCall({
  method: 'GET',
  path: '/api/demo/download/:jobId',
  for: 'everyone',
  reply: z.unknown(),
})

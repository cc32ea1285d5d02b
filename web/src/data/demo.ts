import { useQuery } from '@tanstack/react-query'
import { pathOf } from '../../../contract/call.ts'
import { type DemoSampleId, demoDownload, demoJob, demoSamples, startDemo } from '../../../contract/calls/demo.ts'
import { send } from './send.ts'

export const useSamples = () => useQuery({ queryKey: [demoSamples.path], queryFn: async () => (await send(demoSamples)).samples })

export const start = async (sampleId: DemoSampleId) => (await send(startDemo, { body: { sampleId } })).jobId
export const fetchDemoJob = (jobId: string) => send(demoJob, { parts: { jobId } })
export const demoDownloadPath = (jobId: string) => pathOf(demoDownload, { jobId })

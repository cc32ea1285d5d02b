import { queryOptions, useQuery } from '@tanstack/react-query'
import { batch, batches, cancelBatch, deleteBatchFiles, finishBatch, openBatch } from '../../../contract/calls/batch.ts'
import { send } from './send.ts'

export const announceBatch = (count: number) => send(openBatch, { body: { count } })
export const fetchBatch = (batchId: string) => send(batch, { parts: { batchId } })
export const cancelWholeBatch = (batchId: string) => send(cancelBatch, { parts: { batchId }, body: {} })
export const finishWith = (batchId: string) => send(finishBatch, { parts: { batchId }, body: {} })
export const deleteFilesOfBatch = (batchId: string) => send(deleteBatchFiles, { parts: { batchId } })

export const batchesQuery = queryOptions({ queryKey: [batches.path], queryFn: () => send(batches), staleTime: 10_000 })

export const useBatches = (isWanted: boolean) => useQuery({ ...batchesQuery, enabled: isWanted })

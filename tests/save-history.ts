import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Client } from '@temporalio/client'
import proto, { type temporal } from '@temporalio/proto'

export const historiesFolder = join(import.meta.dirname, 'histories')
/** As Temporal itself encodes it, packed; JSON would be ten times the size. */
export const historySuffix = '.history.gz'

type History = temporal.api.history.v1.IHistory
const { History } = proto.temporal.api.history.v1

/** Keeps the history of a workflow that has run as the path `name`, for `histories.test.ts` to replay for ever after. */
export async function saveHistory({ workflow }: Client, workflowId: string, name: string) {
  const history = await workflow.getHandle(workflowId).fetchHistory()
  mkdirSync(historiesFolder, { recursive: true })
  writeFileSync(join(historiesFolder, name + historySuffix), gzipSync(History.encode(history).finish(), { level: 9 }))
}

export const readHistory = (name: string): History =>
  History.decode(gunzipSync(readFileSync(join(historiesFolder, name + historySuffix))))

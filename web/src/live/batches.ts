import { useSyncExternalStore } from 'react'
import { announceBatch, batchesQuery, cancelWholeBatch, fetchBatch, finishWith } from '../data/batch.ts'
import { client } from '../data/client.ts'
import { historyQuery } from '../data/history.ts'
import { planQuery } from '../data/plan.ts'
import { upload } from '../data/upload.ts'
import { notify } from '../parts/notices.ts'
import { texts } from '../texts/texts.ts'
import { createBatchDesk, type OpenBatch } from './batch-desk.ts'
import { liveSocket } from './live-socket.ts'
import { tabStorage } from './remembered-job.ts'

const key = 'bookmender.batch'
const storage = tabStorage()

/** Storage may be refused by the browser: then a reload finds the batch through the service. */
const memory = {
  keep(batchId: string) {
    try {
      storage?.setItem(key, batchId)
    } catch {
      // Full or refused.
    }
  },
  forget() {
    try {
      storage?.removeItem(key)
    } catch {
      // Refused.
    }
  },
  recall() {
    try {
      return storage?.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
}

function onEnded({ lines, status }: OpenBatch) {
  for (const { queryKey } of [historyQuery, planQuery, batchesQuery]) void client.invalidateQueries({ queryKey })
  if (status === 'cancelled') return
  const done = lines.filter(({ phase }) => phase === 'completed').length
  notify({ title: texts.batch.ended.notice, description: texts.batch.ended.heading(done, lines.length - done), tone: 'done' })
}

export const batchDesk = createBatchDesk({
  announce: announceBatch,
  upload,
  fetchBatch,
  cancelBatch: cancelWholeBatch,
  finishBatch: finishWith,
  subscribe: liveSocket.subscribe,
  isLive: liveSocket.isOpen,
  memory,
  mintId: () => crypto.randomUUID(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  onEnded,
})

export const useBatchDesk = () => useSyncExternalStore(batchDesk.onChange, batchDesk.state)

addEventListener('beforeunload', (event) => {
  if (batchDesk.isSending()) event.preventDefault()
})

import { useSyncExternalStore } from 'react'
import { cancel, fetchJob } from '../data/job.ts'
import { upload } from '../data/upload.ts'
import { announce } from './announce.ts'
import { liveSocket } from './live-socket.ts'
import { createMemory, tabStorage } from './remembered-job.ts'
import { createRepairDesk } from './repair-desk.ts'

export const desk = createRepairDesk({
  upload,
  fetchJob,
  cancelJob: cancel,
  subscribe: liveSocket.subscribe,
  isLive: liveSocket.isOpen,
  memory: createMemory(tabStorage()),
  mintId: () => crypto.randomUUID(),
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  onOutcome: announce,
})

export const useDesk = () => useSyncExternalStore(desk.onChange, desk.state)
export const useIsLive = () => useSyncExternalStore(liveSocket.onStatus, liveSocket.isOpen)

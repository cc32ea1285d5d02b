import { useSyncExternalStore } from 'react'
import { cancel, fetchJob } from '../data/job.ts'
import { upload } from '../data/upload.ts'
import { announce } from './announce.ts'
import { createMemory, tabStorage } from './remembered-job.ts'
import { createRepairDesk } from './repair-desk.ts'
import { createLiveSocket, type Wire } from './socket.ts'

/** `/ws` of the host that the page came from. */
function connect(): Wire {
  const socket = new WebSocket(new URL('/ws', location.href.replace(/^http/, 'ws')))
  const wire: Wire = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => socket.send(text),
    close: () => socket.close(),
  }
  socket.onopen = () => wire.onopen?.()
  socket.onmessage = ({ data }) => wire.onmessage?.({ data })
  socket.onclose = () => wire.onclose?.()
  return wire
}

const socket = createLiveSocket({ connect })
addEventListener('online', () => socket.hurry())
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && socket.hurry())

export const desk = createRepairDesk({
  upload,
  fetchJob,
  cancelJob: cancel,
  subscribe: socket.subscribe,
  isLive: socket.isOpen,
  memory: createMemory(tabStorage()),
  mintId: () => crypto.randomUUID(),
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  onOutcome: announce,
})

export const useDesk = () => useSyncExternalStore(desk.onChange, desk.state)
export const useIsLive = () => useSyncExternalStore(socket.onStatus, socket.isOpen)

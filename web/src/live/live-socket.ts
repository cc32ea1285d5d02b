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

/** The one socket of this tab. */
export const liveSocket = createLiveSocket({ connect })
addEventListener('online', () => liveSocket.hurry())
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && liveSocket.hurry())

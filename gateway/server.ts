import { createServer, type Server } from 'node:http'
import type Koa from 'koa'
import { newRequestId } from './request-id.ts'

/**
 * Headers have 20 s. Bodies have limits of their own where they are read (15 s for JSON, a lowest pace for uploads), so
 * Node's limit for whole requests, which would cut a long upload, is off.
 */
export function createHttpServer(app: Koa): Server {
  const server = createServer({ connectionsCheckingInterval: 2000 }, app.callback())
  server.headersTimeout = 20_000
  server.requestTimeout = 0
  server.keepAliveTimeout = 65_000
  // a sender that waits to be asked for its body is asked only once its request was accepted
  server.on('checkContinue', app.callback())
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const status = unreadable[error.code ?? ''] ?? '400 Bad Request'
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\nX-Request-Id: ${newRequestId()}\r\n\r\n`)
  })
  return server
}

/** What Node gives up on before there is a request. */
const unreadable: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

export const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** No new connections; answers in progress may end until `deadline` ms are over, then they are cut. */
export const drain = (server: Server, deadline: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), deadline)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })

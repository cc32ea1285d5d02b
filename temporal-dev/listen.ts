import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'

/** On this computer only, whatever name the browser asks by. */
export const listenLocally = (handler: RequestListener, port: number) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer(handler)
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

export const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

const bodyLimit = 64 * 1024

export async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > bodyLimit) throw new Error(`The body is larger than ${bodyLimit} bytes`)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

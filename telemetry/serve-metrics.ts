import { createServer, type Server } from 'node:http'

/** Numbers for Prometheus, for this machine alone: they say more of the house than strangers should know. Port 0: any free one. */
export const serveMetrics = (
  source: { readonly contentType: string; readonly metrics: () => Promise<string> },
  port: number,
): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      if (request.url !== '/metrics') return void response.writeHead(404).end()
      source.metrics().then(
        (text) => response.writeHead(200, { 'Content-Type': source.contentType }).end(text),
        () => response.writeHead(503).end(),
      )
    })
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

import { connect, createServer, type Socket } from 'node:net'

/**
 * What stands before several gateways: each connection goes to the next one that takes it, byte for byte, and stays there.
 * `targets` may change at any time.
 */
export async function startBalancer(port: number) {
  let targets: readonly number[] = []
  let turn = 0
  const open = new Set<Socket>()

  function join(client: Socket, tries: number) {
    const target = targets[turn++ % targets.length]
    if (target === undefined || tries === 0) return void client.destroy()
    const upstream = connect({ host: '127.0.0.1', port: target })
    upstream.once('error', () => {
      // one that stopped takes no more connections: the next one does
      if (upstream.bytesWritten === 0 && !client.destroyed) join(client, tries - 1)
      else client.destroy()
    })
    upstream.once('connect', () => {
      open.add(upstream)
      client.pipe(upstream).pipe(client)
      upstream.once('close', () => {
        open.delete(upstream)
        client.destroy()
      })
      client.once('close', () => upstream.destroy())
    })
  }

  const server = createServer({ noDelay: true }, (client) => {
    open.add(client)
    client.on('error', () => client.destroy())
    client.once('close', () => open.delete(client))
    join(client, Math.max(1, targets.length))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    to: (...ports: readonly number[]) => {
      targets = ports
    },
    /** Every connection that stands, sockets of browsers too, is cut in the middle of whatever it carries. */
    cut: () => {
      for (const socket of open) socket.destroy()
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

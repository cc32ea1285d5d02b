import { createServer } from 'node:net'

const listens = (port: number, host: string) =>
  new Promise<number | undefined>((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL' ? port : undefined))
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })

/** Free on both loopbacks: a browser that asks `localhost` may try either. */
export const isFree = async (port: number) => Boolean((await listens(port, '127.0.0.1')) && (await listens(port, '::1')))

/** Any free port of this machine. */
export async function freePort(): Promise<number> {
  const port = await listens(0, '127.0.0.1')
  return port && (await isFree(port)) ? port : freePort()
}

/** The wanted ports where they are free, else any; no port twice. `0` asks for any. */
export async function choosePorts<Name extends string>(wanted: Readonly<Record<Name, number>>): Promise<Record<Name, number>> {
  const chosen = {} as Record<Name, number>
  const taken = new Set<number>()
  for (const [name, port] of Object.entries(wanted) as [Name, number][]) {
    let choice = port !== 0 && !taken.has(port) && (await isFree(port)) ? port : await freePort()
    while (taken.has(choice)) choice = await freePort()
    taken.add(choice)
    chosen[name] = choice
  }
  return chosen
}

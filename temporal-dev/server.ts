import { isAlive } from './process-table.ts'

type Running = { readonly pid: number; readonly stop: () => Promise<void> }

export type KeptServer<Server extends Running> = {
  readonly name: string
  readonly pid: number
  /** What it said of itself when it started first; addresses stay the same for as long as the house stands. */
  readonly first: Server
  readonly kill: (signal: NodeJS.Signals) => void
  readonly stop: () => Promise<void>
  readonly restart: () => Promise<void>
}

/** A database or Temporal that comes back, on the same ports, when it dies. */
export async function keepAlive<Server extends Running>(
  name: string,
  start: () => Promise<Server>,
  say: (name: string, line: string) => void,
): Promise<KeptServer<Server>> {
  const first = await start()
  let current: Server = first
  let wanted = true
  let busy: Promise<unknown> = Promise.resolve()

  const inTurn = (work: () => Promise<void>) => {
    busy = busy.then(work, work)
    return busy as Promise<void>
  }
  const revive = async () => {
    if (!wanted || isAlive(current.pid)) return
    say(name, 'ended unexpectedly; starting it again')
    current = await start()
  }
  const watch = setInterval(() => {
    if (!isAlive(current.pid)) inTurn(revive).catch((error: Error) => say(name, error.message))
  }, 500)
  watch.unref()

  return {
    name,
    first,
    get pid() {
      return current.pid
    },
    kill: (signal) => {
      process.kill(current.pid, signal)
    },
    stop: () => {
      wanted = false
      clearInterval(watch)
      return inTurn(() => current.stop())
    },
    restart: () =>
      inTurn(async () => {
        await current.stop()
        current = await start()
      }),
  }
}

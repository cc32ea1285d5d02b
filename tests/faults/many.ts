import { join } from 'node:path'
import { logFile } from '../../temporal-dev/local-parts.ts'
import { freePort } from '../../temporal-dev/ports.ts'
import { type Supervised, supervise } from '../../temporal-dev/supervise.ts'
import { startedHouse } from '../started-house.ts'
import { startBalancer } from './balancer.ts'
import { startS3 } from './s3.ts'

const root = join(import.meta.dirname, '..', '..')
const kinds = { gateway: 'gateway/main.ts', worker: 'activities/worker.ts', projections: 'projections/main.ts' } as const
export type Kind = keyof typeof kinds

/**
 * Two of each process on one Postgres, one Temporal and one S3-compatible store, as on several machines: nothing is shared but
 * those three. People come in through a balancer. The first of each kind is the house's own.
 */
export async function startMany(
  options: { readonly env?: NodeJS.ProcessEnv; readonly say?: (name: string, line: string) => void } = {},
) {
  const say = options.say ?? (() => {})
  const store = await startS3()
  const front = await freePort()
  const balancer = await startBalancer(front)
  const env = {
    BLOB_STORE: store.address,
    ...store.env,
    PUBLIC_URL: `http://localhost:${front}`,
    ENGINE_PROCESSES: '1',
    GATEWAY_RATE_SCALE: '100',
    ...options.env,
  }
  const closers: (() => Promise<unknown>)[] = [store.stop, balancer.stop]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  const house = await startedHouse({ say, livePages: true, env }).catch(async (error) => {
    await stop()
    throw error
  })
  closers.push(house.stop)

  async function second(
    kind: Kind,
    more: NodeJS.ProcessEnv = {},
  ): Promise<Supervised & { readonly metrics: string; readonly port: number }> {
    const [port, metricsPort] = [await freePort(), await freePort()]
    const started = supervise({
      name: `second ${kind}`,
      entry: kinds[kind],
      root,
      say,
      patience: 4000,
      log: logFile(house.dataFolder, `second-${kind}`),
      env: { ...house.env, PORT: String(port), METRICS_PORT: String(metricsPort), ...more },
    })
    closers.push(started.stop)
    await started.ready()
    // not spread: its `pid` is read anew each time
    return Object.assign(Object.create(started) as Supervised, { metrics: `http://localhost:${metricsPort}/metrics`, port })
  }
  const [gateway, worker, projections] = await Promise.all([second('gateway'), second('worker'), second('projections')]).catch(
    async (error) => {
      await stop()
      throw error
    },
  )
  const seconds = { gateway, worker, projections }
  const firstPort = Number(house.env.PORT)
  balancer.to(firstPort, gateway.port)

  return {
    house,
    seconds,
    store,
    balancer,
    url: `http://localhost:${front}`,
    /** The second of a kind ends, and another takes its place with another clock. */
    async replaceSecond(kind: 'gateway' | 'worker', more: NodeJS.ProcessEnv) {
      await seconds[kind].stop()
      seconds[kind] = await second(kind, more)
      balancer.to(firstPort, seconds.gateway.port)
    },
    /** People first, then the processes, then what they stand on. */
    async stop() {
      balancer.cut()
      await stop()
    },
  }
}

export type Many = Awaited<ReturnType<typeof startMany>>

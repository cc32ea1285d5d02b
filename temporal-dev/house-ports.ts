import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { HalfSet } from './configuration.ts'
import { choosePorts, isFree } from './ports.ts'
import { runningPostgres } from './postgres.ts'
import { endTemporalOn } from './temporal.ts'

const defaults = {
  app: 3000,
  identity: 3001,
  square: 3002,
  /** The gateway, where the pages are Vite's and stand before it. */
  gateway: 3003,
  outbox: 3004,
  postgres: 54_329,
  temporal: 7233,
  temporalHttp: 7243,
  temporalMetrics: 7253,
  temporalUi: 8233,
  gatewayMetrics: 9464,
  workerMetrics: 9465,
  projectionsMetrics: 9466,
}

export type HousePorts = Readonly<typeof defaults>

/**
 * The ports of the last start on this data folder where they are still free: the provider's address is part of who a person
 * is, and bookmarks stay good. `any` asks for no particular ones; `app` is what `PORT` says.
 */
export async function housePorts(
  folder: string,
  { any, app }: { readonly any: boolean; readonly app?: number },
): Promise<HousePorts> {
  const kept = keptPorts(folder)
  const wanted = { ...defaults }
  for (const name of Object.keys(defaults) as (keyof HousePorts)[]) wanted[name] = kept[name] ?? (any ? 0 : defaults[name])
  if (app !== undefined) {
    if (!(await isFree(app))) {
      throw new HalfSet(
        `PORT is ${app}, but another program listens there. Set PORT to a free one, or unset it to let one be chosen.`,
      )
    }
    wanted.app = app
  }
  const chosen = await choosePorts(wanted)
  // A database that a killed start left running is adopted with the port it has.
  chosen.postgres = runningPostgres(join(folder, 'postgres'))?.port ?? chosen.postgres
  writeFileSync(join(folder, 'ports.json'), `${JSON.stringify(chosen, null, 2)}\n`)
  return chosen
}

function keptPorts(folder: string): Partial<HousePorts> {
  const file = join(folder, 'ports.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** After a start that was killed: its processes end by themselves, a moment later; Temporal is ended here. */
export async function endLeftovers(folder: string) {
  await endTemporalOn(join(folder, 'temporal.db'))
  const { app, gateway } = keptPorts(folder)
  const until = Date.now() + 5000
  for (const port of [app, gateway]) while (port && Date.now() < until && !(await isFree(port))) await wait(100)
}

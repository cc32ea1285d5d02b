import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { localKeys } from '../temporal-dev/keys.ts'
import { temporaryFolder } from '../temporal-dev/leftovers.ts'
import { choosePorts } from '../temporal-dev/ports.ts'
import { startPostgres } from '../temporal-dev/postgres.ts'
import { startTemporal } from '../temporal-dev/temporal.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection strings of one server: `freshDatabase` makes a database of its own for each test file. */
    postgres: { readonly superuserUrl: string; readonly ownerUrl: string; readonly url: string }
    temporalAddress: string
    temporalNamespace: string
  }
}

/** A real Postgres and a real Temporal for all `*.db.test.ts` of one run, on free ports, thrown away afterwards. */
export default async function startServices(project: TestProject) {
  const folder = await temporaryFolder()
  const keys = localKeys(folder)
  const ports = await choosePorts({ postgres: 0, grpc: 0, ui: 0, http: 0, metrics: 0 })
  const [database, temporal] = await allOrNone([
    startPostgres({
      folder: join(folder, 'postgres'),
      port: ports.postgres,
      passwords: { superuser: keys.postgresSuperuser, owner: keys.postgresOwner, service: keys.postgresService },
      log: join(folder, 'postgres.log'),
      throwAway: true,
    }),
    startTemporal({ file: join(folder, 'temporal.db'), ports, log: join(folder, 'temporal.log') }),
  ])
  const { superuserUrl, ownerUrl, url } = database
  project.provide('postgres', { superuserUrl, ownerUrl, url })
  project.provide('temporalAddress', temporal.address)
  project.provide('temporalNamespace', temporal.namespace)

  return async () => {
    await Promise.all([database.stop(), temporal.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

type Stoppable = { readonly stop: () => Promise<void> }

/** Where one does not start, the other is not left behind. */
async function allOrNone<A extends Stoppable, B extends Stoppable>(starting: readonly [Promise<A>, Promise<B>]) {
  const results = await Promise.allSettled(starting)
  const [first, second] = results
  if (first.status === 'fulfilled' && second.status === 'fulfilled') return [first.value, second.value] as const
  await Promise.all(results.map((result) => result.status === 'fulfilled' && result.value.stop()))
  throw first.status === 'rejected' ? first.reason : (second as PromiseRejectedResult).reason
}

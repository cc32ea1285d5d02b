import { Client, Connection } from '@temporalio/client'
import type { Config } from './config.ts'

const longestCall = 5000

/** Connects at the first use and stays connected: Temporal may come up later than the gateway. */
export function connectTemporal({ temporal }: Pick<Config, 'temporal'>) {
  const connection = Connection.lazy({ address: temporal.address })
  return {
    client: new Client({ connection, namespace: temporal.namespace }),
    taskQueue: temporal.taskQueue,
    /** A person waits for the answer, so a Temporal that is away says so soon. */
    soon: <T>(call: () => Promise<T>) => connection.withDeadline(Date.now() + longestCall, call),
    isReachable: () =>
      connection
        .withDeadline(Date.now() + 1500, () => connection.workflowService.getSystemInfo({}))
        .then(
          () => true,
          () => false,
        ),
    close: () => connection.close(),
  }
}

export type Temporal = ReturnType<typeof connectTemporal>

import { Client, Connection } from '@temporalio/client'
import { noTracer, type Tracer } from '../telemetry/tracer.ts'
import type { Config } from './config.ts'
import { carryCorrelation } from './correlation.ts'

const longestCall = 5000
/** Temporal's number of the kind of queue that a worker's activities come from. */
const activityTasks = 2
/** A waiting worker asks again at least once a minute, seconds. */
const isFresh = (seconds: number) => Date.now() / 1000 - seconds < 90

/** Connects at the first use and stays connected: Temporal may come up later than the gateway. */
export function connectTemporal({ temporal }: Pick<Config, 'temporal'>, tracer: Tracer = noTracer) {
  const connection = Connection.lazy({ address: temporal.address })
  return {
    client: new Client({ connection, namespace: temporal.namespace, interceptors: { workflow: [carryCorrelation(tracer)] } }),
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
    /** Whether somebody asked for work on the queue in the last minute. */
    hasWorker: () =>
      connection
        .withDeadline(Date.now() + 1500, () =>
          connection.workflowService.describeTaskQueue({
            namespace: temporal.namespace,
            taskQueue: { name: temporal.taskQueue },
            taskQueueType: activityTasks,
          }),
        )
        .then(({ pollers }) => pollers?.some(({ lastAccessTime }) => isFresh(Number(lastAccessTime?.seconds ?? 0))) ?? false),
    close: () => connection.close(),
  }
}

export type Temporal = ReturnType<typeof connectTemporal>

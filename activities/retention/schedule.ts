import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
  ScheduleOverlapPolicy,
  type Workflow,
} from '@temporalio/client'
import { taskQueue as ownQueue } from '../../contract/job.ts'

export interface RetentionSchedule {
  readonly taskQueue: string
  /** Between two runs, in ms. */
  readonly every: number
}

/** Another queue, as tests have, has a schedule of its own. */
export const scheduleIdOf = (taskQueue: string) => (taskQueue === ownQueue ? 'retention' : `retention-${taskQueue}`)

/**
 * Deleting goes on whichever worker lives: the schedule is Temporal's, made or brought up to date by each worker as it
 * starts. It runs once then, in case nobody was there when something fell due; runs that were missed need no other.
 */
export async function keepSchedule({ schedule }: Client, { taskQueue, every }: RetentionSchedule) {
  const scheduleId = scheduleIdOf(taskQueue)
  const options: Pick<ScheduleOptions<ScheduleOptionsStartWorkflowAction<Workflow>>, 'spec' | 'policies' | 'action'> = {
    spec: { intervals: [{ every }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '10 seconds' },
    action: {
      type: 'startWorkflow',
      workflowType: 'retention',
      workflowId: scheduleId,
      taskQueue,
      args: [],
      staticSummary: 'Deletes what is older than promised, gives back places that nobody ended',
    },
  }
  try {
    await schedule.create({ ...options, scheduleId, state: { triggerImmediately: true } })
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    const handle = schedule.getHandle(scheduleId)
    // paused by an operator, it stays paused
    await handle.update(({ state: { paused, note } }) => ({ ...options, state: { paused, note } }))
    await handle.trigger(ScheduleOverlapPolicy.SKIP)
  }
}

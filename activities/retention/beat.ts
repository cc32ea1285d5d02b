import { Context } from '@temporalio/activity'

/** Says that the activity lives, and ends it here when it was cancelled: called between two things that belong together. */
export function beat() {
  const { cancellationSignal, heartbeat } = Context.current()
  cancellationSignal.throwIfAborted()
  heartbeat()
}

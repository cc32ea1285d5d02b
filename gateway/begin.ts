import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from './deps.ts'

const pauses = [500, 1000, 2000, 5000, 10_000, 30_000]

/**
 * What is recorded is promised, so a Temporal that does not answer now only delays it: the start is tried on in the
 * background. Should this process end meanwhile, the next question about the job starts it, or a round of retention.
 */
export async function begin({ logger, stopping }: Pick<Deps, 'logger' | 'stopping'>, jobId: string, start: () => Promise<void>) {
  const tryOn = async () => {
    for (let attempt = 0; !stopping.aborted; attempt += 1) {
      await pause(pauses[Math.min(attempt, pauses.length - 1)], undefined, { signal: stopping, ref: false }).catch(() => {})
      if (stopping.aborted) return
      try {
        await start()
        logger.info({ jobId, attempt }, 'workflow started late')
        return
      } catch (err) {
        logger.warn({ err, jobId, attempt }, 'workflow cannot be started yet')
      }
    }
  }
  try {
    await start()
  } catch (err) {
    logger.warn({ err, jobId }, 'workflow cannot be started yet')
    void tryOn()
  }
}

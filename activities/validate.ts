import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepairJob } from '../contract/job.ts'
import { isError, type Message } from '../epub/check/message.ts'
import { featureOf } from '../epub/feature-of.ts'
import type { checkFile } from '../epub/node/tasks.ts'
import type { Deps } from './deps.ts'
import { checkKey } from './keys.ts'
import { onBook } from './on-book.ts'
import { glimpses } from './report.ts'

/** What the check of an untouched book gives. */
export type CheckResult = Awaited<ReturnType<typeof checkFile>>

/** The first check: what is wrong with the book as it came. */
export const validate = (deps: Deps) => async (job: RepairJob) =>
  onBook(deps, 'validation', job, async ({ folder, input, stage, signal }) => {
    const check = await deps.pool.run<CheckResult>('check', { input }, { signal })
    const { verdict, sound } = check
    const file = join(folder, 'check.json')
    await writeFile(file, JSON.stringify(check))
    await deps.blobs.writeFile(checkKey(job.jobId), file)

    const shown = verdict.messages.filter(counts)
    await stage.append({
      id: `${job.jobId}/found`,
      type: 'IssuesFound',
      data: {
        found: shown.length,
        latest: glimpses(shown),
        byFeature: countByFeature(shown),
        errors: shown.filter(isError).length,
        warnings: shown.filter(({ severity }) => severity === 'WARNING').length,
        judge: verdict.judge,
      },
    })
    await stage.complete()
    return { sound, found: shown.length }
  })

/** Remarks (info, usage) are no issues. */
const counts = ({ severity }: Message) => severity === 'FATAL' || severity === 'ERROR' || severity === 'WARNING'

function countByFeature(messages: readonly Message[]): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const message of messages) {
    const feature = String(featureOf(message))
    counted[feature] = (counted[feature] ?? 0) + 1
  }
  return counted
}

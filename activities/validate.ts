import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepairJob } from '../contract/job.ts'
import type { Mode } from '../contract/plans.ts'
import { checkerName } from '../epub/check/check.ts'
import { isError, type Message } from '../epub/check/message.ts'
import { featureOf } from '../epub/feature-of.ts'
import { TaskFailed, TaskKilled } from '../epub/node/pool.ts'
import type { checkFile } from '../epub/node/tasks.ts'
import { type PlatformFindings, platforms } from '../epub/platforms/platform.ts'
import { score } from '../epub/score.ts'
import type { Deps } from './deps.ts'
import { checkKey } from './keys.ts'
import { onBook } from './on-book.ts'
import { glimpses } from './report.ts'

/** What the check of an untouched book gives. */
export type CheckResult = Awaited<ReturnType<typeof checkFile>>

/** The first check: what is wrong with the book as it came. */
export const validate = (deps: Deps) => async (job: RepairJob) =>
  onBook(deps, 'validation', job, async ({ folder, input, stage, signal }) => {
    const check = await firstCheck(deps, job.mode, input, signal)
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

/** A repair goes on where the check fails, a scan does not. */
export const firstCheck = ({ pool }: Pick<Deps, 'pool'>, mode: Mode, input: string, signal: AbortSignal): Promise<CheckResult> =>
  pool.run<CheckResult>('check', { input }, { signal }).catch((error: unknown) => {
    if (mode === 'deep-analysis' && isOurFault(error)) return unchecked
    throw error
  })

/** The check itself failed, not the book: its repair is tried all the same. */
const isOurFault = (error: unknown) =>
  (error instanceof TaskFailed && error.thrown !== 'BookRefused') || (error instanceof TaskKilled && error.reason !== 'died')

const message = {
  id: 'CHK-008',
  severity: 'ERROR',
  path: '',
  line: 0,
  column: 0,
  text: 'The checker could not read this book to its end.',
} as const
const noFindings = Object.fromEntries(platforms.map((platform) => [platform, []])) as unknown as PlatformFindings

/** What is known of a book that could not be checked. */
export const unchecked: CheckResult = {
  verdict: { judge: checkerName, valid: false, messages: [message] },
  sound: false,
  platforms: noFindings,
  scores: score([message], noFindings),
  version: undefined,
  metadata: {},
  about: undefined,
  words: 0,
  resources: 0,
}

export const isUnchecked = ({ verdict }: Pick<CheckResult, 'verdict'>) =>
  verdict.messages.some(({ text }) => text === message.text)

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

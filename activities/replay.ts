import { join } from 'node:path'
import { ApplicationFailure } from '@temporalio/activity'
import { engines } from '../contract/engine.ts'
import { type ReplayFailure, replayFailures, type SupportEvent, supportStream } from '../contract/events/support.ts'
import type { ReplayJob } from '../contract/job.ts'
import { planOf } from '../contract/plans.ts'
import { type Platform, platforms } from '../contract/quality.ts'
import { NoBlob } from '../db/blobs.ts'
import { sha256Of } from '../epub/node/file.ts'
import type { RepairedFile } from '../epub/node/tasks.ts'
import type { Deps } from './deps.ts'
import { withBook } from './on-book.ts'
import { tryEngine, upTo } from './repair-with.ts'
import { fixedIn, foundIn, reportOf, tallyOf } from './report.ts'
import { type CheckResult, firstCheck, unchecked } from './validate.ts'
import { fitting } from './write-report.ts'

const append = ({ log }: Pick<Deps, 'log'>, { jobId, replay: number }: ReplayJob, event: SupportEvent) =>
  log.append(supportStream(jobId), [{ id: `${jobId}/replay/${number}/ended`, ...event }], {
    metadata: { correlationId: jobId, actor: 'system' },
  })

/**
 * The kept upload once more through today's engine, as the job was asked for. What comes of it is recorded as numbers and
 * ids beside the job; the file is thrown away, and nothing of the job's own is read but the upload, or written at all.
 */
export const replay = (deps: Deps) => (job: ReplayJob) =>
  withBook(deps, `replay-${job.replay}`, job, async ({ folder, input, signal }) => {
    const { plan, mode, bytes } = job
    const check = await firstCheck(deps, mode, input, signal)
    const isAsked = !check.sound && mode === 'deep-analysis'
    const repaired = isAsked ? await repairAgain(deps, job, { folder, input, signal, check }) : undefined
    const report = fitting(reportOf({ plan, mode, check, repaired, sha256: await sha256Of(input), seconds: 0 }))
    const { outcome, engine, before, words, sha256After, scores } = report
    const after = report.after ?? before
    await append(deps, job, {
      type: 'ReplayFinished',
      data: {
        replay: job.replay,
        outcome,
        ...(engine && { engine }),
        found: foundIn(report),
        fixed: fixedIn(report),
        errorsBefore: before.errors + before.fatals,
        errorsAfter: after.errors + after.fatals,
        wordsKept: words.after >= words.before,
        judge: after.judge,
        ...(outcome !== 'scanned' && { sha256After, resultBytes: repaired?.bytes ?? bytes }),
        scores: scores.after,
        compatibility: Object.fromEntries(
          platforms.map((platform) => [platform, report.platforms[platform].compatible]),
        ) as Record<Platform, boolean>,
        tally: tallyOf(report),
      },
    })
    return { outcome }
  }).catch((error: unknown) => {
    throw error instanceof NoBlob ? ApplicationFailure.nonRetryable('The upload was deleted', 'files-gone') : error
  })

interface Place {
  readonly folder: string
  readonly input: string
  readonly signal: AbortSignal
  readonly check: CheckResult
}

/** All engines in their order, in one go: a replay has no stages that anybody follows. */
async function repairAgain(deps: Deps, { plan }: ReplayJob, { folder, input, signal, check }: Place): Promise<RepairedFile> {
  const isKnown = !check.verdict.messages.some(({ text }) => text === unchecked.verdict.messages[0]!.text)
  const task = {
    input,
    output: join(folder, 'output.epub'),
    fileName: '',
    features: upTo(planOf(plan).repairFeatures),
    ...(isKnown && { before: check.verdict }),
  }
  for (const engine of engines) {
    const outcome = await tryEngine(deps, engine, task, { signal })
    if (outcome.ok) return outcome.result
  }
  throw ApplicationFailure.nonRetryable('No engine could repair this file', 'all-engines-failed')
}

const isKnown = (code: string): code is ReplayFailure => replayFailures.some((known) => known === code)

export const recordReplayFailure =
  (deps: Pick<Deps, 'log'>) =>
  async ({ code, ...job }: ReplayJob & { readonly code: string }) => {
    await append(deps, job, { type: 'ReplayFailed', data: { replay: job.replay, code: isKnown(code) ? code : 'internal' } })
  }

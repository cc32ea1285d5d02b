import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../contract/engine.ts'
import type { RepairJob } from '../contract/job.ts'
import { planOf } from '../contract/plans.ts'
import { platforms } from '../contract/quality.ts'
import { reportKey } from '../db/blobs.ts'
import { sha256Of } from '../epub/node/file.ts'
import { TaskFailed, TaskKilled } from '../epub/node/pool.ts'
import { type Stored, suggesting } from './ai/suggesting.ts'
import type { Deps } from './deps.ts'
import { checkKey, findingsKey, suggestionsKey } from './keys.ts'
import { onBook } from './on-book.ts'
import type { StageWriter } from './progress.ts'
import { upTo } from './repair-with.ts'
import { fixedIn, foundIn, reportOf, tallyOf } from './report.ts'
import { type CheckResult, isUnchecked } from './validate.ts'
import { fitting, writeReport } from './write-report.ts'

interface ScoreTask extends RepairJob {
  /** The engine whose result stands, and its blob key; absent for a scan and for a sound book. */
  readonly engine?: Engine
  readonly result?: string
}

/** Puts together what the job came to: score, compatibility, report; the job's last event. */
export const score = (deps: Deps) => async (job: ScoreTask) =>
  onBook(deps, 'quality', job, async ({ folder, input, stage, signal }) => {
    const { jobId, plan, mode, engine, result } = job
    const read = async <Content>(key: string): Promise<Content> => {
      const file = join(folder, 'read.json')
      await deps.blobs.saveTo(key, file)
      return JSON.parse(await readFile(file, 'utf8')) as Content
    }
    const check = await read<CheckResult>(checkKey(jobId))
    const repaired = result && engine ? await read<Stored>(findingsKey(jobId, engine)) : undefined
    const listed = repaired ? undefined : await suggestionsFor(deps, job, { folder, input, stage, signal, check })
    const started = (await deps.log.readStream(`repair-${jobId}`, { limit: 1 }))[0]?.recordedAt
    const report = fitting(
      reportOf({
        plan,
        mode,
        check,
        repaired,
        listed,
        sha256: await sha256Of(input),
        seconds: started ? (Date.now() - started.getTime()) / 1000 : 0,
      }),
    )
    await writeReport(deps, { key: reportKey(jobId), folder, report, before: check.verdict, after: repaired?.report.after })

    const delivered = report.outcome === 'scanned' ? undefined : (result ?? job.upload)
    await stage.append({
      id: `${jobId}/scored`,
      type: 'QualityScored',
      data: {
        before: report.scores.before,
        after: report.scores.after,
        compatibility: Object.fromEntries(
          platforms.map((platform) => [platform, report.platforms[platform].compatible]),
        ) as Record<(typeof platforms)[number], boolean>,
      },
    })
    await stage.append({
      id: `${jobId}/ended`,
      type: 'RepairCompleted',
      data: {
        outcome: report.outcome,
        engine: report.engine,
        result: delivered,
        report: reportKey(jobId),
        found: foundIn(report),
        fixed: fixedIn(report),
        errorsBefore: report.before.errors + report.before.fatals,
        errorsAfter: (report.after ?? report.before).errors + (report.after ?? report.before).fatals,
        wordsKept: report.words.after >= report.words.before,
        judge: report.after?.judge ?? report.before.judge,
        sha256Before: report.sha256Before,
        sha256After: delivered ? report.sha256After : undefined,
        resultBytes: repaired?.bytes ?? (delivered ? job.bytes : undefined),
        tally: tallyOf(report),
      },
    })
    const counts = report.outcome === 'scanned' || report.outcome === 'valid' || report.outcome === 'improved'
    return { outcome: report.outcome, counts }
  })

interface Place {
  readonly folder: string
  readonly input: string
  readonly stage: StageWriter
  readonly signal: AbortSignal
  readonly check: CheckResult
}

/**
 * What may be suggested for a book that no engine had to repair: a sound one, or one that was only looked at, which gets the
 * advice alone. Nothing of it is changed; an engine that fails here leaves the job without suggestions.
 */
async function suggestionsFor(
  deps: Deps,
  job: ScoreTask,
  { folder, input, stage, signal, check }: Place,
): Promise<Stored | undefined> {
  const { suggest, listed, model, stored, record } = suggesting(deps, job, signal)
  if (!suggest || isUnchecked(check)) return undefined
  // a book that was only looked at gets the advice alone
  const isChanging = job.mode === 'deep-analysis'
  const features = isChanging ? upTo(planOf(job.plan).repairFeatures) : []
  const task = {
    input,
    output: join(folder, 'same.epub'),
    fileName: '',
    features,
    before: check.verdict,
    suggest,
    listed: isChanging ? listed : [],
  }
  const told = await deps.engines.primary(task, { signal, ...(model && { model }) }).catch((error: unknown) => {
    if (error instanceof TaskFailed || error instanceof TaskKilled) return undefined
    throw error
  })
  await record(stage)
  if (!told) return undefined
  const kept = stored(told)
  const file = join(folder, 'suggestions.json')
  await writeFile(file, JSON.stringify(kept))
  await deps.blobs.writeFile(suggestionsKey(job.jobId), file)
  return kept
}

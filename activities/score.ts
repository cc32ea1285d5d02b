import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../contract/engine.ts'
import type { RepairJob } from '../contract/job.ts'
import { platforms } from '../contract/quality.ts'
import { reportKey } from '../db/blobs.ts'
import { sha256Of } from '../epub/node/file.ts'
import type { RepairedFile } from '../epub/node/tasks.ts'
import type { Deps } from './deps.ts'
import { checkKey, findingsKey } from './keys.ts'
import { onBook } from './on-book.ts'
import { fixedIn, foundIn, reportOf, tallyOf } from './report.ts'
import { fitting, writeReport } from './write-report.ts'

interface ScoreTask extends RepairJob {
  /** The engine whose result stands, and its blob key; absent for a scan and for a sound book. */
  readonly engine?: Engine
  readonly result?: string
}

/** Puts together what the job came to: score, compatibility, report; the job's last event. */
export const score = (deps: Deps) => async (job: ScoreTask) =>
  onBook(deps, 'quality', job, async ({ folder, input, stage }) => {
    const { jobId, plan, mode, engine, result } = job
    const read = async <Content>(key: string): Promise<Content> => {
      const file = join(folder, 'read.json')
      await deps.blobs.saveTo(key, file)
      return JSON.parse(await readFile(file, 'utf8')) as Content
    }
    const check = await read<Parameters<typeof reportOf>[0]['check']>(checkKey(jobId))
    const repaired = result && engine ? await read<RepairedFile>(findingsKey(jobId, engine)) : undefined
    const started = (await deps.log.readStream(`repair-${jobId}`, { limit: 1 }))[0]?.recordedAt
    const report = fitting(
      reportOf({
        plan,
        mode,
        check,
        repaired,
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

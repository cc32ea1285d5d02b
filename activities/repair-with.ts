import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine, SwitchReason } from '../contract/engine.ts'
import type { Attempt, RepairJob } from '../contract/job.ts'
import { planOf } from '../contract/plans.ts'
import type { Verdict } from '../epub/check/message.ts'
import { type RunOptions, TaskFailed, TaskKilled } from '../epub/node/pool.ts'
import { isWorse, type RepairedFile } from '../epub/node/tasks.ts'
import { suggesting } from './ai/suggesting.ts'
import type { Deps } from './deps.ts'
import type { EngineTask } from './engines/engine.ts'
import { checkKey, findingsKey, resultKey } from './keys.ts'
import { onBook } from './on-book.ts'
import { glimpses } from './report.ts'
import { type CheckResult, unchecked } from './validate.ts'

/** One attempt by one engine; which engine comes next is the workflow's decision. */
export const repairWith =
  (deps: Deps) =>
  async (job: RepairJob & { engine: Engine }): Promise<Attempt<string>> =>
    onBook(deps, 'repair', job, async ({ folder, input, stage, signal }) => {
      const { jobId, engine, plan } = job
      const output = join(folder, 'output.epub')
      const before = await verdictOf(deps, jobId, folder)
      const { suggest, listed, model, stored, record } = suggesting(deps, job, signal)
      const task = { input, output, fileName: '', features: upTo(planOf(plan).repairFeatures), before, suggest, listed }
      const outcome = await tryEngine(deps, engine, task, { signal, onProgress: stage.progress, ...(model && { model }) })
      await record(stage)
      if (!outcome.ok) return outcome
      const repaired = stored(outcome.result)

      const findings = join(folder, 'findings.json')
      await writeFile(findings, JSON.stringify(repaired))
      await deps.blobs.writeFile(findingsKey(jobId, engine), findings)
      await deps.blobs.writeFile(resultKey(jobId, engine), output)

      const { issues } = repaired.report
      const fixed = issues.filter(({ status }) => status === 'fixed')
      await stage.append({
        id: `${jobId}/fixed`,
        type: 'IssuesFixed',
        data: {
          engine,
          found: issues.length,
          fixed: fixed.length,
          latest: glimpses(fixed.map(({ code, ...issue }) => ({ ...issue, id: code }))),
        },
      })
      await stage.complete()
      return { ok: true, result: resultKey(jobId, engine) }
    })

/** What one engine makes of a file: a result that opens and is no worse, or the reason to ask the next one. */
export async function tryEngine(
  deps: Pick<Deps, 'engines' | 'pool'>,
  engine: Engine,
  task: EngineTask,
  options: RunOptions & { readonly signal: AbortSignal },
): Promise<Attempt<RepairedFile>> {
  const outcome = await attempt(() => deps.engines[engine](task, options))
  if (!outcome.ok) return outcome
  if (!(await opens(deps, task.output, options.signal))) return { ok: false, reason: 'unreadable-result' }
  if (engine !== 'emergency' && isWorse(outcome.result.report)) return { ok: false, reason: 'worse-result' }
  return outcome
}

/** What the check of this job said, so that nobody is asked twice; undefined where it failed. */
async function verdictOf({ blobs }: Deps, jobId: string, folder: string): Promise<Verdict | undefined> {
  const file = join(folder, 'check.json')
  await blobs.saveTo(checkKey(jobId), file)
  const { verdict } = JSON.parse(await readFile(file, 'utf8')) as CheckResult
  return verdict.messages.some(({ text }) => text === unchecked.verdict.messages[0]!.text) ? undefined : verdict
}

export const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

const reasons = { 'timed-out': 'timed-out', 'out-of-memory': 'out-of-memory', died: 'threw' } as const satisfies Record<
  TaskKilled['reason'],
  SwitchReason
>

/** A failing engine is an outcome; a refused book and a cancellation are not. A process that died for no known reason gets one more chance. */
async function attempt(run: () => Promise<RepairedFile>, tries = 2): Promise<Attempt<RepairedFile>> {
  try {
    return { ok: true, result: await run() }
  } catch (error) {
    if (error instanceof TaskKilled) {
      if (error.reason === 'died' && tries > 1) return attempt(run, tries - 1)
      return { ok: false, reason: reasons[error.reason] }
    }
    if (error instanceof TaskFailed && error.thrown !== 'BookRefused') return { ok: false, reason: 'threw' }
    throw error
  }
}

async function opens({ pool }: Pick<Deps, 'pool'>, file: string, signal: AbortSignal): Promise<boolean> {
  try {
    await pool.run('inspect', { input: file }, { signal })
    return true
  } catch (error) {
    if (error instanceof TaskFailed || error instanceof TaskKilled) return false
    throw error
  }
}

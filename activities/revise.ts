import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApplicationFailure } from '@temporalio/activity'
import { repairStream } from '../contract/events/repair.ts'
import type { RevisionJob } from '../contract/job.ts'
import type { MetadataEdits } from '../contract/metadata.ts'
import { planOf } from '../contract/plans.ts'
import { platforms } from '../contract/quality.ts'
import type { Report } from '../contract/report.ts'
import { coverKey, NoBlob } from '../db/blobs.ts'
import type { Verdict } from '../epub/check/message.ts'
import { featuresOf } from '../epub/engines.ts'
import type { EditedFile } from '../epub/node/edit-file.ts'
import { sha256Of } from '../epub/node/file.ts'
import { TaskFailed, TaskKilled } from '../epub/node/pool.ts'
import { compatibility } from '../epub/platforms/platform.ts'
import { counted } from '../epub/report.ts'
import type { Stored } from './ai/suggesting.ts'
import type { Deps } from './deps.ts'
import { checkKey, findingsKey, resultKey, revisedKey, revisedReportKey, suggestionsKey } from './keys.ts'
import { withBook } from './on-book.ts'
import { upTo } from './repair-with.ts'
import { asAbout, fixedIn, foundIn, reportOf, tallyOf } from './report.ts'
import { type CheckResult, isUnchecked } from './validate.ts'
import { fitting, writeReport } from './write-report.ts'

interface Version {
  readonly file: string
  readonly report: Report
  readonly after: Verdict | undefined
  /** Accepted suggestions that could be done. */
  readonly picked: readonly string[]
  readonly bytes: number
  readonly sha256: string
}

/**
 * Another version of a result, made from the upload: repaired without what was taken back, then with the metadata that were
 * edited, checked like the first one. What is stored stays as it is; the job's stream then names the new version.
 */
export const revise = (deps: Deps) => async (job: RevisionJob) =>
  withBook(deps, `revision-${job.revision}`, job, async (book) => {
    const { jobId, revision } = job
    const check = await readBlob<CheckResult>(deps, checkKey(jobId), book.folder)
    const repaired = await repairedVersion(deps, job, { ...book, check })
    const version = job.edits === undefined ? repaired : await editedVersion(deps, job, { ...book, from: repaired })

    const key = revisedReportKey(jobId, revision)
    const report = fitting(version.report)
    await deps.blobs.writeFile(revisedKey(jobId, revision), version.file)
    await writeReport(deps, { key, folder: book.folder, report, before: check.verdict, after: version.after })
    const { outcome } = report
    await deps.log.append(
      repairStream(jobId),
      [
        {
          id: `${jobId}/revision/${revision}/done`,
          type: 'ResultRevised',
          data: {
            revision,
            outcome: outcome === 'sound' || outcome === 'scanned' ? 'valid' : outcome,
            result: revisedKey(jobId, revision),
            report: key,
            found: foundIn(report),
            fixed: fixedIn(report),
            errorsAfter: (report.after ?? report.before).errors + (report.after ?? report.before).fatals,
            judge: (report.after ?? report.before).judge,
            sha256After: version.sha256,
            resultBytes: version.bytes,
            after: report.scores.after,
            compatibility: Object.fromEntries(platforms.map((platform) => [platform, report.platforms[platform].compatible])),
            tally: tallyOf(report),
            ...(version.picked.length > 0 && { picked: [...version.picked] }),
          },
        },
      ],
      { metadata: { correlationId: jobId, actor: 'system' } },
    )
    return { revision, outcome }
  })

interface Place {
  readonly folder: string
  readonly input: string
  readonly signal: AbortSignal
}

async function readBlob<Content>({ blobs }: Pick<Deps, 'blobs'>, key: string, folder: string): Promise<Content> {
  const file = join(folder, 'read.json')
  await saved(blobs, key, file)
  return JSON.parse(await readFile(file, 'utf8')) as Content
}

/** Files may go while a version is made of them; that is no fault. */
async function saved(blobs: Deps['blobs'], key: string, file: string) {
  try {
    await blobs.saveTo(key, file)
  } catch (error) {
    throw error instanceof NoBlob ? ApplicationFailure.nonRetryable('The files are gone', 'files-gone') : error
  }
}

/** The book repaired without what was taken back: made anew, or the first result where nothing is. */
async function repairedVersion(
  deps: Deps,
  job: RevisionJob,
  { folder, input, signal, check }: Place & { check: CheckResult },
): Promise<Version> {
  const { jobId, engine, undone, plan, mode, bytes, picks: key } = job
  const sha256 = await sha256Of(input)
  const picks = key === undefined ? noPicks : await openSealed<Picks>(deps, { owner: job.owner, key, folder })
  const describe = (told: { repaired?: Stored; listed?: Stored | undefined }) =>
    reportOf({ plan, mode, check, ...told, sha256, seconds: 0 })
  const first = engine ? await readBlob<Stored>(deps, findingsKey(jobId, engine), folder) : await listedFor(deps, jobId, folder)
  if (!engine && picks.picked.length === 0)
    return { file: input, report: describe({ listed: first }), after: undefined, picked: [], bytes, sha256 }

  const file = join(folder, 'repaired.epub')
  let repaired: Stored
  if (engine && first && undone.length === 0 && picks.picked.length === 0) {
    repaired = first
    await saved(deps.blobs, resultKey(jobId, engine), file)
  } else {
    // what the model answered is given again, so that what was approved is what is done; nobody is asked
    const asked = { suggest: first?.use !== undefined, listed: featuresOf.primary, answers: first?.report.ai?.answers, ...picks }
    const given = { input, output: file, fileName: '', features: upTo(planOf(plan).repairFeatures), skip: undone, ...asked }
    const task = { ...given, ...(!isUnchecked(check) && { before: check.verdict }) }
    const made = await deps.engines[engine ?? 'primary'](task, { signal }).catch((error: unknown) => {
      const isEngine = error instanceof TaskKilled || (error instanceof TaskFailed && error.thrown !== 'BookRefused')
      throw isEngine ? ApplicationFailure.nonRetryable('The engine could not make this version', 'engine-failed') : error
    })
    repaired = { ...made, ...(first?.use && { use: first.use }) }
  }
  const { report, bytes: size, sha256After } = repaired
  const done = new Set(report.issues.flatMap(({ id, status }) => (id !== undefined && status === 'fixed' ? [id] : [])))
  const picked = picks.picked.filter((id) => done.has(id))
  return { file, report: describe({ repaired }), after: report.after, picked, bytes: size, sha256: sha256After }
}

interface Picks {
  readonly picked: readonly string[]
  /** A person's own words, by id. */
  readonly texts: Readonly<Record<string, string>>
}
const noPicks: Picks = { picked: [], texts: {} }

/** What was suggested for a book that no engine had to repair; nothing for jobs of before there were suggestions. */
async function listedFor(deps: Deps, jobId: string, folder: string): Promise<Stored | undefined> {
  return (await deps.blobs.exists(suggestionsKey(jobId))) ? readBlob<Stored>(deps, suggestionsKey(jobId), folder) : undefined
}

/** The same with other metadata, checked again. */
async function editedVersion(
  deps: Deps,
  { jobId, owner, edits: key, at }: RevisionJob,
  { folder, signal, from }: Place & { from: Version },
): Promise<Version> {
  const { cover, ...edits } = await openSealed<MetadataEdits>(deps, { owner, key: key!, folder })
  const output = join(folder, 'edited.epub')
  const picture = cover === undefined ? undefined : join(folder, 'cover')
  if (picture) await saved(deps.blobs, coverKey(jobId, cover!), picture)
  const edited = await deps.pool.run<EditedFile>(
    'edit',
    {
      input: from.file,
      output,
      modified: at,
      edits: { ...edits, ...(picture && { cover: new Uint8Array(await readFile(picture)) }) },
    },
    { signal },
  )
  const check = await deps.pool.run<CheckResult>('check', { input: output }, { signal })
  return {
    file: output,
    report: withEdit(from.report, check, edited),
    after: check.verdict,
    picked: from.picked,
    bytes: edited.bytes,
    sha256: edited.sha256,
  }
}

/** What a person typed is sealed with their key: once they are forgotten nobody can read it. */
async function openSealed<Content>(
  { blobs, people }: Deps,
  { owner, key, folder }: { readonly owner: string; readonly key: string; readonly folder: string },
): Promise<Content> {
  const file = join(folder, 'sealed')
  await saved(blobs, key, file)
  if (!people) throw ApplicationFailure.nonRetryable('BOOKMENDER_MASTER_KEY is not set: sealed edits cannot be read', 'internal')
  const text = await people.open(owner, await readFile(file))
  if (text === undefined) throw ApplicationFailure.nonRetryable('The edits cannot be read any more', 'files-gone')
  return JSON.parse(text) as Content
}

/** The report of the edited book: what the edit put right counts as put right. */
function withEdit(report: Report, check: CheckResult, { sha256 }: EditedFile): Report {
  const compatible = compatibility(check.platforms)
  const stays = new Set(check.verdict.messages.map(({ id, path, text }) => `${id} ${path} ${text}`))
  const { valid } = check.verdict
  return {
    ...report,
    outcome: valid ? 'valid' : report.outcome === 'sound' ? 'improved' : report.outcome,
    after: counted(check.verdict),
    metadata: check.metadata,
    about: asAbout(check.about),
    version: check.version,
    words: { before: report.words.before, after: check.words },
    resources: { before: report.resources.before, after: check.resources },
    sha256After: sha256,
    scores: { before: report.scores.before, after: check.scores },
    platforms: Object.fromEntries(
      platforms.map((platform) => [platform, { compatible: compatible[platform], findings: [...check.platforms[platform]] }]),
    ) as Report['platforms'],
    issues: report.issues.map((issue) =>
      issue.status === 'fixed' || stays.has(`${issue.code} ${issue.path} ${issue.message}`)
        ? issue
        : { ...issue, status: 'fixed', reason: undefined },
    ),
  }
}

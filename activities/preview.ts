import { join } from 'node:path'
import { filesStream } from '../contract/events/repair.ts'
import type { PreviewJob, PreviewOutcome } from '../contract/preview.ts'
import { previewIndexKey, previewKey } from '../db/blobs.ts'
import { TaskFailed, TaskKilled } from '../epub/node/pool.ts'
import type { PreviewTask } from '../epub/node/preview-file.ts'
import type { Deps } from './deps.ts'
import { withBook } from './on-book.ts'

/** The pages of one version beside its file; the index is written last, so that who finds it finds all. */
export const preview =
  (deps: Deps) =>
  async (job: PreviewJob): Promise<PreviewOutcome> => {
    const { blobs, log, pool } = deps
    const { jobId, version } = job
    return withBook(deps, `preview-${version}`, { jobId, upload: job.book }, async ({ folder, input, signal }) => {
      const other = job.other === undefined ? undefined : join(folder, 'other.epub')
      if (other) await blobs.saveTo(job.other!, other)
      const [output, index] = [join(folder, 'pages'), join(folder, 'index.json')]
      const task: PreviewTask = { input, output, index, ...(other && { other }) }
      try {
        await pool.run('preview', task, { signal })
      } catch (error) {
        const isHopeless = (error instanceof TaskFailed && error.thrown === 'BookRefused') || error instanceof TaskKilled
        if (isHopeless && !signal.aborted) return 'refused'
        throw error
      }
      await blobs.writeFile(previewKey(jobId, version), output)
      await blobs.writeFile(previewIndexKey(jobId, version), index)
      // deleted while it was made: then this goes too
      if ((await log.readStream(filesStream(jobId))).some(({ type }) => type === 'FilesDeleted')) {
        await blobs.remove(previewKey(jobId, version))
        await blobs.remove(previewIndexKey(jobId, version))
      }
      return 'ready'
    })
  }

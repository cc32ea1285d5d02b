import { addNote, askReplay, supportJob, workflowHistory } from '../../../contract/calls/support.ts'
import { answer } from '../../answer.ts'
import { attachment } from '../../file-name.ts'
import { jobIdIn } from '../../jobs.ts'
import { refuse } from '../../refuse.ts'
import { recordLook } from '../../support/looks.ts'
import { writeNote } from '../../support/notes.ts'
import { askForReplay, resumeReplay } from '../../support/replays.ts'
import { storyOf } from '../../support/story.ts'

/** The one spelling; what cannot be a job's id is no job. */
function idIn({ jobId }: Readonly<Record<string, string>>) {
  const id = jobIdIn(jobId)
  if (id === undefined) throw refuse('not-found')
  return id
}

/** Whoever looks stands in the log before the answer goes out, and in it. */
export const showsJob = answer(supportJob, async (asked) => {
  const jobId = idIn(asked.params)
  const story = await storyOf(asked, jobId)
  await recordLook(asked, asked.user.id, jobId, 'job')
  await resumeReplay(asked, jobId)
  return story
})

export const addsNote = answer(addNote, async (asked) => ({
  noteId: await writeNote(asked, idIn(asked.params), asked.user.id, asked.body.text),
}))

export const replaysJob = answer(askReplay, async (asked) => ({
  replay: await askForReplay(asked, idIn(asked.params), asked.user.id),
}))

/** Only workflows of this very job: an id in the address opens no other. */
export const showsHistory = answer(workflowHistory, async (asked) => {
  const { ctx, desk, params } = asked
  const jobId = idIn(params)
  const { workflows } = await storyOf(asked, jobId)
  const workflow = workflows.find(({ workflowId }) => workflowId === params.workflowId)
  const history = workflow && (await desk.historyOf(workflow.workflowId))
  if (!workflow || !history) throw refuse('not-found')
  await recordLook(asked, asked.user.id, jobId, 'history')
  ctx.set('Content-Disposition', attachment(`${workflow.workflowId}.json`))
  return history
})

import type { JobRecord } from '../../../../contract/calls/epub.ts'
import { featureOf } from '../../../../contract/features.ts'
import { planOf } from '../../../../contract/plans.ts'
import type { Issue } from '../../../../contract/report.ts'
import { explain } from '../../data/http-error.ts'
import { usePlan } from '../../data/plan.ts'
import { NotRevised, useUndo } from '../../data/results.ts'
import { Button } from '../../parts/button.tsx'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.results.undo

/** Takes back what the feature of these issues did, or does it again: a new version of the result. */
export function UndoButton({ record, issue }: { record: JobRecord; issue: Issue }) {
  const { data: plan } = usePlan()
  const isUndone = record.undone.includes(issue.feature)
  const feature = featureOf(issue.feature)?.name
  const { mutate, isPending } = useUndo(record.jobId, {
    onDone: (asked) =>
      notify({ title: words.done, description: (asked.isUndone ? words.redone : words.undone)(feature ?? ''), tone: 'done' }),
    onFailed: (error) =>
      notify({
        title: words.failed,
        ...(error instanceof NotRevised && error.message ? { description: error.message } : explain(error, words.failure)),
      }),
  })
  const canChange = record.downloadUrl !== undefined && record.engine !== undefined && (isUndone || issue.status === 'fixed')
  // what was accepted by itself is taken back by itself, among the suggestions
  const isAccepted = issue.id !== undefined && record.picked.includes(issue.id)
  if (isAccepted || !feature || !canChange || !plan || !planOf(plan.currentPlan).allowDownloads) return null

  const change = () => mutate({ feature: issue.feature, isUndone })
  return (
    <Button
      look="quiet"
      icon="retry"
      className="mt-2 -ms-4 justify-start text-start"
      disabled={isPending || record.revising}
      onClick={change}
    >
      {isPending ? words.working : isUndone ? words.redo(feature) : words.undo(feature)}
    </Button>
  )
}

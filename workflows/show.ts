import { defineQuery, setCurrentDetails, setHandler } from '@temporalio/workflow'

/** The same sentence as in the details, also for programs and for workflows that are over. */
export const detailsQuery = defineQuery<string>('details')

/** What a workflow is doing, in plain words: in the Temporal UI, and as the answer to the query `details`. */
export function showing(first: string): (details: string) => void {
  let shown = first
  const show = (details: string) => {
    shown = details
    setCurrentDetails(details)
  }
  setHandler(detailsQuery, () => shown)
  show(first)
  return show
}

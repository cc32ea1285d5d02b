import { client } from '../data/client.ts'
import { historyQuery } from '../data/history.ts'
import { explain, HttpError } from '../data/http-error.ts'
import { planQuery } from '../data/plan.ts'
import { notify } from '../parts/notices.ts'
import type { Outcome } from './repair-desk.ts'

type Ended = Extract<Outcome, { type: 'ended' }>['record']

/** What the user hears of a job when it ends, wherever in the tab they are. */
export function announce(outcome: Outcome) {
  void client.invalidateQueries({ queryKey: historyQuery.queryKey })
  void client.invalidateQueries({ queryKey: planQuery.queryKey })
  switch (outcome.type) {
    case 'ended':
      return announceEnd(outcome.record)
    case 'refused':
      return announceRefusal(outcome.error)
    case 'lost-upload':
      return notify({
        title: 'Upload Interrupted',
        description: 'The page was left before your book had arrived, so nothing was stored. Please choose it again.',
      })
  }
}

function announceEnd(record: Ended) {
  if (record.status === 'cancelled') return
  if (record.status === 'failed') {
    const description = record.error ?? 'Failed to process EPUB'
    notify({ title: 'Processing Error', description, reference: record.reference })
    return tellOutside('Processing Error', description)
  }
  const description = successOf(record)
  notify({ title: 'Processing Complete!', description, tone: 'done' })
  tellOutside('Processing Complete!', description)
}

function successOf({ outcome, scores }: Ended) {
  const score = Math.round(scores?.overallScore ?? 0)
  if (outcome === 'sound') return 'Nothing to fix: your file is returned byte for byte'
  if (outcome === 'scanned') return `Your EPUB was checked: ${score}% quality score`
  if (outcome === 'unchanged') return `No safe correction was found: ${score}% quality score`
  return `Successfully repaired your EPUB with ${score}% quality score`
}

function announceRefusal(error: unknown) {
  const needsUpgrade = error instanceof HttpError && error.status === 402
  notify({
    title: needsUpgrade ? 'Upgrade Required' : 'Processing Error',
    ...explain(error, error instanceof HttpError ? 'Processing failed' : 'Failed to process EPUB'),
  })
}

/** A notice of the browser's own, for those who allowed it and look elsewhere. */
function tellOutside(title: string, body: string) {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.visibilityState === 'visible') return
  try {
    const notice = new Notification(`Bookmender: ${title}`, { body, icon: '/favicon.svg', tag: 'bookmender-repair' })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
  } catch {
    // Some phones allow notices from service workers only; the tab's title says it too.
  }
}

import { client } from '../data/client.ts'
import { historyQuery } from '../data/history.ts'
import { explain, HttpError } from '../data/http-error.ts'
import { planQuery } from '../data/plan.ts'
import { notify } from '../parts/notices.ts'
import { texts } from '../texts/texts.ts'
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
      return notify(texts.notices.uploadInterrupted)
  }
}

function announceEnd(record: Ended) {
  if (record.status === 'cancelled') return
  if (record.status === 'failed') {
    const description = record.error ?? texts.notices.processingError.unsent
    notify({ title: texts.notices.processingError.title, description, reference: record.reference })
    return tellOutside(texts.notices.processingError.title, description)
  }
  const description = successOf(record)
  notify({ title: texts.notices.processingComplete.title, description, tone: 'done' })
  tellOutside(texts.notices.processingComplete.title, description)
}

function successOf({ outcome, scores }: Ended) {
  const score = Math.round(scores?.overallScore ?? 0)
  const words = texts.notices.processingComplete
  if (outcome === 'sound') return words.sound
  if (outcome === 'scanned') return words.scanned(score)
  if (outcome === 'unchanged') return words.unchanged(score)
  return words.repaired(score)
}

function announceRefusal(error: unknown) {
  const needsUpgrade = error instanceof HttpError && error.status === 402
  notify({
    title: needsUpgrade ? texts.notices.upgradeRequired.title : texts.notices.processingError.title,
    ...explain(error, error instanceof HttpError ? texts.notices.processingError.failed : texts.notices.processingError.unsent),
  })
}

/** A notice of the browser's own, for those who allowed it and look elsewhere. */
function tellOutside(title: string, body: string) {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.visibilityState === 'visible') return
  try {
    const notice = new Notification(texts.notices.outside(title), { body, icon: '/favicon.svg', tag: 'bookmender-repair' })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
  } catch {
    // Some phones allow notices from service workers only; the tab's title says it too.
  }
}

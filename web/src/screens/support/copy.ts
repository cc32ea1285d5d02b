import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.support.summary

/** Onto the clipboard, and said so; where the browser forbids it, that too. */
export const copy = (text: string, done: string) =>
  navigator.clipboard.writeText(text).then(
    () => notify({ title: done, tone: 'done' }),
    () => notify({ title: words.notCopied, description: words.byHand }),
  )

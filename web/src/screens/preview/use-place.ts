import { useCallback, useRef, useState } from 'react'
import type { Preview } from '../../../../contract/calls/preview.ts'
import { chapterMark, type PreviewLook, pageAddress } from '../../../../contract/preview.ts'
import { freshPreview } from '../../data/preview.ts'

export interface Goal {
  readonly chapter: number
  /** Id in the chapter. */
  readonly fragment?: string | undefined
  /** Offsets in the chapter's text that a search found. */
  readonly found?: readonly [from: number, to: number] | undefined
}

interface Shown {
  readonly chapter: number
  readonly address: string
  /** Signed; other pages stand below it too. */
  readonly base: string
  /** A new one draws the frame anew, also at the same address. */
  readonly visit: number
}

const addressOf = (preview: Preview, look: PreviewLook, { chapter, fragment, found }: Goal) => {
  const page = pageAddress(preview.base, look, preview.chapters[chapter]?.path ?? '')
  if (found) return `${page}?found=${found[0]}-${found[1]}#bookmender-found`
  return fragment === undefined ? page : `${page}#${encodeURIComponent(fragment)}`
}

/** Where the reader is. Links inside the book move the frame by itself; `onLoad` finds out where to. */
export function usePlace(preview: Preview, jobId: string, look: PreviewLook) {
  const [shown, setShown] = useState<Shown>(() => ({
    chapter: 0,
    address: addressOf(preview, look, { chapter: 0 }),
    base: preview.base,
    visit: 0,
  }))
  const last = useRef(0)
  const count = preview.chapters.length

  const show = useCallback(
    async (goal: Goal, shownLook: PreviewLook, of: Preview = preview) => {
      const chapter = Math.min(Math.max(goal.chapter, 0), of.chapters.length - 1)
      const visit = ++last.current
      const fresh = await freshPreview(of, jobId).catch(() => of)
      if (visit !== last.current) return
      setShown({ chapter, address: addressOf(fresh, shownLook, { ...goal, chapter }), base: fresh.base, visit })
    },
    [preview, jobId],
  )

  /**
   * A page tells its number by an empty frame in it: the one thing that can be seen of a page of another origin. What was led
   * elsewhere in the second page of a spread is shown in the first.
   */
  const onLoad = (frame: HTMLIFrameElement, expected = shown.chapter) => {
    const inside = frame.contentWindow as unknown as Record<string, unknown> | null
    const isAt = (chapter: number) => {
      try {
        return inside?.[chapterMark(chapter)] !== undefined
      } catch {
        return false
      }
    }
    if (isAt(expected)) return
    for (let chapter = 0; chapter < count; chapter++) {
      if (!isAt(chapter)) continue
      if (expected !== shown.chapter) return void show({ chapter }, look)
      return setShown((now) => (now.visit === last.current ? { ...now, chapter } : now))
    }
  }

  return { ...shown, count, show, onLoad }
}

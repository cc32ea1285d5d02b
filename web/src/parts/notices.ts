export interface Notice {
  readonly title: string
  readonly description?: string
  /** Most notices say that something went wrong. */
  readonly tone?: 'wrong' | 'done' | 'plain'
  /** Short code that support can search. */
  readonly reference?: string | undefined
  /** What can be done about it at once; the notice goes when it is pressed. */
  readonly action?: { readonly name: string; readonly onPress: () => void }
}

interface Shown extends Notice {
  readonly id: number
  readonly open: boolean
}

/** How long a notice stands, and how long after its dismissal it is removed; ms. */
export const noticeDuration = 5000
export const noticeRemoval = 5000

/** One notice at a time: a new one takes the place of the one that stands. */
export function createNotices() {
  const listeners = new Set<() => void>()
  let shown: Shown | undefined
  let count = 0
  let removal: ReturnType<typeof setTimeout> | undefined

  function put(next: Shown | undefined) {
    shown = next
    for (const listener of listeners) listener()
  }

  return {
    notify(notice: Notice) {
      clearTimeout(removal)
      put({ ...notice, id: ++count, open: true })
    },
    dismiss(id: number) {
      if (shown?.id !== id || !shown.open) return
      put({ ...shown, open: false })
      removal = setTimeout(() => shown?.id === id && put(undefined), noticeRemoval)
    },
    current: () => shown,
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const notices = createNotices()
export const { notify } = notices

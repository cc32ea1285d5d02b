import { type RefObject, useEffect } from 'react'

/** Where the arrow keys have a meaning of their own. */
const ownArrows = 'input, textarea, select, [contenteditable], [role="tablist"], [role="slider"], [role="menu"]'

/** Left and right turn the pages, in the direction in which the book is read. */
export function useArrowKeys(direction: 'ltr' | 'rtl', turn: (by: 1 | -1) => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      if (event.target instanceof Element && event.target.closest(ownArrows)) return
      event.preventDefault()
      turn((event.key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [direction, turn])
}

/** A Tab that is this young brought the focus into the frame, ms. */
const young = 700

/** A frame swallows the arrow keys: when a click brought the focus into it, the pager takes it back; Tab may stay. */
export function usePagerFocus(pager: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let lastTab = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab') lastTab = performance.now()
    }
    const onBlur = () => {
      // the document knows who has the focus only after this event
      setTimeout(() => {
        if (document.activeElement instanceof HTMLIFrameElement && performance.now() - lastTab > young)
          pager.current?.focus({ preventScroll: true })
      })
    }
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('blur', onBlur)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('blur', onBlur)
    }
  }, [pager])
}

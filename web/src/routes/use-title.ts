import { useEffect } from 'react'

/** The tab's title while the screen stands. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}

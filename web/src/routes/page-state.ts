/** What a prerendered page was drawn with, so that the same is drawn again without asking: JSON in the page, for its path alone. */
interface PageState {
  readonly path: string
  readonly data: unknown
}

export const stateElement = 'page-state'

let read: PageState | undefined

/** Data of the page that was loaded, if it is the page at `path`. */
export function stateOf<T>(path: string): T | undefined {
  if (typeof document === 'undefined') return undefined
  if (!read) {
    const text = document.getElementById(stateElement)?.textContent
    if (!text) return undefined
    read = JSON.parse(text) as PageState
  }
  return read.path === path ? (read.data as T) : undefined
}

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'
const listeners = new Set<() => void>()

export const currentTheme = (): Theme => {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** `theme.js` reads the same key before the first paint of the next visit. */
export function chooseTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // Storage refused: the choice holds for this visit.
  }
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#10161a' : '#ffffff')
  for (const listener of listeners) listener()
}

export const onTheme = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// Runs before the first paint, so that nobody who chose dark sees a white flash. A file of its own: the policy allows no inline script.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('theme')
  } catch {
    // Storage refused: the system's choice stands.
  }
  const chosen = choice === 'light' || choice === 'dark' ? choice : null
  if (chosen) document.documentElement.dataset.theme = chosen
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  const meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.setAttribute('content', dark ? '#10161a' : '#ffffff')
})()

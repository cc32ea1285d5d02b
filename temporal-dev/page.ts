const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** The product's colours and type, small: the stand-ins are no part of the web build. */
const style = `
:root { color-scheme: light dark; --sheet: #fff; --table: #f3f6f8; --ink: #12181d; --rule: #d9e1e7; --blue: #1b5e9e; --red: #b3261e; --on-blue: #fff }
@media (prefers-color-scheme: dark) { :root { --sheet: #10161a; --table: #0a0e11; --ink: #e7edf1; --rule: #2a343b; --blue: #7fb6ea; --red: #f2938c; --on-blue: #10161a } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-content: start center; padding: 24px 16px; background: var(--table); color: var(--ink); font: 16px/1.5 'Atkinson Hyperlegible Next', system-ui, sans-serif }
main { width: min(440px, calc(100vw - 32px)); background: var(--sheet); border: 1px solid var(--rule); border-radius: 6px; padding: 24px; margin-top: 6vh }
h1 { font: 600 28px/1.2 Literata, Georgia, serif; margin: 0 0 8px }
h2 { font: 600 18px/1.3 Literata, Georgia, serif; margin: 24px 0 8px }
p { margin: 0 0 12px }
label { display: block; font-weight: 600; margin-bottom: 4px }
input, button { font: inherit; min-height: 44px; width: 100%; border-radius: 6px; padding: 8px 12px }
input { border: 1px solid var(--ink); background: var(--sheet); color: inherit }
button { border: 1px solid var(--blue); background: var(--sheet); color: var(--blue); text-align: start; cursor: pointer }
button.main { background: var(--blue); color: var(--on-blue); text-align: center; font-weight: 600; margin-top: 12px }
form { margin-bottom: 12px }
ul { list-style: none; padding: 0; margin: 0; display: grid; gap: 8px }
small { color: inherit; display: block }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px }
.local { font-size: 14px; border-top: 1px solid var(--rule); padding-top: 12px; margin: 24px 0 0 }
.wrong { color: var(--red); font-weight: 600 }
a { color: var(--blue) }
code { font-family: 'IBM Plex Mono', ui-monospace, monospace; overflow-wrap: anywhere }
`

/** `body` is HTML; everything from outside in it must have gone through `escapeHtml`. */
export const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}
<p class="local">Local mode: this page stands in for a real service and can be reached from this computer only.</p>
</main></body></html>
`

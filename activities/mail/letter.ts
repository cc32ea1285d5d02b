/** A letter's words before they become text and HTML. */
export interface Words {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** Name and value. */
  readonly rows?: readonly (readonly [string, string])[]
  readonly button?: { readonly label: string; readonly url: string }
  /** Why this came. */
  readonly footer: string
  /** Where one click ends e-mails of this kind. */
  readonly unsubscribe?: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)

const wrapped = (text: string, width = 72) => {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}

const textOf = ({ heading, paragraphs, rows = [], button, footer, unsubscribe }: Words) => {
  const widest = Math.max(0, ...rows.map(([name]) => name.length))
  return [
    wrapped(heading),
    ...paragraphs.map((one) => wrapped(one)),
    ...(rows.length > 0 ? [rows.map(([name, value]) => `${`${name}:`.padEnd(widest + 2)}${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `-- \nBookmender\n${wrapped(footer)}`,
    ...(unsubscribe ? [`No more e-mails like this:\n${unsubscribe}`] : []),
  ].join('\n\n')
}

const style = {
  table: 'margin:0;padding:24px 12px;background:#f3f6f8;color:#12181d;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif',
  sheet: 'max-width:520px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #d9e1e7;border-radius:6px',
  name: 'margin:0 0 20px;font:600 16px/1.2 Georgia,serif;color:#12181d',
  heading: 'margin:0 0 12px;font:600 24px/1.25 Georgia,serif;color:#12181d',
  paragraph: 'margin:0 0 12px;overflow-wrap:anywhere',
  rows: 'border-collapse:collapse;width:100%;margin:4px 0 16px',
  row: 'padding:8px 12px 8px 0;border-top:1px solid #d9e1e7;vertical-align:top;text-align:start',
  button:
    'display:inline-block;margin:8px 0 4px;padding:11px 18px;background:#1b5e9e;color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none',
  footer: 'max-width:520px;margin:16px auto 0;padding:0 24px;font-size:14px;color:#4a5661',
} as const

/** Light alone: programs that turn letters dark do it by themselves, and know how. */
const htmlOf = ({ subject, heading, paragraphs, rows = [], button, footer, unsubscribe }: Words) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title></head>
<body style="${style.table}">
<div style="${style.sheet}">
<p style="${style.name}">Bookmender</p>
<h1 style="${style.heading}">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p style="${style.paragraph}">${escapeHtml(text)}</p>`).join('\n')}
${rows.length > 0 ? `<table style="${style.rows}">${rows.map(([name, value]) => `<tr><th scope="row" style="${style.row};font-weight:400;color:#4a5661">${escapeHtml(name)}</th><td style="${style.row}">${escapeHtml(value)}</td></tr>`).join('')}</table>` : ''}
${button ? `<p style="margin:0"><a href="${escapeHtml(button.url)}" style="${style.button}">${escapeHtml(button.label)}</a></p>` : ''}
</div>
<p style="${style.footer}">${escapeHtml(footer)}${unsubscribe ? ` <a href="${escapeHtml(unsubscribe)}" style="color:#1b5e9e">No more e-mails like this</a>` : ''}</p>
</body></html>
`

/** Subjects are one line, whatever a file is called. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export const letterOf = (words: Words) => ({
  subject: oneLine(words.subject),
  text: `${textOf(words)}\n`,
  html: htmlOf(words),
  unsubscribe: words.unsubscribe,
})

import { style } from '../../epub/report-page/style.ts'
import { escapeXml } from '../../epub/xml.ts'

export interface SummaryColumn {
  readonly name: string
  /** Set to the end of the line, with figures of one width. */
  readonly isFigure?: boolean
}

export interface SummaryRow {
  /** One for each column, the first names the row. */
  readonly cells: readonly (string | number)[]
  /** How the row came out; colours the second cell, whose words say it too. */
  readonly tone: 'good' | 'bad' | 'plain'
}

/** What a batch came to, a row for each file; written once as a page and once as a table for spreadsheets. */
export interface Summary {
  readonly title: string
  /** Sentences above the table. */
  readonly lines: readonly string[]
  readonly columns: readonly SummaryColumn[]
  readonly rows: readonly SummaryRow[]
}

/** On a phone each row is a block, and each of its cells says what it is. */
const narrow = `@media (max-width: 40rem) { td[data-name]::before { content: attr(data-name) ": "; color: var(--quiet); font-weight: 400; }
  .stack td.figure { text-align: start; } .stack tr td:not(.figure) { padding-inline-start: 0; } .stack td.empty { display: none; } }`

const tones = { good: 'fixed', bad: 'left', plain: '' } as const

/** Names of files may run in any direction. */
const foreign = (value: string | number) =>
  `<bdi>${escapeXml(typeof value === 'number' ? value.toLocaleString('en') : value)}</bdi>`

function cell(value: string | number, index: number, columns: readonly SummaryColumn[], tone: SummaryRow['tone']) {
  if (index === 0) return `<th scope="row">${foreign(value)}</th>`
  const { name = '', isFigure } = columns[index] ?? {}
  const classes = [isFigure && 'figure', index === 1 && tones[tone] && `fate ${tones[tone]}`, value === '' && 'empty']
  const list = classes.filter(Boolean).join(' ')
  return `<td data-name="${escapeXml(name)}"${list ? ` class="${list}"` : ''}>${value === '' ? '' : foreign(value)}</td>`
}

/** One page that needs nothing else: no script, no picture, no address. */
export const summaryPage = ({ title, lines, columns, rows }: Summary): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeXml(title)}</title>
<style>${style}${narrow}</style>
</head>
<body>
<main>
<h1>${escapeXml(title)}</h1>
${lines.map((line) => `<p>${escapeXml(line)}</p>`).join('\n')}
<div class="sheet" style="margin-block-start:1.5rem">
<table class="stack"><thead><tr>${columns.map(({ name, isFigure }) => `<th scope="col"${isFigure ? ' class="figure"' : ''}>${escapeXml(name)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(({ cells, tone }) => `<tr>${cells.map((value, index) => cell(value, index, columns, tone)).join('')}</tr>`).join('\n')}
</tbody></table>
</div>
<footer><p class="quiet small" style="margin-block-start:1.5rem">Made by Bookmender.</p></footer>
</main>
</body>
</html>
`

/** What a spreadsheet would take for a formula is text; RFC 4180 for the rest. */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** UTF-8 with a mark of its encoding, as spreadsheets want it. */
export const summaryTable = ({ columns, rows }: Pick<Summary, 'columns' | 'rows'>): string =>
  `\uFEFF${[columns.map(({ name }) => name), ...rows.map(({ cells }) => cells)].map((line) => `${line.map(field).join(',')}\r\n`).join('')}`

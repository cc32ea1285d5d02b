import { featureName } from '../feature-names.ts'
import { type Platform, type PlatformFinding, platforms } from '../platforms/platform.ts'
import type { Issue } from '../report.ts'
import type { ReportData } from '../report-data.ts'
import { escapeXml } from '../xml.ts'
import { marksOf } from './marks.ts'
import { style } from './style.ts'

export interface PageOptions {
  /** Name of the file, as its owner knows it. */
  readonly fileName?: string
  /** ISO time; absent from a page that must be the same tomorrow. */
  readonly madeAt?: string
}

const platformNames: Readonly<Record<Platform, string>> = {
  kindle: 'Kindle',
  appleBooks: 'Apple Books',
  kobo: 'Kobo',
  googlePlay: 'Google Play',
  adobe: 'Adobe Digital Editions',
  calibre: 'Calibre',
}

const severities = {
  critical: ['Critical', 'can stop a shop or a reader from opening the book'],
  major: ['Major', 'a validator or a shop may refuse the book for it'],
  minor: ['Minor', 'worth knowing; no reason to refuse the book'],
} as const

const fates: Readonly<Record<Issue['status'], string>> = {
  fixed: 'Fixed',
  choice: 'Your choice',
  left: 'Left as it is',
  locked: 'Left: needs a higher plan',
  advice: 'Advice',
}
/** What needs the reader's eye comes before what is done. */
const eye: Readonly<Record<Issue['status'], number>> = { left: 0, choice: 1, locked: 2, fixed: 3, advice: 4 }
const placesShown = 5

const number = (value: number) => value.toLocaleString('en')
const count = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`
const text = (words: string) => escapeXml(words)
/** Words of a book or a file may run in any direction. */
const foreign = (words: string) => `<bdi>${text(words)}</bdi>`

/** A report as one HTML page that needs nothing else: no script, no picture, no address. For screens, for paper, for screen readers. */
export function reportPage(report: ReportData, { fileName, madeAt }: PageOptions = {}): string {
  const { metadata, issues, offers = [] } = report
  const title = metadata.title ?? fileName ?? 'Untitled book'
  const groups = (['critical', 'major', 'minor'] as const).map((severity) => ({
    severity,
    members: issues.filter((issue) => issue.severity === severity),
  }))
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Repair report: ${text(title)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#issues">Skip to the issues</a>
<main>
<header>
<h1>${foreign(title)}</h1>
<p class="quiet">${[
    metadata.author && `by ${foreign(metadata.author)}`,
    fileName && `<code>${foreign(fileName)}</code>`,
    madeAt && `<time datetime="${text(madeAt)}">${text(madeAt.slice(0, 10))}</time>`,
  ]
    .filter(Boolean)
    .join(' · ')}</p>
</header>
${summary(report)}
${scores(report)}
${platformTable(report)}
<section id="issues" aria-labelledby="issues-heading">
<h2 id="issues-heading">Issues</h2>
${issues.length === 0 ? '<p>No issues: there is nothing to list.</p>' : ''}
${groups
  .filter(({ members }) => members.length > 0)
  .map(({ severity, members }) => severitySection(severity, members))
  .join('\n')}
${more(report)}
</section>
${offerSection(offers)}
${files(report)}
<footer><p class="quiet small">Made by Bookmender. “Meets the rules” means the published rules that we check; no shop has been asked.</p></footer>
</main>
</body>
</html>
`
}

function verdict({ outcome, issues, more: others, words, lost }: ReportData): string {
  const extra = others.reduce((sum, { count: hidden }) => sum + hidden, 0)
  const found = count(issues.length + extra, 'problem')
  const fixed = issues.filter(({ status }) => status === 'fixed').length + (outcome === 'valid' ? extra : 0)
  const kept =
    words.after < words.before
      ? `${count(words.before - words.after, 'word')} of ${number(words.before)} lost`
      : lost.length > 0
        ? `${count(lost.length, 'part')} of the file lost`
        : 'not a word lost'
  switch (outcome) {
    case 'sound':
      return 'Nothing to fix: the file is returned byte for byte.'
    case 'valid':
      return `Valid. ${found} found, ${number(fixed)} fixed, ${kept}.`
    case 'improved':
      return `Better, but not valid yet. ${found} found, ${number(fixed)} fixed, ${kept}.`
    case 'unchanged':
      return `Not repaired. ${found} found; no correction was safe for the text.`
    case 'scanned':
      return `Checked. ${found} found; nothing was changed.`
  }
}

function summary(report: ReportData): string {
  const { before, after, issues, engine } = report
  const by = (status: Issue['status']) => issues.filter((issue) => issue.status === status).length
  const fateRows = (['fixed', 'choice', 'left', 'locked', 'advice'] as const)
    .filter((status) => by(status) > 0)
    .map((status) => row(fates[status], number(by(status))))
  const checks = [before, ...(after ? [after] : [])].map(
    ({ judge, valid, fatals, errors, warnings }, at) =>
      `<tr><th scope="row">${at === 0 ? 'Before' : 'After'}</th><td>${valid ? 'Valid' : 'Not valid'}<br><span class="quiet small">${text(judge)}</span></td><td class="figure">${number(fatals + errors)}</td><td class="figure">${number(warnings)}</td></tr>`,
  )
  return `<section class="sheet" aria-labelledby="verdict" style="margin-block-start:1.5rem">
<h2 id="verdict" style="margin-block-start:0">${text(verdict(report))}</h2>
<div><table><caption>What the checker said</caption><thead><tr><th scope="col"><span class="hidden">When</span></th><th scope="col">Verdict</th><th scope="col" class="figure">Errors</th><th scope="col" class="figure">Warnings</th></tr></thead><tbody>${checks.join('')}</tbody></table></div>
${fateRows.length > 0 ? `<div style="margin-block-start:1rem"><table><caption>What became of the issues${engine ? ` (${engine} engine)` : ''}</caption><tbody>${fateRows.join('')}</tbody></table></div>` : ''}
</section>`
}

const row = (name: string, value: string) => `<tr><th scope="row">${name}</th><td class="figure">${value}</td></tr>`

function scores({ scores: { before, after } }: ReportData): string {
  const parts = [
    ['overallScore', 'Overall'],
    ['structureScore', 'Structure'],
    ['contentScore', 'Content'],
    ['metadataScore', 'Metadata'],
    ['compatibilityScore', 'Compatibility'],
  ] as const
  const rows = parts.map(
    ([key, name]) =>
      `<tr><th scope="row">${name}</th><td class="figure">${Math.round(before[key])}</td><td class="figure">${Math.round(after[key])}</td></tr>`,
  )
  return `<section aria-labelledby="score"><h2 id="score">Quality score</h2><div><table><caption>0 to 100, measured before and after</caption><thead><tr><th scope="col">Part</th><th scope="col" class="figure">Before</th><th scope="col" class="figure">After</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
}

const levels = { blocks: 'Blocks', warns: 'Warning', informs: 'Note' } as const

const ruleText = ({ rule, level, message, limit, measured, path }: PlatformFinding) =>
  `<li><span class="fate ${level === 'blocks' ? 'left' : level === 'warns' ? 'choice' : 'advice'}">${levels[level]}</span> ${text(message)} <span class="quiet small">${[`<code>${text(rule)}</code>`, limit && `limit: ${text(limit)}`, measured && `measured: ${text(measured)}`, path && `<code>${foreign(path)}</code>`].filter(Boolean).join(' · ')}</span></li>`

function platformTable({ platforms: rows }: ReportData): string {
  const lines = platforms.map((platform) => {
    const { compatible, findings } = rows[platform]
    const list = findings.length > 0 ? `<ul>${findings.map(ruleText).join('')}</ul>` : '<span class="quiet">no rule fails</span>'
    return `<tr><th scope="row">${platformNames[platform]}</th><td class="fate ${compatible ? 'fixed' : 'left'}">${compatible ? 'Ready' : 'Blocked'}</td><td>${list}</td></tr>`
  })
  return `<section aria-labelledby="platforms"><h2 id="platforms">Device compatibility</h2><div><table class="stack"><thead><tr><th scope="col">Platform</th><th scope="col">Result</th><th scope="col">Rules that fail</th></tr></thead><tbody>${lines.join('')}</tbody></table></div></section>`
}

/** Issues of one kind and one fate, the first of them with all that is to be said. */
function cards(issues: readonly Issue[]): readonly (readonly Issue[])[] {
  const alike = Map.groupBy(issues, ({ code, rule, feature, status, reason, why }) =>
    [code, rule, feature, status, reason, why].join('\n'),
  )
  return [...alike.values()].sort((a, b) => eye[a[0]!.status] - eye[b[0]!.status])
}

function severitySection(severity: keyof typeof severities, issues: readonly Issue[]): string {
  const [name, meaning] = severities[severity]
  return `<section aria-labelledby="${severity}"><h3 id="${severity}">${name}: ${number(issues.length)} <span class="quiet small">${meaning}</span></h3>
<ul>${cards(issues)
    .map((alike) => card(alike, 'h4'))
    .join('\n')}</ul></section>`
}

/** Checkers list everything that would have been allowed; the head says what is wrong. */
const short = (message: string) => message.replace(/^Error while parsing file: /, '').replace(/; expected .*$/s, '.')

function card(alike: readonly Issue[], heading: 'h3' | 'h4'): string {
  const [issue] = alike as readonly [Issue, ...Issue[]]
  const { status, code, feature, severity, why, reason, message } = issue
  const where =
    issue.platforms.length === platforms.length ? 'all platforms' : issue.platforms.map((one) => platformNames[one]).join(', ')
  const name = featureName(feature)
  const places = alike.map((one) => `<li>${place(one, one.message === message)}</li>`)
  const rest = places.slice(placesShown)
  return `<li class="sheet issue">
<${heading} class="what">${foreign(short(message))}</${heading}>
<p><span class="fate ${status}">${fates[status]}</span>${reason ? ` <span>${text(reason)}</span>` : ''}</p>
<ul class="places">${places.slice(0, placesShown).join('')}</ul>
${rest.length > 0 ? `<details><summary>${count(rest.length, 'more place')} like this</summary><ul class="places">${rest.join('')}</ul></details>` : ''}
${why !== message ? `<p class="why">${text(why)}</p>` : ''}
<p class="quiet small"><code>${text(code)}</code> · ${severity}${name ? ` · feature ${feature}: ${text(name)}` : ''}${where ? ` · matters on ${text(where)}` : ''}</p>
</li>`
}

function place({ path, line, column, before, after, message }: Issue, isSame: boolean): string {
  const where = `<p class="place">${path ? foreign(path) : 'The whole book'}${line > 0 ? `, line ${line}` : ''}${line > 0 && column > 0 ? `, column ${column}` : ''}</p>`
  return `${isSame ? '' : `<p>${foreign(short(message))}</p>`}${where}${marked(before, after)}`
}

function marked(before: string | undefined, after: string | undefined): string {
  if (before === undefined && after === undefined) return ''
  if (after === undefined)
    return `<p class="mark" dir="auto"><span class="hidden">As it stands: </span>${text(before!.trim())}</p>`
  // indentation and line ends round a change are no news, unless they are the change
  const isSpacing = (before ?? '').trim() === after.trim()
  const { lead, struck, inserted, tail } = isSpacing ? marksOf(before ?? '', after) : marksOf((before ?? '').trim(), after.trim())
  const del = struck && `<del><span class="hidden">struck out: </span>${text(struck)}</del>`
  const ins = inserted && `<ins><span class="hidden">put in: </span>${text(inserted)}</ins>`
  return `<p class="mark" dir="auto">${text(lead)}${del}${ins}${text(tail)}</p>`
}

const more = ({ more: others }: ReportData) =>
  others.length === 0
    ? ''
    : `<ul class="quiet">${others.map(({ feature, code, count: hidden }) => `<li>and ${number(hidden)} more of ${text(featureName(feature) ?? 'the checker')} <code>${text(code)}</code></li>`).join('')}</ul>`

const offerSection = (offers: readonly Issue[]) =>
  offers.length === 0
    ? ''
    : `<section aria-labelledby="offers"><h2 id="offers">Offers and advice</h2><p class="quiet">None of this was done, and none of it counts as an issue.</p><ul>${cards(
        offers,
      )
        .map((alike) => card(alike, 'h3'))
        .join('\n')}</ul></section>`

function files({ sha256Before, sha256After, lost, words, resources, version }: ReportData): string {
  const rows = [
    ['Words', `${number(words.before)} → ${number(words.after)}`],
    ['Files', `${number(resources.before)} → ${number(resources.after)}`],
    ...(version ? [['EPUB version', version]] : []),
    ['SHA-256 of the book as it came', `<code>${text(sha256Before)}</code>`],
    ...(sha256After ? [['SHA-256 of the result', `<code>${text(sha256After)}</code>`]] : []),
  ].map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`)
  const gone =
    lost.length > 0
      ? `<h3>What could not be saved</h3><p>The bytes of these files could not be read.</p><ul>${lost.map((path) => `<li><code>${foreign(path)}</code></li>`).join('')}</ul>`
      : ''
  return `<section aria-labelledby="files"><h2 id="files">The two books</h2><div><table><tbody>${rows.join('')}</tbody></table></div>${gone}</section>`
}

/** Both versions of a book that can be looked at. */
export const previewVersions = ['processed', 'original'] as const
export type PreviewVersion = (typeof previewVersions)[number]

export const previewThemes = ['light', 'dark', 'sepia'] as const
export type PreviewTheme = (typeof previewThemes)[number]

/** Letters in CSS pixels (core, section 5). */
export const fontSizes = { least: 12, most: 24, step: 2, usual: 16 } as const
/** In per cent (core, section 5). */
export const zooms = { least: 25, most: 200, step: 10, usual: 100 } as const
/** In CSS pixels (core, section 9). */
export const frames = { tablet: { width: 768, height: 1024 }, phone: { width: 375, height: 667 } } as const

/** Characters on each side of what a search finds. */
export const searchContext = 50
/** Longest time that matching may take, ms. */
export const searchTime = 1000

/** How long an address of a page may be used, ms. */
export const previewAddressFor = 600_000

/** HTML in one answer, in bytes: of a chapter, and in all; what is longer is read from its address. */
export const contentLimits = { chapter: 2 << 20, all: 20 << 20 } as const

/** Input of the workflow `preview-{jobId}-{version}`: keys alone. */
export interface PreviewJob {
  readonly jobId: string
  /** Account id. */
  readonly owner: string
  /** Blob key of the version to show. */
  readonly book: string
  /** Blob key of the version it is compared with. */
  readonly other?: string
  /** Part of the blob keys of what is made: `original`, `processed-0`. */
  readonly version: string
}

export const previewStart = (job: PreviewJob) =>
  ({
    workflowId: `preview-${job.jobId}-${job.version}`,
    args: [job] as [PreviewJob],
    // made again when somebody asks after it failed
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    // a person looks at an empty page meanwhile
    priority: { priorityKey: 1, fairnessKey: job.owner },
    staticSummary: 'pages to look at',
  }) as const

export type PreviewOutcome = 'ready' | 'refused'

/** How a page is drawn; part of its address, so that links inside the book keep it. */
export interface PreviewLook {
  readonly theme: PreviewTheme
  readonly size: number
  /** Places that the other version does not have are marked. */
  readonly marks: boolean
}

export const lookPart = ({ theme, size, marks }: PreviewLook) => `${theme}-${size}${marks ? '-marks' : ''}`

export function lookIn(part: string): PreviewLook | undefined {
  const [, name, digits, marks] = /^(light|dark|sepia)-(\d{2})(-marks)?$/.exec(part) ?? []
  const theme = previewThemes.find((one) => one === name)
  const size = Number(digits)
  return theme && size >= fontSizes.least && size <= fontSizes.most ? { theme, size, marks: marks !== undefined } : undefined
}

/** Address of a page of the book below the base that was signed. */
export const pageAddress = (base: string, look: PreviewLook, path: string) =>
  `${base}${lookPart(look)}/book/${path.split('/').map(encodeURIComponent).join('/')}`

/** Name of the empty frame by which a page says which chapter it is: no script runs in it that could. */
export const chapterMark = (index: number) => `bookmender-chapter-${index}`

/** One run of text in markup that we wrote: where it stands there, and where its text begins. */
interface Run {
  readonly start: number
  readonly end: number
  readonly textStart: number
  /** Characters of the text, and for each its offset in the markup; `undefined` where they are one to one. */
  readonly text: string
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Elements after which a word ends. */
const ends =
  /^<\/?(?:p|h[1-6]|div|li|ul|ol|dl|dt|dd|td|th|tr|table|section|article|aside|blockquote|pre|figure|figcaption|header|footer|nav|main|br|hr|body|address|caption)\b/

/** Text of markup that the service itself wrote (well-formed, four entities), in runs. Takes time in proportion to its length. */
function* runsOf(markup: string): Generator<Run> {
  let length = 0
  for (let at = 0; at < markup.length; ) {
    if (markup[at] === '<') {
      const close = markup.indexOf('>', at)
      const end = close < 0 ? markup.length : close + 1
      const isStyle = markup.startsWith('<style', at)
      if (ends.test(markup.slice(at, at + 16))) {
        yield { start: end, end, textStart: length, text: '\n' }
        length += 1
      }
      const over = isStyle ? markup.indexOf('</style>', end) : -1
      at = isStyle ? (over < 0 ? markup.length : over) : end
      continue
    }
    const next = markup.indexOf('<', at)
    const end = next < 0 ? markup.length : next
    const text = markup.slice(at, end).replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    yield { start: at, end, textStart: length, text }
    length += text.length
    at = end
  }
}

/** The text of a chapter's content, one line for each block: what a search looks through. */
export function textOfContent(content: string): string {
  let text = ''
  for (const run of runsOf(content)) text += run.text
  return text
}

/** The same content with the text between two offsets marked. The first mark has the id `bookmender-found`. */
export function withMark(content: string, from: number, to: number): string {
  let out = ''
  let at = 0
  let marks = 0
  for (const run of runsOf(content)) {
    const begin = Math.max(from, run.textStart)
    const stop = Math.min(to, run.textStart + run.text.length)
    if (run.textStart >= to) break
    if (stop <= begin || run.start === run.end) continue
    const source = content.slice(run.start, run.end)
    const cut = (offset: number) => run.start + offsetIn(source, offset)
    const [first, last] = [cut(begin - run.textStart), cut(stop - run.textStart)]
    const id = marks++ === 0 ? ' id="bookmender-found"' : ''
    out += `${content.slice(at, first)}<mark class="bookmender-found"${id}>${content.slice(first, last)}</mark>`
    at = last
  }
  return out + content.slice(at)
}

/** Offset in the escaped text of a character of the text. */
function offsetIn(source: string, offset: number): number {
  let at = 0
  for (let count = 0; count < offset && at < source.length; count++)
    at += source[at] === '&' ? (/^&(?:amp|lt|gt|quot);/.exec(source.slice(at, at + 6))?.[0].length ?? 1) : 1
  return at
}

import type { ReactNode } from 'react'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import type { Preview } from '../../../../contract/calls/preview.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.preview

interface Props {
  readonly record: JobRecord
  readonly preview: Preview
}

/** What is known of the book: who made it, what was found, what it is made of. */
export const Panel = (props: Props) => (
  <section aria-label={words.panel.label}>
    <Tabs
      label={words.panel.label}
      tabs={[
        { value: 'info', label: words.panel.info, content: <Info {...props} /> },
        { value: 'issues', label: words.panel.issues, content: <Issues {...props} /> },
        { value: 'stats', label: words.panel.stats, content: <Stats {...props} /> },
      ]}
    />
    <Advice {...props} />
  </section>
)

type Row = readonly [name: string, value: ReactNode]

const List = ({ rows }: { rows: readonly Row[] }) => (
  <dl className="grid grid-cols-1 gap-3 text-14">
    {rows.map(([name, value]) =>
      value === undefined || value === '' ? null : (
        <div key={name}>
          <dt className="text-quiet">{name}</dt>
          <dd className="break-words">{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ),
    )}
  </dl>
)

function Info({ record, preview }: Props) {
  const { names, directions, statuses } = words.info
  const { metadata, report, fileName, status } = record
  const about = report?.about
  const longest = 600
  const description = about?.description
  return (
    <List
      rows={[
        [names.title, metadata.title],
        [names.author, metadata.author],
        [names.language, preview.language ?? report?.metadata.language],
        [names.publisher, about?.publisher],
        [names.series, about?.series?.name],
        [names.date, about?.date],
        [names.identifier, about?.identifier],
        [names.subjects, about?.subjects?.join(', ')],
        [names.description, description && description.length > longest ? `${description.slice(0, longest)}…` : description],
        [names.version, report?.version],
        [names.direction, directions[preview.direction]],
        [
          names.fileName,
          <span key="file" className="font-mono">
            {fileName}
          </span>,
        ],
        [names.status, statuses[status]],
      ]}
    />
  )
}

const shown = 10
const inks = { error: 'text-red', warning: 'text-amber', info: 'text-quiet' } as const

function Issues({ record: { issues, report } }: Props) {
  if (!report) return <p className="text-14 text-quiet">{words.issues.gone}</p>
  if (issues.length === 0) return <p className="text-14 text-quiet">{words.issues.none}</p>
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {issues.slice(0, shown).map(({ severity, code, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and the same thing may be found twice
          <li key={index} className="text-14">
            <p className={inks[severity]}>
              <span className="font-semibold">{words.issues.levels[severity]}</span>{' '}
              <span className="font-mono text-12">{code}</span>
            </p>
            <p className="line-clamp-4 break-words">{message}</p>
          </li>
        ))}
      </ul>
      {issues.length > shown && <p className="mt-3 text-14 font-semibold figures">{words.issues.more(issues.length - shown)}</p>}
    </>
  )
}

/** Words a minute of a person who reads in peace. */
const pace = 230
const count = (value: number) => value.toLocaleString('en')
const size = (bytes: number) => (bytes < 1_048_576 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`)

function Stats({ record, preview: { chapters, counts } }: Props) {
  const names = words.stats
  const all = chapters.reduce((sum, chapter) => sum + chapter.words, 0)
  const longest = chapters.reduce((best, chapter) => (chapter.words > best.words ? chapter : best), chapters[0]!)
  const { aiAnalysis, found, fixed, bytes } = record
  return (
    <div className="figures">
      <List
        rows={[
          [names.chapters, count(chapters.length)],
          [names.words, count(all)],
          [names.reading, names.minutes(Math.max(1, Math.round(all / pace)))],
          [names.longest, chapters.length > 1 ? `${longest.title} (${count(longest.words)})` : undefined],
          [names.pictures, count(counts.pictures)],
          [names.styles, count(counts.styles)],
          [names.fonts, count(counts.fonts)],
          [names.media, counts.media > 0 ? count(counts.media) : undefined],
          [names.found, count(found)],
          [names.fixed, count(fixed)],
          [names.quality, aiAnalysis && `${Math.round(aiAnalysis.contentQuality * 100)} %`],
          [names.bytes, size(bytes)],
        ]}
      />
    </div>
  )
}

function Advice({ record: { aiAnalysis } }: Props) {
  if (!aiAnalysis) return null
  return (
    <section aria-labelledby="preview-advice" className="mt-6 border-t border-rule pt-4">
      <h2 id="preview-advice" className="text-18">
        {words.advice.heading}
      </h2>
      {aiAnalysis.recommendations.length === 0 ? (
        <p className="mt-2 text-14 text-quiet">{words.advice.none}</p>
      ) : (
        <ol className="mt-2 grid list-decimal gap-2 ps-5 text-14">
          {aiAnalysis.recommendations.slice(0, 3).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

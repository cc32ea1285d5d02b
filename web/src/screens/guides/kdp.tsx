import rules from 'virtual:platform-rules'
import { Link } from '@tanstack/react-router'
import { featureOf } from '../../../../contract/features.ts'
import { measured } from '../../content/measured.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Card } from '../../parts/card.tsx'
import { texts } from '../../texts/texts.ts'
import { Guide } from './guide.tsx'
import { KdpDrawing } from './kdp-drawing.tsx'
import { RuleTable, SourcesRead } from './rule-table.tsx'

const words = texts.guides.kdp
type KdpError = (typeof words.errors)[number]

const tones: Record<KdpError['severity'], Tone> = { critical: 'red', high: 'amber', medium: 'blue' }
const known = [...rules.kindle, ...rules.calibre]

export default function Kdp() {
  return (
    <Guide name={texts.footer.pages.kdp} title={words.title} lead={words.lead} drawing={<KdpDrawing caption={words.figure} />}>
      <ol className="grid grid-cols-1 gap-8">
        {words.errors.map((error, index) => (
          <li key={error.id} id={error.id} className="scroll-mt-6">
            <ErrorCard error={error} number={index + 1} />
          </li>
        ))}
      </ol>
      <SourcesRead rows={rules.kindle} />
    </Guide>
  )
}

function ErrorCard({ error, number }: { error: KdpError; number: number }) {
  const rows = known.filter(({ id }) => error.rules.some((wanted) => wanted === id))
  return (
    <Card aria-labelledby={`${error.id}-name`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h2 id={`${error.id}-name`} className="flex gap-4 text-22 sm:text-28">
          <span className="text-blue figures">{number}</span>
          {error.name}
        </h2>
        <p className="flex items-center gap-2 text-14 text-quiet">
          {words.severity} <Badge tone={tones[error.severity]}>{words.severities[error.severity]}</Badge>
        </p>
      </div>
      <p className="mt-3 font-mono text-14 text-red">{error.message}</p>
      <p className="mt-3 max-w-measure text-18">{error.text}</p>
      <div className="mt-6 grid gap-x-10 gap-y-6 border-t border-rule pt-5 md:grid-cols-2">
        <div>
          <h3 className="text-18">{words.causes}</h3>
          <ul className="mt-2 grid list-disc gap-2 ps-5 marker:text-red">
            {error.causes.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="text-18">{words.solution}</h3>
          <p className="mt-2">{error.solution}</p>
          <p className="mt-4 text-14 text-quiet">
            {words.features}{' '}
            {error.features.map((number, index) => (
              <span key={number}>
                {index > 0 && ', '}
                <Link
                  to="/blog/$slug"
                  params={{ slug: 'all-37-epub-repair-features' }}
                  hash={`feature-${number}`}
                  className="text-blue underline underline-offset-2"
                >
                  {featureOf(number)?.name}
                </Link>
              </span>
            ))}
          </p>
          <p className="mt-2 text-14 font-semibold text-green figures">
            {words.fixTime(measured.typicalSeconds.toFixed(1), measured.books.toLocaleString('en'))}
          </p>
        </div>
      </div>
      <div className="mt-6">
        <RuleTable rows={rows} label={`${texts.guides.rules.caption}: ${error.name}`} />
      </div>
    </Card>
  )
}

import type { Moment } from '../../../../contract/calls/support.ts'
import { Section } from '../../parts/section.tsx'
import { texts } from '../../texts/texts.ts'
import { type Measured, scoresOver } from './scores-over.ts'
import { Table } from './table.tsx'

const words = texts.support.quality

const nameOf = ({ of, revision }: Measured) =>
  of === 'before' ? words.before : revision === 0 ? words.after : words.version(revision)

export function Quality({ moments }: { moments: readonly Moment[] }) {
  const measured = scoresOver(moments)
  return (
    <Section heading={words.heading}>
      {measured.length === 0 ? (
        <p className="mt-3 text-quiet">{words.none}</p>
      ) : (
        <>
          <Chart measured={measured} />
          <Table
            caption={words.caption}
            columns={[{ name: words.what }, { name: words.score, isNumber: true }]}
            rows={measured.map((one) => ({ key: `${one.of}${one.revision}`, cells: [nameOf(one), Math.round(one.score)] }))}
          />
        </>
      )}
    </Section>
  )
}

const size = { width: 320, height: 96, edge: 10 }

/** The same as the table, as a line from 0 to 100. */
function Chart({ measured }: { measured: readonly Measured[] }) {
  const step = (size.width - 2 * size.edge) / Math.max(1, measured.length - 1)
  const points = measured.map(({ score }, index) => ({
    x: size.edge + index * step,
    y: size.edge + (1 - score / 100) * (size.height - 2 * size.edge),
  }))
  const label = words.chart(Math.round(measured[0]!.score), Math.round(measured.at(-1)!.score))
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label} className="mt-3 h-24 w-full max-w-80">
      {[0, 50, 100].map((at) => {
        const y = size.edge + (1 - at / 100) * (size.height - 2 * size.edge)
        return <line key={at} x1={0} x2={size.width} y1={y} y2={y} className="stroke-rule" />
      })}
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        className="fill-none stroke-blue"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {points.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="4" className="fill-blue" />
      ))}
    </svg>
  )
}

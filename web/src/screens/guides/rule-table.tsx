import type rules from 'virtual:platform-rules'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.guides.rules

export type RuleRow = (typeof rules)[keyof typeof rules][number]

const tones: Record<RuleRow['level'], Tone> = { blocks: 'red', warns: 'amber', informs: 'ink' }

/** Rules as the compatibility check applies them, each with its limit and where the platform says so. */
export const RuleTable = ({ rows, label }: { rows: readonly RuleRow[]; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone must be reached by keyboard
  <section tabIndex={0} aria-label={label} className="overflow-x-auto rounded-sheet border border-rule bg-sheet">
    <p className="sticky start-0 border-b border-rule px-4 py-2.5 text-14 text-quiet">{words.caption}</p>
    <table className="w-full min-w-[36rem] text-14">
      <thead>
        <tr className="border-b border-rule text-start text-quiet">
          {[words.rule, words.what, words.limit, words.source].map((name) => (
            <th key={name} scope="col" className="px-4 py-2 text-start font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-rule">
        {rows.map(({ id, level, message, limit, source }) => (
          <tr key={`${id}${message}`}>
            <td className="px-4 py-2.5 align-top whitespace-nowrap">
              <span className="font-mono text-12">{id}</span>
              <br />
              <Badge tone={tones[level]} className="mt-1 text-12!">
                {words.levels[level]}
              </Badge>
            </td>
            <td className="px-4 py-2.5 align-top">{message}</td>
            <td className="px-4 py-2.5 align-top figures">{limit ?? words.noLimit}</td>
            <td className="px-4 py-2.5 align-top text-quiet">{source}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** When the sources of these rules were read. */
export const SourcesRead = ({ rows }: { rows: readonly RuleRow[] }) => {
  const latest = rows
    .map(({ date }) => date)
    .sort()
    .at(-1)
  return latest ? <p className="text-14 text-quiet">{words.read(month.format(new Date(latest)))}</p> : null
}

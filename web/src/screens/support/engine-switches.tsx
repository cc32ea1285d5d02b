import type { Moment } from '../../../../contract/calls/support.ts'
import { engineNames } from '../../../../contract/engine.ts'
import { Section } from '../../parts/section.tsx'
import { texts } from '../../texts/texts.ts'
import { time } from './words.ts'

const words = texts.support.switches

export const EngineSwitches = ({ moment }: { moment: Moment | undefined }) => (
  <Section heading={words.heading}>
    {moment && moment.engineSwitches.length > 0 ? (
      <ol className="mt-3 grid gap-2">
        {moment.engineSwitches.map(({ from, to, reason, at }) => (
          <li key={to}>
            <span className="font-semibold">{words.line(engineNames[from], engineNames[to])}</span>
            <span className="block text-14 text-quiet figures">
              {words.reasons[reason]}, <time dateTime={at}>{time(at)}</time>
            </span>
          </li>
        ))}
      </ol>
    ) : (
      <p className="mt-3 text-quiet">{moment?.engine ? words.none : words.noEngine}</p>
    )}
  </Section>
)

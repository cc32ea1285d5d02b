import { Corrected } from '../../parts/corrected.tsx'
import { Icon } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.landing.galley

/** A galley proof: lines as they were, corrected between, with the remark beside them. */
export const Galley = () => (
  <figure className="rounded-sheet border border-rule bg-table p-4 sm:p-6">
    <ul className="grid grid-cols-1 gap-4">
      {words.lines.map(({ where, before, after, note }) => (
        <li key={where} className="rounded-small border border-rule bg-sheet p-4">
          <p className="font-mono text-12 text-quiet">{where}</p>
          <Corrected before={before} after={after} className="mt-2" />
          <p className="mt-3 flex items-center gap-2 border-t border-rule pt-3 text-14 text-blue">
            <Icon name="caret" className="size-4" />
            {note}
          </p>
        </li>
      ))}
    </ul>
    <figcaption className="mt-4 text-14 text-quiet">{words.caption}</figcaption>
  </figure>
)

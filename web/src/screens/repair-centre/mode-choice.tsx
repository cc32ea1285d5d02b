import { useId } from 'react'
import type { Mode } from '../../../../contract/plans.ts'
import { texts } from '../../texts/texts.ts'

const choices: readonly ({ mode: Mode } & Record<'name' | 'text', string>)[] = [
  { mode: 'deep-analysis', ...texts.repair.modes.deep },
  { mode: 'find-error', ...texts.repair.modes.find },
]

/** Paid plans choose; the free plan finds errors only. */
export function ModeChoice({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const group = useId()
  return (
    <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">{texts.repair.modes.legend}</legend>
      {choices.map(({ mode: value, name, text }) => (
        <label
          key={value}
          className="flex cursor-pointer gap-3 rounded-sheet border border-edge p-3 transition-colors hover:border-blue has-checked:border-blue has-checked:bg-blue-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue"
        >
          <input
            type="radio"
            name={group}
            className="mt-1 size-4 shrink-0 accent-blue"
            checked={mode === value}
            onChange={() => onMode(value)}
          />
          <span>
            <span className="block font-semibold">{name}</span>
            <span className="block text-14 text-quiet">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

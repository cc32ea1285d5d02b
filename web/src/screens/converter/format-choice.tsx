import { useId } from 'react'
import type { Formats } from '../../../../contract/calls/converter.ts'
import { type OutputFormat, outputFormats, outputs } from '../../../../contract/conversion.ts'
import { Icon } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'

interface Props {
  readonly formats: Formats['output']
  readonly value: OutputFormat
  readonly onValue: (format: OutputFormat) => void
  /** Whose plan has the premium formats. */
  readonly isPremium: boolean
  readonly isDisabled: boolean
}

/** As it stands on the buttons: EPUB, EPUB2, KEPUB … */
export const nameOf = (format: OutputFormat) => format.toUpperCase()

/** What the document becomes; premium formats are closed to those whose plan has none. */
export function FormatChoice({ formats, value, onValue, isPremium, isDisabled }: Props) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {texts.converter.format}
      </label>
      <div className="relative mt-1.5 max-w-80">
        <select
          id={id}
          value={value}
          disabled={isDisabled}
          onChange={({ target }) => onValue(outputFormats.find((known) => known === target.value) ?? 'epub')}
          className="min-h-11 w-full cursor-pointer appearance-none rounded-sheet border border-edge bg-sheet py-2 ps-3 pe-10 text-ink hover:border-blue disabled:cursor-not-allowed disabled:opacity-55"
        >
          {formats.map(({ value: format, label, premium }) => (
            <option key={format} value={format} disabled={premium && !isPremium}>
              {label} ({outputs[format].extension})
            </option>
          ))}
        </select>
        <Icon name="chevron" className="pointer-events-none absolute end-3 top-3 text-quiet" />
      </div>
    </div>
  )
}

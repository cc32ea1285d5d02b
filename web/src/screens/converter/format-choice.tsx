import type { Formats } from '../../../../contract/calls/converter.ts'
import { type OutputFormat, outputs } from '../../../../contract/conversion.ts'
import { Select } from '../../parts/select.tsx'
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
export const FormatChoice = ({ formats, value, onValue, isPremium, isDisabled }: Props) => (
  <Select
    className="max-w-80"
    label={texts.converter.format}
    options={formats.map(({ value: format, label, premium }) => ({
      value: format,
      name: `${label} (${outputs[format].extension})`,
      isClosed: premium && !isPremium,
    }))}
    value={value}
    onValue={onValue}
    isDisabled={isDisabled}
  />
)

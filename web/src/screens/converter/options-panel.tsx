import { useId } from 'react'
import {
  type ChapterDetection,
  type ConversionOptions,
  chapterDetections,
  imageQualities,
} from '../../../../contract/conversion.ts'
import { Select } from '../../parts/select.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.converter.options
const switches = ['preserveFormatting', 'includeMetadata', 'generateTOC', 'embedFonts'] as const

interface Props {
  readonly options: ConversionOptions
  readonly onOptions: (options: ConversionOptions) => void
  readonly isDisabled: boolean
}

export function OptionsPanel({ options, onOptions, isDisabled }: Props) {
  const heading = useId()
  const change = (changed: Partial<ConversionOptions>) => onOptions({ ...options, ...changed })
  return (
    <section aria-labelledby={heading} className="rounded-sheet border border-rule bg-sheet p-4 sm:p-5">
      <h2 id={heading} className="text-18">
        {words.heading}
      </h2>
      <div className="mt-2 grid grid-cols-1">
        {switches.map((name) => (
          <label key={name} className="flex min-h-11 cursor-pointer gap-3 py-2">
            <input
              type="checkbox"
              className="mt-1 size-4 shrink-0 accent-blue"
              checked={options[name]}
              disabled={isDisabled}
              onChange={({ target }) => change({ [name]: target.checked })}
            />
            <span>
              {words[name].name}
              <span className="block text-14 text-quiet">{words[name].text}</span>
            </span>
          </label>
        ))}
      </div>
      <Select<ChapterDetection>
        className="mt-3"
        label={words.chapterDetection}
        options={chapterDetections.map((value) => ({ value, name: words.detections[value] }))}
        value={options.chapterDetection}
        onValue={(chapterDetection) => change({ chapterDetection })}
        isDisabled={isDisabled}
      />
      <Quality value={options.imageQuality} onValue={(imageQuality) => change({ imageQuality })} isDisabled={isDisabled} />
    </section>
  )
}

function Quality({ value, onValue, isDisabled }: { value: number; onValue: (value: number) => void; isDisabled: boolean }) {
  const id = useId()
  return (
    <div className="mt-4">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          {words.imageQuality}
        </label>
        <output htmlFor={id} className="text-14 text-quiet figures">
          {words.percent(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={imageQualities.least}
        max={imageQualities.most}
        step={1}
        value={value}
        disabled={isDisabled}
        aria-valuetext={words.percent(value)}
        onChange={({ target }) => onValue(Number(target.value))}
        className="mt-1 h-11 w-full cursor-pointer accent-blue disabled:cursor-not-allowed"
      />
    </div>
  )
}

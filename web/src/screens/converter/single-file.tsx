import { type ReactNode, useState } from 'react'
import type { Conversion } from '../../../../contract/calls/converter.ts'
import { type ConversionOptions, type OutputFormat, wrongWith } from '../../../../contract/conversion.ts'
import { bytesPerMB } from '../../../../contract/plans.ts'
import { Button } from '../../parts/button.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Icon } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'
import { nameOf } from './format-choice.tsx'
import { ManuscriptZone } from './manuscript-zone.tsx'
import { saveResult } from './save-result.ts'
import { useConversion } from './use-conversion.ts'
import { Wrong } from './wrong.tsx'

const words = texts.converter

/** Two decimals, and never nothing. */
export const megabytesOf = ({ size }: Pick<File, 'size'>) => Math.max(0.01, size / bytesPerMB).toFixed(2)

export interface TabProps {
  /** Endings with their dot. */
  readonly types: readonly string[]
  readonly maxBytes: number
  readonly format: OutputFormat
  readonly options: ConversionOptions
  /** The choice of the format, which both tabs share. */
  readonly formatChoice: (isDisabled: boolean) => ReactNode
}

export function SingleFile({ types, maxBytes, format, options, formatChoice }: TabProps) {
  const [file, setFile] = useState<File>()
  const [wrong, setWrong] = useState<string>()
  const { start, cancel, forget, isPending, isCancelling, progress, result } = useConversion()

  function choose([chosen]: readonly File[]) {
    if (!chosen) return
    const error = wrongWith(chosen, { types, maxBytes })
    setWrong(error)
    if (error) return
    forget()
    setFile(chosen)
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        {file ? (
          <Chosen file={file} isDisabled={isPending} onRemove={() => setFile(undefined)} />
        ) : (
          <ManuscriptZone
            text={words.upload.zone}
            button={words.upload.choose}
            label={words.upload.input}
            hints={[words.upload.hint(types.join(', '), maxBytes / bytesPerMB)]}
            types={types}
            isDisabled={isPending}
            onFiles={choose}
          />
        )}
        <Wrong lines={wrong && !file ? [wrong] : []} />
      </div>
      {formatChoice(isPending)}
      <div>
        <div className="flex flex-wrap gap-3">
          <Button
            look="primary"
            className="w-full text-18! sm:w-auto sm:px-8"
            disabled={!file || isPending}
            onClick={() => file && start(file, format, options)}
          >
            {isPending ? words.converting : words.convert(nameOf(format))}
          </Button>
          {isPending && (
            <Button look="quiet" disabled={isCancelling} onClick={() => void cancel()}>
              {isCancelling ? words.cancelling : words.cancel}
            </Button>
          )}
        </div>
        {isPending && file && <Line name={file.name} progress={progress} />}
        {result && !isPending && <Result {...result} />}
      </div>
    </div>
  )
}

const Line = ({ name, progress }: { name: string; progress: number }) => (
  <div
    role="progressbar"
    aria-label={words.progress(name)}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={progress}
    className="mt-4 h-2 overflow-hidden rounded-full bg-rule"
  >
    <div
      className={classNames('h-full bg-blue transition-[width] duration-200 ease-out', progress === 0 && 'animate-breathe')}
      style={{ width: `${Math.max(progress, 4)}%` }}
    />
  </div>
)

function Chosen({ file, isDisabled, onRemove }: { file: File; isDisabled: boolean; onRemove: () => void }) {
  return (
    <div className="flex items-start gap-3 rounded-sheet border border-blue bg-blue-wash p-4 animate-appear sm:gap-4 sm:p-5">
      <Icon name="note" className="mt-0.5 size-7 text-blue" />
      <div className="min-w-0 flex-1">
        <p className="font-mono text-16 break-all">{file.name}</p>
        <p className="mt-1 text-14 text-quiet figures">{words.upload.megabytes(megabytesOf(file))}</p>
      </div>
      <Button
        look="quiet"
        className="-my-2 -me-2 shrink-0"
        disabled={isDisabled}
        onClick={onRemove}
        aria-label={words.upload.removeLabel(file.name)}
      >
        {words.upload.remove}
      </Button>
    </div>
  )
}

/** What came of it: the verdict first, then what could not be kept. */
function Result({ resultName, words: count = 0, chapters = 0, verdict, warnings, downloadUrl }: Conversion) {
  const isValid = verdict !== undefined && verdict.errors === 0 && verdict.warnings === 0
  return (
    <section role="status" className="mt-6 rounded-sheet border border-green bg-green-wash p-4 animate-appear sm:p-5">
      <h2 className="flex gap-2 text-18">
        <Icon name="tick" className="mt-1 text-green" />
        <span className="min-w-0 break-words">{words.result.heading(resultName ?? '')}</span>
      </h2>
      <p className="mt-1 figures">
        {words.result.facts(count, chapters)}.{' '}
        {verdict &&
          (isValid ? words.result.valid(verdict.judge) : words.result.invalid(verdict.judge, verdict.errors, verdict.warnings))}
      </p>
      {warnings.length > 0 && (
        <>
          <h3 className="mt-4 text-16">{words.result.remarks}</h3>
          <ul className="mt-1 list-disc ps-5 text-14">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </>
      )}
      {downloadUrl && (
        <Button icon="download" className="mt-4" onClick={() => void saveResult(downloadUrl)}>
          {words.result.again}
        </Button>
      )}
    </section>
  )
}

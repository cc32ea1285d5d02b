import { useState } from 'react'
import { checkUpload, formatSize, joinedErrors } from '../../../../contract/upload.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Icon } from '../../parts/icon.tsx'
import { useDropZone } from '../../parts/use-drop-zone.ts'
import { texts } from '../../texts/texts.ts'

interface Props {
  readonly file: File | undefined
  /** In MB. */
  readonly maxFileSize: number
  readonly disabled?: boolean
  readonly onFile: (file: File | undefined) => void
}

/** The specification's upload widget: a drop zone, then the chosen file. Only the first dropped file counts. */
export function UploadWidget({ file, maxFileSize, disabled = false, onFile }: Props) {
  const [error, setError] = useState<string>()

  function choose(chosen: File | undefined) {
    if (disabled || !chosen) return
    const { errors } = checkUpload(chosen, maxFileSize)
    setError(errors.length > 0 ? joinedErrors(errors) : undefined)
    if (errors.length === 0) onFile(chosen)
  }

  return (
    <div>
      {file ? (
        <ChosenFile file={file} maxFileSize={maxFileSize} disabled={disabled} onRemove={() => onFile(undefined)} />
      ) : (
        <DropZone maxFileSize={maxFileSize} disabled={disabled} onFile={choose} />
      )}
      <p role="alert" className={classNames('flex gap-2 text-red', error && !file && 'mt-3')}>
        {error && !file && (
          <>
            <Icon name="dele" className="mt-0.5" />
            {error}
          </>
        )}
      </p>
    </div>
  )
}

function DropZone({ maxFileSize, disabled, onFile }: Omit<Required<Props>, 'file'>) {
  const { isOver, browse, zone, input } = useDropZone({ isDisabled: disabled, onFiles: ([first]) => onFile(first) })

  return (
    // The zone takes drops and clicks for those with a pointer; the button inside it is the way for everybody.
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside does the same
    <div
      data-testid="drop-zone"
      data-dragging={isOver || undefined}
      aria-disabled={disabled || undefined}
      {...zone}
      className={classNames(
        'grid min-h-64 place-items-center rounded-sheet border-2 border-dashed px-4 py-8 text-center transition-colors sm:px-8',
        isOver ? 'border-solid border-blue bg-blue-wash' : 'border-edge bg-sheet',
        disabled ? 'cursor-not-allowed opacity-55' : 'cursor-pointer hover:border-blue',
      )}
    >
      <div className="flex flex-col items-center">
        <Icon name="upload" className={classNames('size-8', isOver ? 'text-blue' : 'text-quiet')} />
        <p className="mt-4 max-w-96 text-18">{texts.repair.upload.zone}</p>
        <Button
          look="primary"
          className="mt-5"
          disabled={disabled}
          onClick={(event) => {
            event.stopPropagation()
            browse()
          }}
        >
          {texts.repair.upload.choose}
        </Button>
        <p className="mt-4 text-14 text-quiet">{texts.repair.upload.hint(maxFileSize)}</p>
      </div>
      <input {...input} type="file" hidden aria-label={texts.repair.upload.input} accept=".epub" />
    </div>
  )
}

function ChosenFile({
  file,
  maxFileSize,
  disabled,
  onRemove,
}: {
  file: File
  maxFileSize: number
  disabled: boolean
  onRemove: () => void
}) {
  const { warnings } = checkUpload(file, maxFileSize)
  return (
    <div
      className={classNames('rounded-sheet border border-blue bg-blue-wash p-4 animate-appear sm:p-5', disabled && 'opacity-55')}
    >
      <div className="flex items-start gap-3 sm:gap-4">
        <Icon name="book" className="mt-0.5 size-7 text-blue" />
        <div className="min-w-0 flex-1">
          <p className="font-mono text-16 break-all">{file.name}</p>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-14 text-quiet figures">
            <span>{formatSize(file.size)}</span>
            <Badge tone="ink">{texts.repair.upload.format}</Badge>
            <span className="inline-flex items-center gap-1 font-semibold text-green">
              <Icon name="tick" className="size-4" />
              {texts.repair.upload.ready}
            </span>
          </p>
        </div>
        <button
          type="button"
          disabled={disabled}
          onClick={onRemove}
          aria-label={texts.repair.upload.remove(file.name)}
          className="-mt-2 -me-2 grid size-11 shrink-0 place-items-center rounded-sheet text-quiet hover:text-red"
        >
          <Icon name="close" />
        </button>
      </div>
      {warnings.length > 0 && (
        <ul className="mt-3 grid grid-cols-1 gap-1 border-t border-rule pt-3 text-14 text-amber">
          {warnings.map((warning) => (
            <li key={warning} className="flex gap-2">
              <Icon name="query" className="size-4 translate-y-0.5" />
              {warning}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

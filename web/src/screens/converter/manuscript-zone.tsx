import { Button } from '../../parts/button.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Icon } from '../../parts/icon.tsx'
import { useDropZone } from '../../parts/use-drop-zone.ts'

interface Props {
  readonly text: string
  readonly button: string
  readonly label: string
  readonly hints: readonly string[]
  /** Endings with their dot. */
  readonly types: readonly string[]
  readonly isMany?: boolean
  readonly isDisabled: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** Where documents are dropped or chosen. */
export function ManuscriptZone({ text, button, label, hints, types, isMany = false, isDisabled, onFiles }: Props) {
  const { isOver, browse, zone, input } = useDropZone({ isDisabled, onFiles })
  return (
    // The zone takes drops and clicks for those with a pointer; the button inside it is the way for everybody.
    <div
      {...zone}
      data-testid="manuscript-zone"
      data-dragging={isOver || undefined}
      aria-disabled={isDisabled || undefined}
      className={classNames(
        'grid min-h-56 place-items-center rounded-sheet border-2 border-dashed px-4 py-8 text-center transition-colors sm:px-8',
        isOver ? 'border-solid border-blue bg-blue-wash' : 'border-edge bg-sheet',
        isDisabled ? 'cursor-not-allowed opacity-55' : 'cursor-pointer hover:border-blue',
      )}
    >
      <div className="flex flex-col items-center">
        <Icon name="upload" className={classNames('size-8', isOver ? 'text-blue' : 'text-quiet')} />
        <p className="mt-4 max-w-96 text-18">{text}</p>
        <Button
          className="mt-5"
          disabled={isDisabled}
          onClick={(event) => {
            event.stopPropagation()
            browse()
          }}
        >
          {button}
        </Button>
        {hints.map((hint) => (
          <p key={hint} className="mt-3 text-14 text-quiet">
            {hint}
          </p>
        ))}
      </div>
      <input {...input} type="file" hidden multiple={isMany} aria-label={label} accept={types.join(',')} />
    </div>
  )
}

import { type DragEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Icon } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'
import { askForFiles } from './ask-for-files.ts'
import { booksIn, type Chosen, droppedFiles } from './chosen-books.ts'

const words = texts.batch.choose

interface Props {
  readonly most: number
  /** In MB. */
  readonly maxFileSize: number
  readonly onChosen: (chosen: Chosen) => void
}

/** Takes many books: dropped, chosen one by one, as a folder, or in a zip. */
export function BatchZone({ most, maxFileSize, onChosen }: Props) {
  const [isOver, setOver] = useState(false)
  const [isReading, setReading] = useState(false)

  async function take(coming: Promise<readonly File[]>, isFolder: boolean) {
    const files = await coming
    if (files.length === 0) return
    setReading(true)
    try {
      onChosen(await booksIn(files, isFolder))
    } finally {
      setReading(false)
    }
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const isFolder = [...event.dataTransfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory)
    void take(droppedFiles(event.dataTransfer), isFolder)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are the way for everybody
    <div
      data-testid="batch-zone"
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={drop}
      className={classNames(
        'grid min-h-56 place-items-center rounded-sheet border-2 border-dashed px-4 py-8 text-center transition-colors sm:px-8',
        isOver ? 'border-solid border-blue bg-blue-wash' : 'border-edge bg-sheet',
      )}
    >
      <div className="flex flex-col items-center">
        <Icon name="upload" className={classNames('size-8', isOver ? 'text-blue' : 'text-quiet')} />
        <p className="mt-4 max-w-96 text-18">{words.zone(most)}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-3">
          <Button look="primary" onClick={() => void take(askForFiles({ accept: '.epub,.zip' }), false)}>
            {words.files}
          </Button>
          <Button onClick={() => void take(askForFiles({ isFolder: true }), true)}>{words.folder}</Button>
        </div>
        <p className="mt-4 text-14 text-quiet">{words.hint(maxFileSize)}</p>
        <p role="status" className={isReading ? 'mt-2 text-14' : 'sr-only'}>
          {isReading && words.reading}
        </p>
      </div>
    </div>
  )
}

import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { checkUpload, joinedErrors } from '../../../../contract/upload.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'
import { useDroppedBook } from './use-dropped-book.ts'

const words = texts.landing.instant
const loadOutcome = () => import('./instant-outcome.tsx')
const Outcome = lazy(loadOutcome)

/** Checks a book in this browser: dropped anywhere on the page, or chosen by the button. Nothing is uploaded. */
export function InstantCheck() {
  const [file, setFile] = useState<File>()
  const [refused, setRefused] = useState<string>()
  const [count, setCount] = useState(0)
  const section = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)

  const take = useCallback((book: File) => {
    const { errors } = checkUpload(book)
    setRefused(errors.length > 0 ? joinedErrors(errors) : undefined)
    setFile(errors.length > 0 ? undefined : book)
    setCount((before) => before + 1)
    section.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [])
  /** The rules of the check come while the book is still in the hand. */
  const near = useCallback(() => void loadOutcome().then(({ prepare }) => prepare()), [])
  const isOver = useDroppedBook(take, near)

  return (
    <section ref={section} aria-labelledby="instant" className="scroll-mt-4 border-b border-rule bg-table">
      <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-6">
        <div
          data-testid="instant-zone"
          data-dragging={isOver || undefined}
          className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-sheet border-2 border-dashed border-edge bg-sheet p-5 transition-colors data-dragging:border-solid data-dragging:border-blue data-dragging:bg-blue-wash"
        >
          <div className="flex min-w-0 items-start gap-4">
            <Icon name="book" className="mt-0.5 size-8 text-blue" />
            <div>
              <h2 id="instant" className="text-22">
                {words.heading}
              </h2>
              <p className="mt-1 max-w-measure text-quiet">{isOver ? words.drop : words.text}</p>
            </div>
          </div>
          <Button icon="upload" onFocus={near} onPointerEnter={near} onClick={() => input.current?.click()}>
            {words.choose}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={words.input}
            accept=".epub"
            onChange={({ target }) => {
              const [book] = target.files ?? []
              if (book) take(book)
              target.value = ''
            }}
          />
        </div>
        <div aria-live="polite">
          {refused && (
            <p role="alert" className="mt-4 flex gap-2 text-red">
              <Icon name="dele" className="mt-0.5" />
              {refused}
            </p>
          )}
          {file && (
            <Suspense fallback={<p className="mt-4 text-quiet">{words.checking(file.name)}</p>}>
              <Outcome key={count} file={file} onAnother={() => input.current?.click()} />
            </Suspense>
          )}
        </div>
      </div>
    </section>
  )
}

import { useState } from 'react'
import type { Mode } from '../../../../contract/plans.ts'
import { planOf } from '../../../../contract/plans.ts'
import { formatSize } from '../../../../contract/upload.ts'
import { explain } from '../../data/http-error.ts'
import { batchDesk } from '../../live/batches.ts'
import { Button } from '../../parts/button.tsx'
import { Reference } from '../../parts/failed.tsx'
import { Icon } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'
import { BatchZone } from './batch-zone.tsx'
import { type Chosen, type LeftOut, withinLimits } from './chosen-books.ts'
import { ModeChoice } from './mode-choice.tsx'

const words = texts.batch.choose
const { maxFileSize, maxFilesPerBatch } = planOf('publisher')
const nothing: Chosen = { books: [], leftOut: [] }

/** The books of a batch before it starts. */
export function BatchForm({ refused }: { refused: unknown }) {
  const [{ books, leftOut }, setChosen] = useState(nothing)
  const [mode, setMode] = useState<Mode>('deep-analysis')
  const limits = { maxFileSize, most: maxFilesPerBatch }
  const size = books.reduce((sum, book) => sum + book.size, 0)

  return (
    <div className="grid grid-cols-1 gap-6">
      <BatchZone
        maxFileSize={maxFileSize}
        most={maxFilesPerBatch}
        onChosen={(chosen) => setChosen((before) => withinLimits(before.books, chosen, limits))}
      />
      {leftOut.length > 0 && <NotTaken leftOut={leftOut} />}
      {books.length > 0 && (
        <>
          <section aria-labelledby="chosen-books">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 id="chosen-books" className="text-18 figures">
                {words.heading(books.length, formatSize(size))}
              </h2>
              <Button look="quiet" className="px-3! text-14!" onClick={() => setChosen(nothing)}>
                {words.clear}
              </Button>
            </div>
            <ul className="mt-2 max-h-96 divide-y divide-rule overflow-y-auto rounded-sheet border border-rule bg-sheet">
              {books.map((book, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same book may be chosen twice
                <li key={index} className="flex items-center gap-3 py-1 pe-1 ps-4">
                  <span className="min-w-0 flex-1 truncate font-mono text-14">{book.name}</span>
                  <span className="text-14 whitespace-nowrap text-quiet figures">{formatSize(book.size)}</span>
                  <button
                    type="button"
                    aria-label={words.remove(book.name)}
                    onClick={() => setChosen({ books: books.filter((_, at) => at !== index), leftOut })}
                    className="grid size-11 shrink-0 place-items-center rounded-sheet text-quiet transition-colors hover:bg-blue-wash hover:text-red"
                  >
                    <Icon name="close" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
          <ModeChoice mode={mode} onMode={setMode} />
        </>
      )}
      <div>
        {books.length > 0 && (
          <Button look="primary" className="w-full text-18! sm:w-auto sm:px-8" onClick={() => void batchDesk.start(books, mode)}>
            {words.start(books.length)}
          </Button>
        )}
        {refused !== undefined && <Refused error={refused} />}
      </div>
    </div>
  )
}

function NotTaken({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <div role="alert" className="max-w-measure rounded-sheet border border-amber bg-amber-wash p-4">
      <p className="flex gap-2 font-semibold">
        <Icon name="query" className="mt-0.5 text-amber" />
        {words.leftOut(leftOut.length)}
      </p>
      <ul className="mt-2 max-h-48 overflow-y-auto text-14">
        {leftOut.map(({ name, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal
          <li key={index} className="py-0.5 break-words">
            <span className="font-mono">{name}</span>: {why}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Refused({ error }: { error: unknown }) {
  const { description, reference } = explain(error, words.notStarted)
  return (
    <div role="alert" className="mt-4 flex max-w-measure gap-2 rounded-sheet border border-red bg-red-wash p-4">
      <Icon name="dele" className="mt-0.5 text-red" />
      <p className="min-w-0 break-words">
        {description}
        {reference && <Reference code={reference} />}
      </p>
    </div>
  )
}

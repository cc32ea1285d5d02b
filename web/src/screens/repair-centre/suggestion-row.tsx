import { useId, useState } from 'react'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import type { Decision } from '../../../../contract/calls/results.ts'
import { fontSizes, pageAddress } from '../../../../contract/preview.ts'
import { usePreview } from '../../data/preview.ts'
import { classNames } from '../../parts/class-names.ts'
import { Corrected } from '../../parts/corrected.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import type { Chosen, Suggestion } from './suggested.ts'

const words = texts.suggested

interface Props {
  readonly record: JobRecord
  readonly suggestion: Suggestion
  /** Name of the model that was asked. */
  readonly model: string | undefined
  readonly chosen: Chosen
  readonly isDisabled: boolean
  readonly onChoose: (decision: Decision) => void
  readonly onWords: (text: string) => void
}

/** One suggestion: what it is about, before and after, who makes it and how sure that is; accepted, refused, or put better. */
export function SuggestionRow({ record, suggestion, model, chosen, isDisabled, onChoose, onWords }: Props) {
  const { message, path, line, before, after, by, confidence, editable, why, picture } = suggestion
  const id = useId()
  const { decision } = chosen
  return (
    <li
      className={classNames(
        'grid grid-cols-1 rounded-sheet border bg-sheet md:grid-cols-[minmax(0,1fr)_17rem]',
        decision === 'accept' ? 'border-green' : decision === 'refuse' ? 'border-edge' : 'border-rule',
      )}
    >
      <div className="min-w-0 p-4">
        <h4 id={`${id}-what`} className="font-semibold break-words">
          {message}
        </h4>
        <p className="mt-1 font-mono text-12 break-all text-quiet">
          {path || texts.issues.wholeBook}
          {line > 0 && texts.issues.line(line)}
        </p>
        {picture !== undefined && <Picture record={record} path={picture} />}
        {editable ? (
          <>
            {before && (
              <p className="mt-2 text-14 break-words text-quiet">
                {words.now}: <span className="font-mono">{before}</span>
              </p>
            )}
            <label htmlFor={`${id}-words`} className="mt-2 block text-14 font-semibold">
              {words.words}
            </label>
            <textarea
              id={`${id}-words`}
              rows={(chosen.text ?? after ?? '').length > 90 ? 4 : 2}
              maxLength={2000}
              disabled={isDisabled}
              aria-describedby={`${id}-hint`}
              className="mt-1 w-full rounded-sheet border border-edge bg-sheet px-3 py-2"
              value={chosen.text ?? after ?? ''}
              onChange={({ target }) => onWords(target.value)}
            />
            <p id={`${id}-hint`} className="text-14 text-quiet">
              {words.wordsHint}
            </p>
          </>
        ) : (
          (before !== undefined || after !== undefined) && (
            <div className="mt-2 max-h-80 overflow-y-auto rounded-small bg-table px-3 py-2">
              <Corrected before={before} after={after} />
            </div>
          )
        )}
      </div>
      <div className="flex flex-col gap-2 border-t border-rule p-4 md:border-t-0 md:border-s">
        <p className="text-14 text-quiet">
          {by === undefined ? words.by.rules : by === 'model' ? (model ?? words.by.model) : words.by.offline}
          {confidence !== undefined && <span className="block figures">{words.sure(Math.round(confidence * 100))}</span>}
        </p>
        {why !== message && <p className="text-14 text-blue">{why}</p>}
        <fieldset aria-labelledby={`${id}-what`} className="mt-auto flex flex-wrap gap-2 pt-1">
          <Toggle
            icon="tick"
            isOn={decision === 'accept'}
            tone="green"
            isDisabled={isDisabled}
            onPress={() => onChoose('accept')}
          >
            {words.accept}
          </Toggle>
          <Toggle icon="dele" isOn={decision === 'refuse'} tone="ink" isDisabled={isDisabled} onPress={() => onChoose('refuse')}>
            {words.refuse}
          </Toggle>
        </fieldset>
      </div>
    </li>
  )
}

/** What the words are about, from the book as it came; nothing where it cannot be shown. */
function Picture({ record, path }: { record: JobRecord; path: string }) {
  const { data: pages } = usePreview(record, 'original')
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  const look = { theme: 'light', size: fontSizes.usual, marks: false } as const
  return (
    <div className="mt-2 flex h-32 items-center">
      {pages ? (
        <img
          src={pageAddress(pages.base, look, path)}
          alt={words.picture}
          className="max-h-32 max-w-full rounded-small border border-rule bg-table"
          onError={() => setBroken(true)}
        />
      ) : (
        <Skeleton className="h-32 w-40" />
      )}
    </div>
  )
}

const tones = {
  green: 'aria-pressed:border-green aria-pressed:bg-green-wash aria-pressed:text-green',
  ink: 'aria-pressed:border-ink aria-pressed:bg-table aria-pressed:text-ink',
} as const

function Toggle({
  icon,
  isOn,
  tone,
  isDisabled,
  onPress,
  children,
}: {
  icon: IconName
  isOn: boolean
  tone: keyof typeof tones
  isDisabled: boolean
  onPress: () => void
  children: string
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={onPress}
      className={classNames(
        'inline-flex min-h-11 items-center gap-1.5 rounded-sheet border border-edge px-3 font-semibold text-quiet transition-colors hover:border-blue hover:text-blue disabled:opacity-55',
        tones[tone],
      )}
    >
      <Icon name={icon} className="size-4" />
      {children}
    </button>
  )
}

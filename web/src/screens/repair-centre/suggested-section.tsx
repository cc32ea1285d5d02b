import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import type { Decision } from '../../../../contract/calls/results.ts'
import { planOf } from '../../../../contract/plans.ts'
import type { AiUse } from '../../../../contract/report.ts'
import { explain } from '../../data/http-error.ts'
import { usePlan } from '../../data/plan.ts'
import { NotRevised, useDecisions } from '../../data/results.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'
import {
  all,
  type Choices,
  countsOf,
  decisionsIn,
  type FeatureGroup,
  type Suggestion,
  suggestedFor,
  toggled,
  worded,
} from './suggested.ts'
import { SuggestionRow } from './suggestion-row.tsx'

const words = texts.suggested

/** What may be done for a book and needs a person's yes: one by one, all of a feature, or all; and what is already decided. */
export function SuggestedSection({ record }: { record: JobRecord }) {
  const { data: plan } = usePlan()
  const { report } = record
  if (!report) return null
  const { open, accepted, refused, locked } = suggestedFor(record)
  const canDecide = record.downloadUrl !== undefined && plan !== undefined && planOf(plan.currentPlan).allowDownloads
  const isAny = canDecide && open.length + accepted.length + refused.length > 0
  if (!isAny && locked.length === 0) return null
  return (
    <section aria-labelledby="suggested">
      <h2 id="suggested" className="text-22">
        {words.heading}
      </h2>
      {isAny && (
        <>
          <p className="mt-2 max-w-measure text-quiet">{words.text}</p>
          {report.ai && <EngineLine use={report.ai} />}
          {/* a new version brings its own suggestions: what was in mind for the one before is over */}
          <Deciding key={record.revision} record={record} open={open} accepted={accepted} refused={refused} />
        </>
      )}
      {locked.length > 0 && <Locked locked={locked} />}
    </section>
  )
}

/** Who makes the suggestions, what was sent, and what it cost. */
function EngineLine({ use: { engine, model, left, asked, tokensIn, tokensOut, cost } }: { use: AiUse }) {
  const sum = (pick: (one: AiUse['asked'][number]) => number) => asked.reduce((total, one) => total + pick(one), 0)
  const questions = sum((one) => one.questions)
  const sent = questions > 0 && [
    words.engine.asked(
      questions,
      sum((one) => one.characters),
      sum((one) => one.pictures),
    ),
    words.engine.spent(tokensIn + tokensOut, cost),
  ]
  const who =
    questions > 0 && engine === 'offline'
      ? undefined
      : engine === 'model' && model
        ? words.engine.model(model)
        : words.engine.offline
  return (
    <p className="mt-2 flex max-w-measure gap-2 text-14 text-quiet">
      <Icon name="note" className="mt-0.5 size-4 text-blue" />
      <span>{[who, left && words.engine.left[left], ...(sent || [])].filter(Boolean).join(' ')}</span>
    </p>
  )
}

interface DecidingProps {
  readonly record: JobRecord
  readonly open: readonly FeatureGroup[]
  readonly accepted: readonly Suggestion[]
  readonly refused: readonly Suggestion[]
}

function Deciding({ record, open, accepted, refused }: DecidingProps) {
  const [choices, setChoices] = useState<Choices>({})
  const { mutate, isPending } = useDecisions(record.jobId, {
    onDone({ asked, record: now }) {
      setChoices({})
      const wanted = asked.filter(({ decision }) => decision === 'accept').map(({ id }) => id)
      const missing = wanted.filter((id) => !now.picked.includes(id)).length
      if (now.revision === record.revision) notify({ title: words.saved, description: words.savedText, tone: 'done' })
      else
        notify({
          title: words.done,
          description: missing > 0 ? words.notDone(missing) : words.doneText(now.picked.length),
          tone: missing > 0 ? 'plain' : 'done',
        })
    },
    onFailed: (error) =>
      notify({
        title: words.failed,
        ...(error instanceof NotRevised && error.message ? { description: error.message } : explain(error, words.failure)),
      }),
  })
  const isBusy = isPending || record.revising
  const everything = open.flatMap(({ suggestions }) => suggestions)
  const choose = (id: string, decision: Decision) => setChoices(toggled(choices, id, decision))
  const chooseAll = (some: readonly Suggestion[], decision: Decision) => setChoices(all(choices, some, decision))
  const { any, ...counts } = countsOf(choices)

  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="font-semibold figures">{everything.length > 0 ? words.waiting(everything.length) : words.none}</p>
        {everything.length > 1 && (
          <span className="flex flex-wrap gap-2">
            <Button disabled={isBusy} onClick={() => chooseAll(everything, 'accept')}>
              {words.acceptAll}
            </Button>
            <Button look="quiet" disabled={isBusy} onClick={() => chooseAll(everything, 'refuse')}>
              {words.refuseAll}
            </Button>
          </span>
        )}
      </div>
      <div className="mt-2 grid grid-cols-1 gap-6">
        {open.map((group) => (
          <Group
            key={group.feature}
            record={record}
            group={group}
            model={record.report?.ai?.model}
            choices={choices}
            isDisabled={isBusy}
            isAlone={open.length === 1}
            onAll={(decision) => chooseAll(group.suggestions, decision)}
            onChoose={choose}
            onWords={(suggestion, text) => setChoices(worded(choices, suggestion, text))}
          />
        ))}
      </div>
      {any && (
        <div className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center justify-between gap-3 rounded-sheet border border-edge bg-sheet p-3 shadow-lifted">
          <p className="font-semibold figures" role="status">
            {words.bar(counts.accepted, counts.refused, counts.opened)}
          </p>
          <span className="flex flex-wrap gap-2">
            <Button look="quiet" disabled={isBusy} onClick={() => setChoices({})}>
              {words.clear}
            </Button>
            <Button look="primary" icon="tick" disabled={isBusy} onClick={() => mutate(decisionsIn(choices))}>
              {isPending ? words.applying : counts.accepted + counts.opened > 0 ? words.apply : words.remember}
            </Button>
          </span>
        </div>
      )}
      <Decided
        heading={words.accepted(accepted.length)}
        suggestions={accepted}
        choices={choices}
        name={words.takeBack}
        label={words.takeBackOf}
        isDisabled={isBusy}
        onOpen={(id) => choose(id, 'open')}
      />
      <Decided
        heading={words.refused(refused.length)}
        suggestions={refused}
        choices={choices}
        name={words.offerAgain}
        label={words.offerAgainOf}
        isDisabled={isBusy}
        onOpen={(id) => choose(id, 'open')}
      />
    </>
  )
}

const shownAtFirst = 6

interface GroupProps {
  readonly record: JobRecord
  readonly group: FeatureGroup
  readonly model: string | undefined
  readonly choices: Choices
  readonly isDisabled: boolean
  /** The buttons for all stand above already. */
  readonly isAlone: boolean
  readonly onAll: (decision: Decision) => void
  readonly onChoose: (id: string, decision: Decision) => void
  readonly onWords: (suggestion: Suggestion, text: string) => void
}

function Group({
  record,
  group: { feature, name, suggestions },
  model,
  choices,
  isDisabled,
  isAlone,
  onAll,
  onChoose,
  onWords,
}: GroupProps) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? suggestions : suggestions.slice(0, shownAtFirst)
  return (
    <section aria-labelledby={`suggested-${feature}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h3 id={`suggested-${feature}`} className="flex items-baseline gap-2 font-sans text-18">
          {name} <span className="text-quiet figures">{suggestions.length.toLocaleString('en')}</span>
        </h3>
        {suggestions.length > 1 && !isAlone && (
          <span className="flex flex-wrap">
            <Button look="quiet" disabled={isDisabled} aria-label={words.acceptAllOf(name)} onClick={() => onAll('accept')}>
              {words.acceptAll}
            </Button>
            <Button look="quiet" disabled={isDisabled} aria-label={words.refuseAllOf(name)} onClick={() => onAll('refuse')}>
              {words.refuseAll}
            </Button>
          </span>
        )}
      </div>
      <ul className="mt-2 grid grid-cols-1 gap-3">
        {shown.map((suggestion) => (
          <SuggestionRow
            key={suggestion.id}
            record={record}
            suggestion={suggestion}
            model={model}
            chosen={choices[suggestion.id] ?? {}}
            isDisabled={isDisabled}
            onChoose={(decision) => onChoose(suggestion.id, decision)}
            onWords={(text) => onWords(suggestion, text)}
          />
        ))}
      </ul>
      {suggestions.length > shown.length && (
        <Button className="mt-3" onClick={() => setOpen(true)}>
          {words.more(suggestions.length - shown.length)}
        </Button>
      )}
    </section>
  )
}

interface DecidedProps {
  readonly heading: string
  readonly suggestions: readonly Suggestion[]
  readonly choices: Choices
  readonly name: string
  readonly label: (what: string) => string
  readonly isDisabled: boolean
  readonly onOpen: (id: string) => void
}

/** What was decided before, and the way back. */
function Decided({ heading, suggestions, choices, name, label, isDisabled, onOpen }: DecidedProps) {
  if (suggestions.length === 0) return null
  return (
    <details className="mt-4 rounded-sheet border border-rule bg-sheet px-4 py-1">
      <summary className="flex min-h-11 list-none items-center gap-2 font-semibold figures">
        <Icon name="chevron" className="size-4" />
        {heading}
      </summary>
      <ul className="grid grid-cols-1 divide-y divide-rule pb-2">
        {suggestions.map((suggestion) => {
          const what = (suggestion.editable && suggestion.after) || suggestion.message
          return (
            <li key={suggestion.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
              <span className="min-w-0 flex-1 basis-60 break-words line-clamp-3">{what}</span>
              <Button
                look="quiet"
                icon="retry"
                aria-label={label(what.slice(0, 80))}
                aria-pressed={choices[suggestion.id]?.decision === 'open'}
                className="aria-pressed:bg-blue-wash"
                disabled={isDisabled}
                onClick={() => onOpen(suggestion.id)}
              >
                {name}
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

function Locked({ locked }: { locked: ReturnType<typeof suggestedFor>['locked'] }) {
  return (
    <Card className="mt-4" aria-labelledby="suggested-locked">
      <h3 id="suggested-locked" className="flex items-center gap-2 font-sans text-18">
        <Icon name="lock" className="text-blue" />
        {words.locked.heading}
      </h3>
      <p className="mt-1 text-quiet">{words.locked.text}</p>
      <ul className="mt-3 grid grid-cols-1 gap-x-8 gap-y-1 sm:grid-cols-2">
        {locked.map(({ feature, name, count, isMore }) => (
          <li key={feature} className="flex justify-between gap-4 border-b border-rule py-1">
            <span>{name}</span>
            <span className="font-semibold figures">{words.locked.found(count, isMore)}</span>
          </li>
        ))}
      </ul>
      <Link to="/pricing" className={buttonClass('quiet', 'mt-3 -ms-4')}>
        {words.locked.upgrade}
      </Link>
    </Card>
  )
}

import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import type { BookMetadata, Creator } from '../../../../contract/metadata.ts'
import { planOf } from '../../../../contract/plans.ts'
import { explain } from '../../data/http-error.ts'
import { usePlan } from '../../data/plan.ts'
import { NotRevised, useMetadata } from '../../data/results.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'
import { editsOf, fieldsOf, type MetadataFields, type TypedCreator } from './metadata-form.ts'

const words = texts.results.metadata

/** What the book says of itself, to be edited on paid plans; shown locked on the free one. */
export function MetadataPanel({ record }: { record: JobRecord }) {
  const { data: plan } = usePlan()
  const [isOpen, setOpen] = useState(false)
  if (!plan || record.filesDeleted || !record.report) return null
  const isLocked = !planOf(plan.currentPlan).allowMetadataEditing
  const about = record.report.about
  if (!isLocked && (!about || record.downloadUrl === undefined)) return null
  return (
    <section aria-labelledby="metadata">
      <h2 id="metadata" className="text-22">
        {words.heading}
      </h2>
      <Card className="mt-4">
        <p className="flex max-w-measure gap-2">
          {isLocked && <Icon name="lock" className="mt-0.5 text-blue" />}
          <span>{isLocked ? words.locked : words.text}</span>
        </p>
        {isLocked ? (
          <p className="mt-3">
            <Link to="/pricing" className="inline-flex min-h-11 items-center font-semibold text-blue underline">
              {words.upgrade}
            </Link>
          </p>
        ) : (
          <>
            <Button className="mt-4" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? words.close : words.edit}
            </Button>
            {isOpen && about && <Form key={record.revision} record={record} about={about} />}
          </>
        )}
      </Card>
    </section>
  )
}

const control = 'min-h-11 w-full rounded-sheet border border-edge bg-sheet px-3 py-2 aria-invalid:border-red'

function Field({
  label,
  hint,
  error,
  children,
}: {
  label: string
  hint?: string | undefined
  error?: string | undefined
  children: (wiring: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': boolean | undefined
    className: string
  }) => ReactNode
}) {
  const id = useId()
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} className="text-14 font-semibold">
        {label}
      </label>
      <div className="mt-1">
        {children({
          id,
          'aria-describedby': note ? `${id}-note` : undefined,
          'aria-invalid': error ? true : undefined,
          className: control,
        })}
      </div>
      {note && (
        <p id={`${id}-note`} className={`mt-1 text-14 ${error ? 'text-red' : 'text-quiet'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

type Wrong = { readonly field: string | undefined; readonly sentence: string } | undefined

function Form({ record, about }: { record: JobRecord; about: BookMetadata }) {
  const before = fieldsOf(about)
  const [fields, setFields] = useState(before)
  const [picture, setPicture] = useState<File>()
  const [wrong, setWrong] = useState<Wrong>()
  const { mutate, isPending } = useMetadata(record.jobId, {
    onDone: () => notify({ title: words.done, description: words.doneText, tone: 'done' }),
    onFailed(error) {
      if (error instanceof NotRevised && error.field) setWrong({ field: error.field, sentence: error.message })
      notify({
        title: words.failed,
        ...(error instanceof NotRevised && error.message ? { description: error.message } : explain(error, words.failure)),
      })
    },
  })
  const change = (next: Partial<MetadataFields>) => setFields({ ...fields, ...next })
  const errorOf = (field: string) => (wrong?.field === field ? wrong.sentence : undefined)

  function save() {
    const edits = editsOf(before, fields)
    if (!edits && !picture) return notify({ title: words.unchanged, description: words.unchangedText })
    setWrong(undefined)
    mutate({ edits: edits ?? {}, picture })
  }

  const line = (name: 'title' | 'language' | 'identifier' | 'publisher' | 'date', hint?: string) => (
    <Field label={words[name]} hint={hint} error={errorOf(name)}>
      {(wiring) => (
        <input {...wiring} dir="auto" value={fields[name]} onChange={(event) => change({ [name]: event.currentTarget.value })} />
      )}
    </Field>
  )

  return (
    <form
      className="mt-6 grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {line('title')}
      <Creators creators={fields.creators} error={errorOf('creators')} onChange={(creators) => change({ creators })} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {line('language', words.languageHint)}
        {line('date', words.dateHint)}
        {line('publisher')}
        {line('identifier', words.identifierHint)}
        <Field label={words.series} error={errorOf('series')}>
          {(wiring) => (
            <input
              {...wiring}
              dir="auto"
              value={fields.series}
              onChange={(event) => change({ series: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={words.position}>
          {(wiring) => (
            <input
              {...wiring}
              inputMode="decimal"
              value={fields.position}
              onChange={(event) => change({ position: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <Field label={words.description} error={errorOf('description')}>
        {(wiring) => (
          <textarea
            {...wiring}
            dir="auto"
            rows={4}
            value={fields.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        )}
      </Field>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field label={words.subjects} hint={words.subjectsHint} error={errorOf('subjects')}>
          {(wiring) => (
            <textarea
              {...wiring}
              dir="auto"
              rows={4}
              value={fields.subjects}
              onChange={(event) => change({ subjects: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field
          label={words.cover}
          hint={`${about.cover ? words.coverNow(about.cover.path) : words.noCover} ${words.coverHint}`}
          error={errorOf('cover')}
        >
          {(wiring) => (
            <input
              {...wiring}
              type="file"
              accept="image/jpeg,image/png,image/gif"
              onChange={(event) => setPicture(event.currentTarget.files?.[0])}
            />
          )}
        </Field>
      </div>
      <p>
        <Button type="submit" look="primary" disabled={isPending || record.revising}>
          {isPending ? words.saving : words.save}
        </Button>
      </p>
    </form>
  )
}

function Creators({
  creators,
  error,
  onChange,
}: {
  creators: readonly TypedCreator[]
  error: string | undefined
  onChange: (creators: readonly TypedCreator[]) => void
}) {
  const replace = (at: number, next: Partial<Creator>) =>
    onChange(creators.map((one, index) => (index === at ? { ...one, ...next } : one)))
  const roles = Object.entries(words.roles)
  return (
    <fieldset className="rounded-sheet border border-rule p-4">
      <legend className="px-1 text-14 font-semibold">{words.creators}</legend>
      <ul className="grid grid-cols-1 gap-4">
        {creators.map(({ key, name, role, fileAs }, at) => (
          <li
            key={key}
            className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[2fr_1fr_1fr_auto]"
            aria-label={words.creator(at + 1)}
          >
            <Field label={words.name}>
              {(wiring) => (
                <input
                  {...wiring}
                  dir="auto"
                  value={name}
                  onChange={(event) => replace(at, { name: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field label={words.role}>
              {(wiring) => (
                <select {...wiring} value={role} onChange={(event) => replace(at, { role: event.currentTarget.value })}>
                  <option value="">{words.noRole}</option>
                  {roles.map(([code, title]) => (
                    <option key={code} value={code}>
                      {title}
                    </option>
                  ))}
                  {role !== '' && !roles.some(([code]) => code === role) && <option value={role}>{role}</option>}
                </select>
              )}
            </Field>
            <Field label={words.fileAs}>
              {(wiring) => (
                <input
                  {...wiring}
                  dir="auto"
                  value={fileAs}
                  onChange={(event) => replace(at, { fileAs: event.currentTarget.value })}
                />
              )}
            </Field>
            <Button
              look="quiet"
              aria-label={words.removeCreator(name)}
              onClick={() => onChange(creators.filter((_, index) => index !== at))}
            >
              <Icon name="close" />
            </Button>
          </li>
        ))}
      </ul>
      {error && <p className="mt-2 text-14 text-red">{error}</p>}
      <Button
        className="mt-4"
        onClick={() =>
          onChange([...creators, { key: Math.max(-1, ...creators.map(({ key }) => key)) + 1, name: '', role: 'aut', fileAs: '' }])
        }
      >
        {words.addCreator}
      </Button>
    </fieldset>
  )
}

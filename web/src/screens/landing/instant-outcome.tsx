import { useEffect, useRef, useState } from 'react'
import { formatSize } from '../../../../contract/upload.ts'
import { CheckFailed, checkInBrowser, type Finding, type InBrowser, prepareChecker } from '../../check/check-in-browser.ts'
import { Button } from '../../parts/button.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { useSignIn } from '../../parts/sign-in.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.landing.instant
/** Kinds of findings shown at once; the count of the others follows. */
const shown = 5

export const prepare = () => void prepareChecker()

type State = { readonly result: InBrowser } | { readonly failed: keyof typeof words.failed } | undefined

export default function InstantOutcome({ file, onAnother }: { file: File; onAnother: () => void }) {
  const state = useCheck(file)
  const heading = useRef<HTMLHeadingElement>(null)
  const isDone = state !== undefined
  useEffect(() => {
    if (isDone) heading.current?.focus()
  }, [isDone])

  return (
    <div className="mt-4 rounded-sheet border border-rule bg-sheet p-5 animate-appear sm:p-6" aria-busy={!isDone}>
      <p className="text-14 text-quiet">
        <span className="font-mono break-all">{file.name}</span> <span className="figures">{formatSize(file.size)}</span>
      </p>
      {!state && <Checking name={file.name} />}
      {state && 'failed' in state && (
        <Sentence heading={heading} icon="query" ink="text-amber" text={words.failed[state.failed]} />
      )}
      {state && 'result' in state && <Verdict result={state.result} heading={heading} />}
      {state && (
        <div className="mt-6 flex flex-wrap gap-3">
          <Repair result={'result' in state ? state.result : undefined} />
          <Button onClick={onAnother}>{words.another}</Button>
        </div>
      )}
    </div>
  )
}

function useCheck(file: File): State {
  const [state, setState] = useState<State>()
  useEffect(() => {
    const leaving = new AbortController()
    checkInBrowser(file, { signal: leaving.signal }).then(
      (result) => setState({ result }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        console.warn(error)
        setState({ failed: error instanceof CheckFailed ? error.reason : 'broken' })
      },
    )
    return () => leaving.abort()
  }, [file])
  return state
}

const Checking = ({ name }: { name: string }) => (
  <div role="status" className="mt-4">
    <p className="font-book text-22 font-semibold break-words">{words.checking(name)}</p>
    <p className="mt-1 text-quiet">{words.checkingText}</p>
    <Skeleton className="mt-5 h-12 w-full" />
    <Skeleton className="mt-2 h-12 w-full" />
  </div>
)

type HeadingRef = React.RefObject<HTMLHeadingElement | null>

function Sentence({ heading, icon, ink, text }: { heading: HeadingRef; icon: IconName; ink: string; text: string }) {
  return (
    <div className="mt-4 flex gap-3">
      <Icon name={icon} className={`mt-1 size-7 ${ink}`} />
      <h3 ref={heading} tabIndex={-1} className="max-w-measure text-22 outline-none">
        {text}
      </h3>
    </div>
  )
}

const isError = ({ severity }: Finding) => severity === 'ERROR' || severity === 'FATAL'

function Verdict({ result, heading }: { result: InBrowser; heading: HeadingRef }) {
  if (result.verdict === 'refused')
    return (
      <>
        <Sentence heading={heading} icon="dele" ink="text-red" text={words.unreadable} />
        <p className="mt-2 max-w-measure">{result.sentence}</p>
      </>
    )
  const { findings, unsaid, milliseconds } = result
  const errors = findings.filter(isError)
  const isFaulty = result.verdict === 'faulty'
  const headline = isFaulty
    ? words.faulty(errors.length + unsaid)
    : findings.length > 0
      ? words.soundRemarks(findings.length)
      : words.sound
  const kinds = alike([...errors, ...findings.filter((finding) => !isError(finding))])
  const first = kinds.slice(0, shown)
  const further = findings.length + unsaid - first.reduce((sum, { length }) => sum + length, 0)
  return (
    <>
      <Sentence heading={heading} icon={isFaulty ? 'dele' : 'tick'} ink={isFaulty ? 'text-red' : 'text-green'} text={headline} />
      <p className="mt-2 max-w-measure">{isFaulty ? words.faultyText : words.soundText}</p>
      {first.length > 0 && (
        <ol className="mt-5 divide-y divide-rule border-y border-rule">
          {first.map((kind) => (
            <Found key={findings.indexOf(kind[0])} {...kind[0]} others={kind.length - 1} />
          ))}
        </ol>
      )}
      {further > 0 && <p className="mt-3 text-quiet figures">{words.more(further)}</p>}
      <p className="mt-4 text-14 text-quiet figures">{words.time((milliseconds / 1000).toFixed(1))}</p>
    </>
  )
}

type Kind = readonly [Finding, ...Finding[]]

/** Findings that say the same but for the names in it, in the order of their first. */
const alike = (findings: readonly Finding[]): readonly Kind[] =>
  [...Map.groupBy(findings, ({ id, text }) => `${id} ${text.replaceAll(/“[^”]*”/g, '')}`).values()].filter(
    (kind): kind is [Finding, ...Finding[]] => kind.length > 0,
  )

/** What, where, and in the margin why it matters. */
const Found = ({ id, severity, path, line, text, why, others }: Finding & { others: number }) => (
  <li className="grid gap-x-8 gap-y-2 py-4 md:grid-cols-[minmax(0,1fr)_19rem]">
    <div className="flex min-w-0 gap-3">
      <Icon
        name={severity === 'ERROR' || severity === 'FATAL' ? 'dele' : 'note'}
        className={`mt-0.5 ${severity === 'ERROR' || severity === 'FATAL' ? 'text-red' : 'text-quiet'}`}
      />
      <div className="min-w-0">
        <p className="break-words">{text}</p>
        <p className="mt-1 font-mono text-12 break-all text-quiet">
          {words.where(path, line)} · {id}
          {others > 0 && ` · ${words.others(others)}`}
        </p>
      </div>
    </div>
    <p className="text-14 text-blue max-md:ps-8">{why}</p>
  </li>
)

function Repair({ result }: { result: InBrowser | undefined }) {
  const signIn = useSignIn()
  if (result && result.verdict === 'sound') return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button look="primary" onClick={signIn}>
        {words.repair}
      </Button>
      <p className="text-14 text-quiet">{words.repairText}</p>
    </div>
  )
}

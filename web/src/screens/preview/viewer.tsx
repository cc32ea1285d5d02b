import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import type { Preview } from '../../../../contract/calls/preview.ts'
import { fontSizes, type PreviewLook, type PreviewVersion, pageAddress, zooms } from '../../../../contract/preview.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/choice.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Page } from '../../parts/page.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { useDownload } from '../repair-centre/use-download.ts'
import { Contents } from './contents.tsx'
import { type Device, Frame, type FramedPage } from './frame.tsx'
import { Panel } from './panel.tsx'
import { Search } from './search.tsx'
import { Settings } from './settings.tsx'
import { spreadsOf } from './spreads.ts'
import { type Goal, usePlace } from './use-place.ts'
import { useArrowKeys, usePagerFocus } from './use-turning.ts'

const words = texts.preview

interface Props {
  readonly record: JobRecord
  readonly preview: Preview
  /** `version` is wanted, and the other one still shown. */
  readonly isLoading: boolean
  readonly version: PreviewVersion
  readonly onVersion: (version: PreviewVersion) => void
}

type Side = 'contents' | 'details' | 'settings'

const clampZoom = (zoom: number) => Math.min(Math.max(zoom, zooms.least), zooms.most)

export function Viewer({ record, preview, isLoading, version, onVersion }: Props) {
  const [device, setDevice] = useState<Device>('desktop')
  const [zoom, setZoom] = useState<number>(zooms.usual)
  const [look, setLook] = useState<PreviewLook>({ theme: 'light', size: fontSizes.usual, marks: false })
  const [open, setOpen] = useState<Side | undefined>()
  const root = useRef<HTMLDivElement>(null)
  const pager = useRef<HTMLDivElement>(null)
  const place = usePlace(preview, record.jobId, look)
  const { mutate: save, isPending: isSaving } = useDownload(texts.notices.downloadFailed.result)
  useTitle(words.title(record.metadata.title))

  const { chapter: at, count, show } = place
  const chapter = preview.chapters[at]
  const go = useCallback((goal: Goal) => void show(goal, look), [show, look])
  const { chapters, direction } = preview
  // a device in the hand is held upright, and shows one page
  const spreads = useMemo(
    () => (device === 'desktop' ? spreadsOf(chapters, direction) : chapters.map((_, index) => [index])),
    [device, chapters, direction],
  )
  const spread = spreads.findIndex((some) => some.includes(at))
  const together = spreads[spread] ?? [at]
  const turn = useCallback(
    (by: 1 | -1) => {
      const [next] = spreads[spread + by] ?? []
      if (next !== undefined) go({ chapter: next })
    },
    [spreads, spread, go],
  )
  useArrowKeys(preview.direction, turn)
  usePagerFocus(pager)

  // the other version came: the same page of it, by its path
  const shownVersion = useRef(preview)
  useEffect(() => {
    const { version: before, revision } = shownVersion.current
    if (before === preview.version && revision === preview.revision) return
    const path = shownVersion.current.chapters[at]?.path
    const same = preview.chapters.findIndex((one) => one.path === path)
    shownVersion.current = preview
    void show({ chapter: same < 0 ? at : same }, look, preview)
  }, [preview, at, look, show])

  const change = (next: PreviewLook) => {
    setLook(next)
    void show({ chapter: at }, next)
  }

  if (!chapter)
    return (
      <Page>
        <h1 className="text-28">{record.metadata.title}</h1>
        <p className="mt-3">{words.noPages}</p>
      </Page>
    )

  const framed = together.map((index): FramedPage => {
    const page = chapters[index]!
    if (index === at) return { ...place, chapter: page }
    const address = pageAddress(place.base, look, page.path)
    return { address, visit: place.visit, chapter: page, onLoad: (frame) => place.onLoad(frame, index) }
  })
  const shown = framed.map((page) => page.chapter)
  const changedHere = shown.reduce((sum, { changed }) => sum + changed, 0)
  const differing = preview.chapters.filter(({ changed }) => changed > 0)
  const hasBoth = preview.hasProcessed && record.outcome !== 'sound'
  return (
    <div ref={root} className="mx-auto w-full max-w-[96rem] bg-table px-4 py-6 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-22 break-words sm:text-28">{record.metadata.title}</h1>
          <p className="text-14 text-quiet">{record.metadata.author}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {hasBoth && (
            <Choice
              legend={words.version.legend}
              values={['processed', 'original']}
              names={words.version}
              value={version}
              onValue={onVersion}
            />
          )}
          {preview.hasProcessed && (
            <Button icon="download" disabled={isSaving} onClick={() => save(record.jobId)}>
              {words.download}
            </Button>
          )}
        </div>
      </div>

      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Choice
          legend={words.device.legend}
          values={['desktop', 'tablet', 'phone']}
          names={words.device}
          value={device}
          onValue={setDevice}
        />
        <Zoom zoom={zoom} onZoom={setZoom} />
        <Fullscreen root={root} />
        <div className="flex flex-wrap gap-2 lg:ms-auto">
          {(
            [
              ['contents', words.contents.show],
              ['details', words.panel.show],
              ['settings', words.settings.show],
            ] as const
          ).map(([side, name]) => (
            <Button
              key={side}
              className={classNames(
                'aria-pressed:border-blue aria-pressed:bg-blue-wash aria-pressed:text-blue',
                side !== 'settings' && 'lg:hidden',
              )}
              aria-pressed={open === side}
              onClick={() => setOpen(open === side ? undefined : side)}
            >
              {name}
            </Button>
          ))}
        </div>
      </div>

      {open === 'settings' && (
        <div className="mt-4 grid grid-cols-1 gap-6 rounded-sheet border border-rule bg-sheet p-4 lg:grid-cols-2">
          <Settings look={look} onLook={change} isFixed={chapter.size !== undefined} />
          <Search jobId={record.jobId} version={preview.version} chapters={preview.chapters} onGo={go} />
        </div>
      )}

      <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-[15rem_minmax(0,1fr)_19rem]">
        <div className={classNames('rounded-sheet border border-rule bg-sheet p-4', open === 'contents' ? '' : 'max-lg:hidden')}>
          <Contents preview={preview} chapter={at} onGo={go} />
        </div>
        <div className="min-w-0">
          <Frame pages={framed} direction={direction} device={device} zoom={zoom} isBusy={isLoading} />
          <Pager ref={pager} direction={direction} shown={together} count={count} title={chapter.title} onTurn={turn} />
          {hasBoth && (
            <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
              <label className="inline-flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  className="size-5 accent-(--blue)"
                  checked={look.marks}
                  onChange={(event) => change({ ...look, marks: event.target.checked })}
                />
                {words.marks.label}
              </label>
              <p role="status" className="text-14 text-quiet figures">
                {chapter.added ? words.marks.added : words.marks.here(changedHere)}{' '}
                {shown.some(({ restyled }) => restyled) && `${words.marks.restyled} `}
                {differing.length > 0 &&
                  words.marks.inAll(
                    differing.reduce((sum, { changed }) => sum + changed, 0),
                    differing.length,
                  )}
              </p>
            </div>
          )}
          {!hasBoth && <p className="mt-2 text-14 text-quiet">{words.onlyOriginal}</p>}
        </div>
        <div className={classNames('rounded-sheet border border-rule bg-sheet p-4', open === 'details' ? '' : 'max-lg:hidden')}>
          <Panel record={record} preview={preview} />
        </div>
      </div>
    </div>
  )
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const look = 'min-h-10! border-transparent! px-3!'
  return (
    <div className="flex items-center rounded-sheet border border-edge bg-sheet p-0.5">
      <Button
        className={look}
        aria-label={words.zoom.out}
        disabled={zoom <= zooms.least}
        onClick={() => onZoom(clampZoom(zoom - zooms.step))}
      >
        −
      </Button>
      <Button
        className={classNames(look, 'min-w-16 figures')}
        aria-label={words.zoom.reset(zoom)}
        onClick={() => onZoom(zooms.usual)}
      >
        {words.zoom.value(zoom)}
      </Button>
      <Button
        className={look}
        aria-label={words.zoom.in}
        disabled={zoom >= zooms.most}
        onClick={() => onZoom(clampZoom(zoom + zooms.step))}
      >
        +
      </Button>
    </div>
  )
}

function Fullscreen({ root }: { root: React.RefObject<HTMLDivElement | null> }) {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  if (typeof document === 'undefined' || !document.fullscreenEnabled) return null
  return (
    <Button
      icon="screen"
      aria-pressed={isFull}
      onClick={() => void (isFull ? document.exitFullscreen() : root.current?.requestFullscreen())?.catch(() => undefined)}
    >
      {isFull ? words.fullscreen.leave : words.fullscreen.enter}
    </Button>
  )
}

interface PagerProps {
  readonly ref: React.RefObject<HTMLDivElement | null>
  readonly direction: 'ltr' | 'rtl'
  /** Numbers of the chapters that stand on the screen. */
  readonly shown: readonly number[]
  readonly count: number
  readonly title: string
  readonly onTurn: (by: 1 | -1) => void
}

/** In the direction of the book: where it is read from the right, the next page is to the left. */
function Pager({ ref, direction, shown, count, title, onTurn }: PagerProps) {
  const [first, last] = [shown[0]!, shown.at(-1)!]
  return (
    <nav aria-label={words.pager.label} className="mt-3">
      <div
        ref={ref}
        tabIndex={-1}
        dir={direction}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 rounded-sheet"
      >
        <Button aria-disabled={first === 0} onClick={() => onTurn(-1)}>
          {words.pager.previous}
        </Button>
        <p aria-live="polite" className="min-w-0 text-center">
          <bdi className="block truncate font-book">{title}</bdi>
          <span className="block text-14 text-quiet figures" dir="ltr">
            {first === last ? words.pager.place(first + 1, count) : words.pager.spread(first + 1, last + 1, count)}
          </span>
        </p>
        <Button aria-disabled={last >= count - 1} onClick={() => onTurn(1)}>
          {words.pager.next}
        </Button>
      </div>
      <p className="sr-only">{words.pager.hint}</p>
    </nav>
  )
}

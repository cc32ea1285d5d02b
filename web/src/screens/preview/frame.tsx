import { useLayoutEffect, useRef, useState } from 'react'
import type { PreviewChapter } from '../../../../contract/calls/preview.ts'
import { frames } from '../../../../contract/preview.ts'
import { texts } from '../../texts/texts.ts'

export type Device = 'desktop' | 'tablet' | 'phone'

export interface FramedPage {
  readonly address: string
  readonly visit: number
  readonly chapter: PreviewChapter
  readonly onLoad: (frame: HTMLIFrameElement) => void
}

interface Props {
  /** One, or the two of a spread, in reading order. */
  readonly pages: readonly FramedPage[]
  readonly direction: 'ltr' | 'rtl'
  readonly device: Device
  /** Per cent. */
  readonly zoom: number
  readonly isBusy: boolean
}

/** Inner width and height of an element, in CSS pixels. */
function useInnerSize() {
  const ref = useRef<HTMLElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => {
      const style = getComputedStyle(element)
      const sides = (a: string, b: string) => Number.parseFloat(a) + Number.parseFloat(b)
      setSize({
        width: element.clientWidth - sides(style.paddingLeft, style.paddingRight),
        height: element.clientHeight - sides(style.paddingTop, style.paddingBottom),
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, size }
}

/** One page in a device, or a spread. The pages are a stranger's: no script, no form, nothing of ours; a link out may open a tab. */
export function Frame({ pages, direction, device, zoom, isBusy }: Props) {
  const { ref, size: stage } = useInnerSize()
  const scale = zoom / 100
  // what the reader holds in the hand; on the desktop the page takes what there is
  const body =
    device === 'desktop'
      ? { width: Math.max(200, stage.width / Math.max(scale, 0.01)), height: Math.max(200, stage.height / Math.max(scale, 0.01)) }
      : frames[device]
  const sizes = pages.map(({ chapter }) => chapter.size ?? body)
  const width = sizes.reduce((sum, page) => sum + page.width, 0)
  const height = Math.max(...sizes.map((page) => page.height))
  const isFixed = pages[0]?.chapter.size !== undefined
  const drawn = scale * (isFixed ? Math.min(body.width / width, body.height / height) : 1)
  return (
    <section
      ref={ref}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it
      tabIndex={0}
      aria-label={texts.preview.stage}
      aria-busy={isBusy}
      className="flex h-[70vh] min-h-80 overflow-auto rounded-sheet border border-rule bg-table p-2 in-[:fullscreen]:h-[calc(100vh-13rem)] sm:p-4"
    >
      <div
        className="m-auto flex shrink-0 overflow-hidden rounded-small border border-edge bg-sheet"
        style={{ width: (isFixed ? width * drawn : body.width * scale) + 2 }}
        dir={direction}
        data-device={device}
      >
        {pages.map(({ address, visit, chapter, onLoad }, index) => {
          const page = sizes[index]!
          return (
            <div
              key={`${visit} ${address}`}
              className="relative shrink-0 overflow-hidden not-first:border-s not-first:border-rule"
              style={{ width: page.width * drawn, height: page.height * drawn }}
            >
              <iframe
                src={address}
                title={texts.preview.frame(chapter.title)}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                referrerPolicy="no-referrer"
                className="absolute top-0 left-0 origin-top-left border-0 bg-[white]"
                style={{ width: page.width, height: page.height, transform: `scale(${drawn})` }}
                onLoad={(event) => onLoad(event.currentTarget)}
              />
            </div>
          )
        })}
      </div>
    </section>
  )
}

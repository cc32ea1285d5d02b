import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const paths = {
  /** The proofreader's marks: a tick for what stands, a caret for what was put in, a dele for what is wrong, dots for "stet". */
  tick: <path d="M4 10.5l4 4 8-9" />,
  caret: <path d="M4 14.5l6-8 6 8" />,
  dele: <path d="M3.5 10.5c4 2.5 8-1.5 6.5-4.5S5.5 6.5 8 10.5s7 4.5 8.5 1.5" />,
  stet: (
    <>
      <path d="M3 8h14" />
      <path d="M4 13h.01M8 13h.01M12 13h.01M16 13h.01" strokeWidth="2.6" />
    </>
  ),
  query: (
    <>
      <path d="M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.4" />
      <path d="M10 15.5h.01" strokeWidth="2.4" />
    </>
  ),
  lock: (
    <>
      <rect x="4.5" y="9" width="11" height="7.5" rx="1.5" />
      <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
    </>
  ),
  note: <path d="M4 5h12M4 9h12M4 13h7" />,
  book: (
    <>
      <path d="M10 5.5C8 4 5.5 3.8 3 4.2v11c2.5-.4 5-.2 7 1.3 2-1.5 4.5-1.7 7-1.3v-11c-2.5-.4-5-.2-7 1.3z" />
      <path d="M10 5.5v11" />
    </>
  ),
  upload: <path d="M10 13V3.5M6 7l4-3.5L14 7M3.5 13.5v3h13v-3" />,
  download: <path d="M10 3.5V13M6 9.5l4 3.5 4-3.5M3.5 13.5v3h13v-3" />,
  close: <path d="M5 5l10 10M15 5L5 15" />,
  chevron: <path d="M5.5 8l4.5 4.5L14.5 8" />,
  arrow: <path d="M4 10h12M11.5 5.5L16 10l-4.5 4.5" />,
  retry: <path d="M15.5 7A6.2 6.2 0 1 0 16 11.5M16 3.5V7.5h-4" />,
  menu: <path d="M3.5 6h13M3.5 10h13M3.5 14h13" />,
  eye: (
    <>
      <path d="M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5z" />
      <circle cx="10" cy="10" r="2.2" />
    </>
  ),
  scale: <path d="M10 3.5v13M6 16.5h8M4 6h12M4 6l-2 5h4zM16 6l-2 5h4z" />,
  bell: <path d="M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13zM8.5 17h3" />,
  sun: (
    <>
      <circle cx="10" cy="10" r="3.2" />
      <path d="M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4" />
    </>
  ),
  moon: <path d="M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5z" />,
  screen: <path d="M3 4h14v9.5H3zM7 16.5h6M10 13.5v3" />,
  copy: <path d="M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof paths

/** Decoration only: the word stands beside it. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={classNames('size-5 shrink-0 fill-none stroke-current', className)}
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {paths[name]}
    </svg>
  )
}

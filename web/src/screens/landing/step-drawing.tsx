import type { ReactNode } from 'react'

const lines = (y: number, widths: readonly number[]) => (
  <path d={widths.map((width, index) => `M52 ${y + index * 12}h${width}`).join('')} className="stroke-edge" />
)

const sheet = <rect x="40" y="10" width="80" height="100" rx="4" className="fill-sheet stroke-ink" />

/** One sheet through four hands: brought, read, corrected, passed. */
const drawings: readonly ReactNode[] = [
  <>
    <rect x="40" y="34" width="80" height="76" rx="4" className="fill-sheet stroke-edge" strokeDasharray="5 5" />
    <g transform="rotate(-6 80 50)">
      <rect x="48" y="6" width="64" height="80" rx="4" className="fill-sheet stroke-ink" />
      <path d="M58 6v80" className="stroke-ink" />
      <path d="M68 26h34M68 36h24" className="stroke-edge" />
    </g>
    <path d="M80 70v26m-9-9l9 9 9-9" className="stroke-blue" />
  </>,
  <>
    {sheet}
    {lines(28, [56, 48, 56, 40, 56, 30])}
    <circle cx="104" cy="68" r="18" className="fill-blue-wash stroke-blue" />
    <path d="M117 81l14 14" className="stroke-blue" strokeWidth="4" />
    <path d="M96 68h16" className="stroke-red" />
  </>,
  <>
    {sheet}
    {lines(28, [56, 48])}
    <path d="M52 52h36" className="stroke-edge" />
    <path d="M48 52h44" className="stroke-red" strokeWidth="2.5" />
    <path d="M84 64l6-8 6 8" className="stroke-green" />
    {lines(76, [56, 40, 50])}
    <path d="M138 44c-8 0-8 16-16 16" className="stroke-blue" />
    <path d="M140 40h14M140 48h10" className="stroke-blue" />
  </>,
  <>
    {sheet}
    {lines(28, [56, 48, 56, 40, 56, 30])}
    <circle cx="116" cy="96" r="18" className="fill-green-wash stroke-green" />
    <path d="M107 97l6 6 12-14" className="stroke-green" strokeWidth="2.5" />
  </>,
]

export const StepDrawing = ({ step }: { step: number }) => (
  <svg
    viewBox="0 0 160 120"
    aria-hidden="true"
    className="h-28 w-auto fill-none"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {drawings[step]}
  </svg>
)

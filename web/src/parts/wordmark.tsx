export const Wordmark = () => (
  <span className="inline-flex items-center gap-2.5 font-book text-22 font-semibold">
    <svg
      viewBox="0 0 24 28"
      aria-hidden="true"
      className="h-7 w-6 fill-none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect x="1" y="1" width="22" height="26" rx="3" className="fill-sheet stroke-edge" strokeWidth="1.5" />
      <path d="M6 8h12M6 13.5h12" className="stroke-ink" />
      <path d="M7 22.5l5-5.5 5 5.5" className="stroke-blue" />
    </svg>
    Bookmender
  </span>
)

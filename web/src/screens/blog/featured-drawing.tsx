/** A page of a calibre export under the pencil. */
export const FeaturedDrawing = () => (
  <div className="grid place-items-center border-t border-rule bg-table p-6 lg:border-s lg:border-t-0">
    <svg
      aria-hidden="true"
      viewBox="0 0 280 190"
      className="w-full max-w-80 fill-none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect x="14" y="12" width="176" height="166" rx="5" className="fill-sheet stroke-edge" />
      <text x="30" y="44" className="fill-ink font-mono text-12" stroke="none">
        class="calibre7"
      </text>
      <path d="M80 40h58" className="stroke-red" strokeWidth="2.5" />
      <path d="M30 66h140M30 82h120" className="stroke-rule" strokeWidth="6" />
      <text x="30" y="112" className="fill-ink font-mono text-12" stroke="none">
        split_004.html
      </text>
      <path d="M73 108h22" className="stroke-red" strokeWidth="2.5" />
      <path d="M77 126l7-9 7 9" className="stroke-green" />
      <path d="M30 146h140M30 162h90" className="stroke-rule" strokeWidth="6" />
      <path d="M204 40h-50M204 108h-64" className="stroke-blue" strokeDasharray="3 5" />
      <path d="M212 34h54M212 44h38M212 103h54M212 113h30" className="stroke-blue" />
    </svg>
  </div>
)

const stops = [
  { x: 40, name: 'Open', marks: ['1', '6'] },
  { x: 130, name: 'Read', marks: ['2', '5'] },
  { x: 220, name: 'Menu', marks: ['3'] },
  { x: 310, name: 'Show', marks: ['4'] },
]

/** The way of a file through the conversion, with the number of each error where it happens. */
export const KdpDrawing = ({ caption }: { caption: string }) => (
  <figure className="drawing rounded-sheet border border-rule bg-table p-5">
    <svg viewBox="0 0 350 150" role="img" aria-label={caption}>
      <path d="M16 80h318m-8-6l8 6-8 6" className="edge" />
      {stops.map(({ x, name, marks }) => (
        <g key={name}>
          <circle cx={x} cy="80" r="7" className="paper blue" />
          <text x={x} y="112" textAnchor="middle">
            {name}
          </text>
          {marks.map((mark, index) => (
            <g key={mark}>
              <circle cx={x + (index - (marks.length - 1) / 2) * 30} cy="40" r="12" className="red-wash red" />
              <text x={x + (index - (marks.length - 1) / 2) * 30} y="45" textAnchor="middle" className="wrong">
                {mark}
              </text>
            </g>
          ))}
          <path d={`M${x} 56v14`} className="red" strokeDasharray="2 4" />
        </g>
      ))}
    </svg>
    <figcaption className="mt-2 text-14 text-quiet">{caption}</figcaption>
  </figure>
)

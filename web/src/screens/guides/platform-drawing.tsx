import { texts } from '../../texts/texts.ts'

const shops = texts.guides.platforms.items.map(({ name }, index) => ({ name, y: 22 + index * 34 }))

/** One book on its way to four doors of different heights. */
export const PlatformDrawing = ({ caption }: { caption: string }) => (
  <figure className="drawing rounded-sheet border border-rule bg-table p-5">
    <svg viewBox="0 0 350 158" role="img" aria-label={caption}>
      <rect x="12" y="42" width="58" height="76" rx="4" className="paper blue" />
      <path d="M22 60h38M22 74h28M22 88h38" className="rule" strokeWidth="5" />
      <path d="M30 106l7-9 7 9" className="green" />
      {shops.map(({ name, y }, index) => (
        <g key={name}>
          <path d={`M78 80C120 80 120 ${y} 164 ${y}m-8-6l8 6-8 6`} className="edge" />
          <path d={`M174 ${y + 14}v-${22 + index * 2}h14v${22 + index * 2}`} className="ink" />
          <text x="200" y={y + 6}>
            {name}
          </text>
        </g>
      ))}
    </svg>
    <figcaption className="mt-2 text-14 text-quiet">{caption}</figcaption>
  </figure>
)

/** Library, repair, shop: three stations in a row. */
export const CalibreDrawing = ({ caption }: { caption: string }) => (
  <figure className="drawing rounded-sheet border border-rule bg-table p-5">
    <svg viewBox="0 0 350 140" role="img" aria-label={caption}>
      <rect x="10" y="30" width="84" height="64" rx="4" className="paper edge" />
      <path d="M24 42v40M34 42v40M44 48v34M56 42v40M66 46v36M78 44v38" className="ink" />
      <text x="52" y="118" textAnchor="middle">
        calibre
      </text>
      <path d="M102 62h28m-7-6l7 6-7 6" className="edge" />
      <rect x="138" y="14" width="74" height="90" rx="4" className="paper blue" />
      <path d="M150 32h50M150 46h38M150 60h50M150 74h30" className="rule" strokeWidth="5" />
      <path d="M148 46h42" className="red" />
      <path d="M182 88l7-9 7 9" className="green" />
      <text x="175" y="124" textAnchor="middle" className="said">
        Bookmender
      </text>
      <path d="M220 62h28m-7-6l7 6-7 6" className="edge" />
      <path d="M258 46h80l-8-18h-64zM264 46v48h68V46" className="paper ink" />
      <path d="M284 94V66h28v28" className="ink" />
      <path d="M288 58l6 6 14-16" className="green" transform="translate(0 -22)" />
      <text x="298" y="118" textAnchor="middle">
        Shop
      </text>
    </svg>
    <figcaption className="mt-2 text-14 text-quiet">{caption}</figcaption>
  </figure>
)

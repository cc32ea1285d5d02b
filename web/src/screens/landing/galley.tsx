import { Corrected } from '../../parts/corrected.tsx'
import { Icon } from '../../parts/icon.tsx'

const lines = [
  {
    where: 'Text/chapter-03.xhtml, line 12',
    before: '<p>Itâ€™s late, she said.</p>',
    after: '<p>It’s late, she said.</p>',
    note: 'Garbled characters read as they should',
  },
  {
    where: 'toc.ncx, line 6',
    before: '<meta name="dtb:uid" content="calibre:42"/>',
    after: '<meta name="dtb:uid" content="urn:isbn:9780000000000"/>',
    note: 'The table of contents names the same book',
  },
  {
    where: 'Text/chapter-07.xhtml, line 88',
    before: '<a href="Chapter_12.xhtml#note4">',
    after: '<a href="chapter-12.xhtml#note4">',
    note: 'The link finds its page again',
  },
] as const

/** A galley proof: lines as they were, corrected between, with the remark beside them. */
export const Galley = () => (
  <figure className="rounded-sheet border border-rule bg-table p-4 sm:p-6">
    <ul className="grid grid-cols-1 gap-4">
      {lines.map(({ where, before, after, note }) => (
        <li key={where} className="rounded-small border border-rule bg-sheet p-4">
          <p className="font-mono text-12 text-quiet">{where}</p>
          <Corrected before={before} after={after} className="mt-2" />
          <p className="mt-3 flex items-center gap-2 border-t border-rule pt-3 text-14 text-blue">
            <Icon name="caret" className="size-4" />
            {note}
          </p>
        </li>
      ))}
    </ul>
    <figcaption className="mt-4 text-14 text-quiet">Three kinds of corrections, as you will see them.</figcaption>
  </figure>
)

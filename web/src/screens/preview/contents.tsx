import type { Preview } from '../../../../contract/calls/preview.ts'
import { classNames } from '../../parts/class-names.ts'
import { texts } from '../../texts/texts.ts'
import type { Goal } from './use-place.ts'

const words = texts.preview

/** Steps of the indentation, deepest last. */
const indents = ['ps-3', 'ps-6', 'ps-9', 'ps-12']

interface Props {
  readonly preview: Preview
  readonly chapter: number
  readonly onGo: (goal: Goal) => void
}

/** What the book itself lists; its pages where it lists nothing. */
export function Contents({ preview: { toc, chapters }, chapter, onGo }: Props) {
  const listed = toc.some((entry) => entry.chapter !== undefined)
  const entries: Preview['toc'] = listed ? toc : chapters.map(({ title }, index) => ({ label: title, depth: 0, chapter: index }))
  // the last entry before the page that is shown, for pages that are not listed themselves
  const current = entries.findLastIndex((entry) => entry.chapter !== undefined && entry.chapter <= chapter && !entry.fragment)
  return (
    <nav aria-label={words.contents.heading}>
      <h2 className="text-18">{words.contents.heading}</h2>
      {!listed && <p className="mt-1 text-14 text-quiet">{words.contents.none}</p>}
      <ol className="mt-2 max-h-[60vh] overflow-y-auto">
        {entries.map((entry, index) => {
          const indent = indents[Math.min(entry.depth, indents.length - 1)]
          const changed = entry.fragment || entry.chapter === undefined ? 0 : (chapters[entry.chapter]?.changed ?? 0)
          const place = `${index} ${entry.label}`
          return entry.chapter === undefined ? (
            <li key={place} className={classNames('py-2 text-14 font-semibold text-quiet', indent)}>
              {entry.label}
            </li>
          ) : (
            <li key={place}>
              <button
                type="button"
                aria-current={index === current ? 'page' : undefined}
                onClick={() => onGo({ chapter: entry.chapter ?? 0, fragment: entry.fragment })}
                className={classNames(
                  'block min-h-10 w-full border-s-2 border-transparent py-2 pe-2 text-start text-14 break-words hover:text-blue aria-[current]:border-blue aria-[current]:bg-blue-wash aria-[current]:font-semibold aria-[current]:text-blue',
                  indent,
                )}
              >
                {entry.label}{' '}
                {changed > 0 && (
                  <span className="ms-1 text-12 font-normal text-quiet figures">{words.marks.changed(changed)}</span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

import { planOf } from '../../../../contract/plans.ts'
import { classNames } from '../../parts/class-names.ts'
import { Icon } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'
import { type Cell, type Column, columns, rows } from './comparison-rows.ts'

const { comparison: words } = texts.pricing

/** On a phone a feature's name has a line of its own above its four values. */
export const Comparison = () => (
  <section aria-labelledby="comparison" className="mt-14">
    <h2 id="comparison" className="text-28">
      {words.heading}
    </h2>
    <div className="mt-4 rounded-sheet border border-rule bg-sheet">
      <table className="w-full table-fixed text-start text-14 sm:text-16">
        <caption className="sr-only">{words.caption}</caption>
        <thead>
          <tr className="border-b border-rule align-top">
            <th scope="col" className="hidden w-1/4 px-6 py-3 text-start font-semibold md:table-cell">
              {words.feature}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-3 text-start font-semibold sm:px-4">
                <Heading column={column} />
              </th>
            ))}
          </tr>
        </thead>
        {rows.map(({ name, cells }) => (
          <tbody key={name} className="border-b border-rule last:border-0">
            <tr className="md:hidden">
              <th scope="rowgroup" colSpan={columns.length} className="px-2 pt-3 text-start font-normal text-quiet sm:px-4">
                {name}
              </th>
            </tr>
            <tr className="align-top">
              <th scope="row" className="hidden px-6 py-3 text-start font-normal text-quiet md:table-cell">
                {name}
              </th>
              {columns.map((column, index) => (
                <td key={column} className="px-2 pt-1 pb-3 wrap-break-word sm:px-4 md:py-3">
                  <Value cell={cells[index]} />
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  </section>
)

const Heading = ({ column }: { column: Column }) =>
  column === 'oneTime' ? (
    <>
      {words.oneTime}
      <span className="block text-12 font-normal text-quiet sm:text-14">{words.notYet}</span>
    </>
  ) : (
    planOf(column).displayName
  )

function Value({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return cell
  const word = cell === undefined ? words.notSold : cell ? words.yes : words.no
  return (
    <>
      {cell ? (
        <Icon name="tick" className="text-green" />
      ) : (
        <span aria-hidden="true" className={classNames('text-quiet', cell === undefined && 'opacity-60')}>
          –
        </span>
      )}
      <span className="sr-only">{word}</span>
    </>
  )
}

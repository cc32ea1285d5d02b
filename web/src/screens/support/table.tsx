import type { ReactNode } from 'react'
import { classNames } from '../../parts/class-names.ts'

interface Column {
  readonly name: string
  /** Numbers stand at the end of their column. */
  readonly isNumber?: boolean
}

interface Props {
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

/** On a phone each row is a block of lines, each with the name of its column. */
export const Table = ({ caption, columns, rows }: Props) => (
  <table className="mt-3 w-full text-start text-14 figures">
    <caption className="sr-only">{caption}</caption>
    <thead className="max-sm:sr-only">
      <tr className="text-quiet">
        {columns.map(({ name, isNumber }) => (
          <th key={name} scope="col" className={classNames('pe-3 pb-2 font-semibold', isNumber ? 'text-end' : 'text-start')}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells }) => (
        <tr key={key} className="border-t border-rule max-sm:grid max-sm:py-2">
          {cells.map((cell, index) => {
            const { name, isNumber } = columns[index]!
            const shape = classNames('min-w-0 pe-3 align-top font-normal sm:py-2', isNumber ? 'sm:text-end' : 'text-start')
            const label = index > 0 && (
              <span aria-hidden="true" className="me-2 text-quiet sm:hidden">
                {name}
              </span>
            )
            return index === 0 ? (
              <th key={name} scope="row" className={shape}>
                {cell}
              </th>
            ) : (
              <td key={name} className={shape}>
                {label}
                {cell}
              </td>
            )
          })}
        </tr>
      ))}
    </tbody>
  </table>
)

import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface Props<Value extends string> {
  readonly legend: string
  readonly values: readonly Value[]
  readonly names: Readonly<Record<Value, ReactNode>>
  readonly value: Value
  readonly onValue: (value: Value) => void
  readonly isDisabled?: boolean
  readonly id?: string
  /** Height, room and letters of each. */
  readonly size?: string
}

/** One of a few, side by side: radio buttons, so that the arrow keys choose. */
export function Choice<Value extends string>({
  legend,
  values,
  names,
  value,
  onValue,
  isDisabled = false,
  id,
  size = 'min-h-10 px-3 text-14',
}: Props<Value>) {
  const group = useId()
  return (
    <fieldset
      id={id}
      className="inline-flex max-w-full flex-wrap rounded-sheet border border-edge bg-sheet p-0.5"
      disabled={isDisabled}
    >
      <legend className="sr-only">{legend}</legend>
      {values.map((one) => (
        <label
          key={one}
          className={classNames(
            'relative inline-flex cursor-pointer items-center rounded-small text-quiet transition-colors has-checked:bg-blue-wash has-checked:font-semibold has-checked:text-blue has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue',
            size,
          )}
        >
          <input
            type="radio"
            name={group}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={one === value}
            onChange={() => onValue(one)}
          />
          {names[one]}
        </label>
      ))}
    </fieldset>
  )
}

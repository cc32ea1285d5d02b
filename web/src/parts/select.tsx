import { useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

interface Option<Value extends string> {
  readonly value: Value
  readonly name: string
  readonly isClosed?: boolean
}

interface Props<Value extends string> {
  readonly label: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onValue: (value: Value) => void
  readonly isDisabled?: boolean
  readonly className?: string
}

/** One of several, as the reader's own system shows such a choice. */
export function Select<Value extends string>({ label, options, value, onValue, isDisabled = false, className }: Props<Value>) {
  const id = useId()
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen)
    if (option) onValue(option.value)
  }
  return (
    <div className={className}>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <div className="relative mt-1.5">
        <select
          id={id}
          value={value}
          disabled={isDisabled}
          onChange={({ target }) => choose(target.value)}
          className={classNames(
            'min-h-11 w-full cursor-pointer appearance-none rounded-sheet border border-edge bg-sheet py-2 ps-3 pe-10 text-ink hover:border-blue',
            'disabled:cursor-not-allowed disabled:opacity-55',
          )}
        >
          {options.map(({ value: one, name, isClosed = false }) => (
            <option key={one} value={one} disabled={isClosed}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chevron" className="pointer-events-none absolute end-3 top-3 text-quiet" />
      </div>
    </div>
  )
}

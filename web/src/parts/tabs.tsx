import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export interface Tab {
  readonly value: string
  readonly label: string
  readonly content: ReactNode
}

interface Props {
  readonly tabs: readonly Tab[]
  readonly label: string
  /** Where the screen itself decides which is open. */
  readonly open?: { readonly value: string; readonly onValue: (value: string) => void }
}

/** Panels stay mounted, so that a chosen file is still there after a look at the other tab. */
export function Tabs({ tabs, label, open }: Props) {
  const chosen = open ? { value: open.value, onValueChange: open.onValue } : { defaultValue: tabs[0]?.value ?? '' }
  return (
    <Radix.Root {...chosen}>
      <Radix.List aria-label={label} className="flex gap-1 border-b border-rule">
        {tabs.map(({ value, label: name }) => (
          <Radix.Trigger
            key={value}
            value={value}
            className="-mb-px min-h-11 border-b-2 border-transparent px-3 py-2 text-16 font-semibold text-quiet transition-colors hover:text-ink data-[state=active]:border-blue data-[state=active]:text-ink sm:px-4"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ value, content }) => (
        <Radix.Content key={value} value={value} forceMount className="pt-6 data-[state=inactive]:hidden">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

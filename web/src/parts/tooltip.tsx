import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Constants of the specification: 700 ms to open, 300 ms skip window, 4 px away. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={700} skipDelayDuration={300}>
    {children}
  </Radix.Provider>
)

/** `children` must be one element that can take focus. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-small border border-rule bg-sheet px-3 py-2 text-14 text-ink shadow-lifted"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

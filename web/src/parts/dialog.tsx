import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import { Icon } from './icon.tsx'

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  children: ReactNode
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(10_14_17/0.5)] animate-appear" />
        <Radix.Content className="fixed inset-x-4 bottom-4 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-[26rem] overflow-y-auto rounded-sheet border border-rule bg-sheet p-6 shadow-lifted animate-appear sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2">
          <Radix.Title className="pe-10 text-22">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-quiet">{description}</Radix.Description>
          {children}
          <Radix.Close
            className="absolute top-3 end-3 grid size-11 place-items-center rounded-sheet text-quiet hover:text-ink"
            aria-label={texts.shell.close}
          >
            <Icon name="close" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

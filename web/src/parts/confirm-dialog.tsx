import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description: string
  /** The way out, where the keyboard stands first. */
  readonly keep: string
  readonly go: string
  /** What the button reads while the answer is awaited; nothing can be pressed then. */
  readonly busy: string
  readonly isBusy: boolean
  readonly onGo: () => void
  /** What cannot be undone is marked in red. */
  readonly isGrave?: boolean
  readonly children?: ReactNode
}

/** A question that must be answered: a click outside does not dismiss it, and nothing does while the answer is awaited. */
export function ConfirmDialog({ open, onClose, title, description, keep, go, busy, isBusy, onGo, isGrave, children }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(10_14_17/0.5)] animate-appear" />
        <Radix.Content className="fixed inset-x-4 bottom-4 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-[30rem] overflow-y-auto rounded-sheet border border-rule bg-sheet p-6 shadow-lifted animate-appear sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2">
          <Radix.Title className="text-22">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-quiet">{description}</Radix.Description>
          {children}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Radix.Cancel className={buttonClass('plain')} disabled={isBusy}>
              {keep}
            </Radix.Cancel>
            <button
              type="button"
              className={buttonClass('primary', isGrave ? 'border-red! bg-red! text-on-blue! hover:brightness-90' : undefined)}
              aria-disabled={isBusy}
              onClick={() => !isBusy && onGo()}
            >
              {isBusy ? busy : go}
            </button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

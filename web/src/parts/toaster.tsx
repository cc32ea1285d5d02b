import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { texts } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { type Notice, noticeDuration, notices } from './notices.ts'

type NoticeTone = NonNullable<Notice['tone']>

const edges: Record<NoticeTone, string> = {
  wrong: 'border-s-red',
  done: 'border-s-green',
  plain: 'border-s-blue',
}
const marks: Record<NoticeTone, IconName> = { wrong: 'dele', done: 'tick', plain: 'note' }
const inks: Record<NoticeTone, string> = { wrong: 'text-red', done: 'text-green', plain: 'text-blue' }

/** Notices: one at a time, 5 s, F8 goes to them, a swipe of 50 pixels to the right puts one away. */
export function Toaster() {
  const notice = useSyncExternalStore(notices.onChange, notices.current, () => undefined)
  const tone = notice?.tone ?? 'wrong'

  return (
    <Toast.Provider duration={noticeDuration} swipeDirection="right" swipeThreshold={50} label={texts.shell.notice.label}>
      {notice && (
        <Toast.Root
          key={notice.id}
          open={notice.open}
          onOpenChange={(open) => !open && notices.dismiss(notice.id)}
          type="foreground"
          data-tone={tone}
          className={classNames(
            'relative flex gap-3 rounded-sheet border border-s-4 border-rule bg-sheet py-4 pe-12 ps-4 shadow-lifted',
            'data-[state=open]:animate-slide-in data-[state=closed]:animate-slide-out',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            edges[tone],
          )}
        >
          <Icon name={marks[tone]} className={classNames('mt-0.5', inks[tone])} />
          <div className="min-w-0">
            <Toast.Title className="font-semibold">{notice.title}</Toast.Title>
            {notice.description && (
              <Toast.Description className="mt-1 text-14 break-words text-quiet">{notice.description}</Toast.Description>
            )}
            {notice.reference && (
              <p className="mt-2 text-12 text-quiet">
                {texts.shell.failed.reference} <span className="font-mono text-ink">{notice.reference}</span>
              </p>
            )}
            {notice.action && (
              <Toast.Action altText={notice.action.name} asChild>
                <Button look="quiet" className="-ms-4 mt-1 -mb-2" onClick={notice.action.onPress}>
                  {notice.action.name}
                </Button>
              </Toast.Action>
            )}
          </div>
          <Toast.Close
            className="absolute top-1.5 end-1.5 grid size-10 place-items-center rounded-sheet text-quiet hover:text-ink"
            aria-label={texts.shell.notice.close}
          >
            <Icon name="close" className="size-4" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        hotkey={['F8']}
        label={texts.shell.notice.list}
        className="fixed inset-x-4 bottom-4 z-50 m-0 list-none p-0 outline-none sm:end-6 sm:bottom-6 sm:start-auto sm:w-[24rem]"
      />
    </Toast.Provider>
  )
}

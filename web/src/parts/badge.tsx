import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'ink' | 'blue' | 'green' | 'red' | 'amber'

const tones: Record<Tone, string> = {
  ink: 'border-edge text-quiet',
  blue: 'border-blue text-blue bg-blue-wash',
  green: 'border-green text-green bg-green-wash',
  red: 'border-red text-red bg-red-wash',
  amber: 'border-amber text-amber bg-amber-wash',
}

export function Badge({
  tone = 'ink',
  icon,
  className,
  children,
}: {
  tone?: Tone
  icon?: IconName
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full border px-2.5 py-0.5 text-14 font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {icon && <Icon name={icon} className="size-4" />}
      {children}
    </span>
  )
}

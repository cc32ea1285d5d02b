import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

type Look = 'primary' | 'plain' | 'quiet'

const looks: Record<Look, string> = {
  primary: 'bg-blue text-on-blue border-blue hover:bg-blue-deep hover:border-blue-deep',
  plain: 'bg-sheet text-ink border-edge hover:border-blue hover:text-blue',
  quiet: 'bg-transparent text-blue border-transparent hover:bg-blue-wash',
}

/** The shape shared by buttons and the links that look like them; 44 pixels high, as a thumb needs. */
export const buttonClass = (look: Look = 'plain', className?: string) =>
  classNames(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-sheet border px-4 py-2 text-center font-sans text-16 font-semibold transition-colors select-none',
    'aria-disabled:opacity-55 disabled:cursor-not-allowed disabled:opacity-55',
    looks[look],
    className,
  )

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look
  icon?: IconName
}

export function Button({ look = 'plain', icon, className, children, ...rest }: Props) {
  return (
    <button type="button" className={buttonClass(look, className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

import { type ReactNode, useSyncExternalStore } from 'react'
import { texts } from '../texts/texts.ts'
import { Choice } from './choice.tsx'
import { Icon, type IconName } from './icon.tsx'
import { chooseTheme, currentTheme, onTheme, type Theme, themes } from './theme.ts'

const icons: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' }

const named = (theme: Theme) => (
  <>
    <Icon name={icons[theme]} className="size-4" />
    {texts.shell.theme.names[theme]}
  </>
)

const names: Record<Theme, ReactNode> = { system: named('system'), light: named('light'), dark: named('dark') }

export function ThemeSwitch() {
  const theme = useSyncExternalStore(onTheme, currentTheme, () => 'system' as const)
  return (
    <Choice
      id="theme"
      legend={texts.shell.theme.legend}
      values={themes}
      names={names}
      value={theme}
      onValue={chooseTheme}
      size="min-h-9 gap-1.5 px-2.5 text-14"
    />
  )
}

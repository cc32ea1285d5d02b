import { useId, useSyncExternalStore } from 'react'
import { texts } from '../texts/texts.ts'
import { Icon, type IconName } from './icon.tsx'
import { chooseTheme, currentTheme, onTheme, type Theme, themes } from './theme.ts'

const icons: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' }

export function ThemeSwitch() {
  const theme = useSyncExternalStore(onTheme, currentTheme, () => 'system' as const)
  const group = useId()
  return (
    <fieldset id="theme" className="inline-flex rounded-sheet border border-edge bg-sheet p-0.5">
      <legend className="sr-only">{texts.shell.theme.legend}</legend>
      {themes.map((name) => (
        <label
          key={name}
          className="relative inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-small px-2.5 text-14 text-quiet transition-colors has-checked:bg-blue-wash has-checked:font-semibold has-checked:text-blue has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue"
        >
          <input
            type="radio"
            name={group}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={theme === name}
            onChange={() => chooseTheme(name)}
          />
          <Icon name={icons[name]} className="size-4" />
          {texts.shell.theme.names[name]}
        </label>
      ))}
    </fieldset>
  )
}

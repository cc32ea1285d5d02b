import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { chooseTheme } from '../../parts/theme.ts'
import { texts } from '../../texts/texts.ts'
import { type Situation, type Suggestion, suggestionsFor } from './suggestions.ts'

const icons: Record<Suggestion['type'], IconName> = { upgrade: 'caret', feature: 'book', tip: 'note' }
const link = 'mt-1 -mb-2 -ms-4 min-h-9!'

export function SuggestionsArea({ situation, className }: { situation: Situation; className?: string }) {
  const suggestions = suggestionsFor(situation)
  if (suggestions.length === 0) return null
  return (
    <section aria-labelledby="suggestions" className={className}>
      <h2 id="suggestions" className="text-22">
        {texts.repair.suggestions.heading}
      </h2>
      <ul className="mt-3 grid grid-cols-1 gap-px overflow-hidden rounded-sheet border border-rule bg-rule">
        {suggestions.map(({ id, type, title, description, action, link: to }) => (
          <li key={id} className="flex gap-3 bg-sheet p-4">
            <Icon name={icons[type]} className="mt-0.5 text-blue" />
            <div className="min-w-0">
              <p className="font-semibold">{title}</p>
              <p className="text-14 text-quiet">{description}</p>
              {action && to && (
                <Link to={to} className={buttonClass('quiet', link)}>
                  {action}
                </Link>
              )}
              {action && !to && (
                <button type="button" className={buttonClass('quiet', link)} onClick={() => chooseTheme('dark')}>
                  {action}
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

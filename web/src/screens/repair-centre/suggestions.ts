import type { PlanName } from '../../../../contract/plans.ts'
import { texts } from '../../texts/texts.ts'

export interface Suggestion {
  readonly id: string
  readonly type: 'upgrade' | 'feature' | 'tip'
  readonly title: string
  readonly description: string
  readonly action?: string
  /** Absent where the action is done in place. */
  readonly link?: string
  readonly priority: 'high' | 'medium' | 'low'
}

export interface Situation {
  readonly plan: PlanName
  /** How many items the history has. */
  readonly history: number
  /** Score of the job on the desk, 0–100. */
  readonly quality: number | undefined
  /** The most useful advice on that job, where there is any. */
  readonly advice?: string | undefined
  /** 0–23 by the browser's clock. */
  readonly hour: number
}

const order = { high: 0, medium: 1, low: 2 } as const
const most = 3

/** The specification's rules (core, section 9): at most three, the most urgent first. */
export function suggestionsFor({ plan, history, quality, advice, hour }: Situation): Suggestion[] {
  const all: (Suggestion | false)[] = [
    plan === 'free' && {
      id: 'upgrade-pro',
      type: 'upgrade',
      ...texts.repair.suggestions.upgradePro,
      link: '/pricing',
      priority: 'high',
    },
    plan === 'pro' && {
      id: 'upgrade-publisher',
      type: 'upgrade',
      ...texts.repair.suggestions.upgradePublisher,
      link: '/pricing',
      priority: 'medium',
    },
    quality !== undefined &&
      quality < 80 && {
        id: 'improve',
        type: 'tip',
        ...texts.repair.suggestions.improve,
        ...(advice && { description: advice }),
        priority: 'high',
      },
    quality !== undefined &&
      quality >= 95 && {
        id: 'excellent',
        type: 'tip',
        ...texts.repair.suggestions.excellent,
        priority: 'low',
      },
    history > 3 && {
      id: 'converter',
      type: 'feature',
      ...texts.repair.suggestions.converter,
      link: '/converter',
      priority: 'medium',
    },
    (hour >= 22 || hour < 6) && {
      id: 'night',
      type: 'tip',
      ...texts.repair.suggestions.night,
      priority: 'low',
    },
  ]
  return all
    .filter((suggestion) => suggestion !== false)
    .sort((a, b) => order[a.priority] - order[b.priority])
    .slice(0, most)
}

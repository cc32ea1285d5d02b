import type { PlanName } from '../../../../contract/plans.ts'

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
  /** 0–23 by the browser's clock. */
  readonly hour: number
}

const order = { high: 0, medium: 1, low: 2 } as const
const most = 3

/** The specification's rules (core, section 9): at most three, the most urgent first. */
export function suggestionsFor({ plan, history, quality, hour }: Situation): Suggestion[] {
  const all: (Suggestion | false)[] = [
    plan === 'free' && {
      id: 'upgrade-pro',
      type: 'upgrade',
      title: 'Repair what the scan finds',
      description: 'Pro repairs 25 books a month with 18 features and lets you download them.',
      action: 'Upgrade to Pro',
      link: '/pricing',
      priority: 'high',
    },
    plan === 'pro' && {
      id: 'upgrade-publisher',
      type: 'upgrade',
      title: 'More books, every feature',
      description: 'Publisher repairs without a limit, with all 37 features and batches of 50.',
      action: 'See Publisher',
      link: '/pricing',
      priority: 'medium',
    },
    quality !== undefined &&
      quality < 80 && {
        id: 'improve',
        type: 'tip',
        title: 'This book can score higher',
        description: 'The issues marked “Your choice” and “Not Fixed” below say what would raise its score.',
        priority: 'high',
      },
    quality !== undefined &&
      quality >= 95 && {
        id: 'excellent',
        type: 'tip',
        title: 'Excellent quality',
        description: 'This book scores 95 or more: there is little left to improve.',
        priority: 'low',
      },
    history > 3 && {
      id: 'converter',
      type: 'feature',
      title: 'Working with manuscripts too?',
      description: 'The converter will turn DOCX, HTML and text into e-books.',
      action: 'Ebook Converter',
      link: '/converter',
      priority: 'medium',
    },
    (hour >= 22 || hour < 6) && {
      id: 'night',
      type: 'tip',
      title: 'Working late?',
      description: 'The dark theme is easier on the eyes at this hour.',
      action: 'Switch to dark',
      priority: 'low',
    },
  ]
  return all
    .filter((suggestion) => suggestion !== false)
    .sort((a, b) => order[a.priority] - order[b.priority])
    .slice(0, most)
}

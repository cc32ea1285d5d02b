import { type Platform, platforms } from './platform.ts'

/** Platforms that a feature serves, where not all six. */
const served: Readonly<Record<number, readonly Platform[]>> = {
  20: ['appleBooks', 'googlePlay', 'kobo'],
  21: ['appleBooks', 'kobo', 'googlePlay'],
  22: ['kindle'],
  23: ['adobe', 'kobo'],
  28: ['kindle', 'appleBooks', 'kobo', 'googlePlay'],
  29: ['appleBooks', 'kobo', 'googlePlay'],
  30: ['adobe', 'kobo', 'kindle'],
}

/** Platforms on which a finding of this feature matters. */
export const servedBy = (feature: number): readonly Platform[] => served[feature] ?? platforms

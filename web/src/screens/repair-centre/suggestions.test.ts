import { expect, it } from 'vitest'
import { type Situation, suggestionsFor } from './suggestions.ts'

const day: Situation = { plan: 'publisher', history: 0, quality: undefined, hour: 12 }
const ids = (situation: Partial<Situation>) => suggestionsFor({ ...day, ...situation }).map(({ id }) => id)

it.each<[string, Partial<Situation>, string[]]>([
  ['nothing to say', {}, []],
  ['free plan', { plan: 'free' }, ['upgrade-pro']],
  ['pro plan', { plan: 'pro' }, ['upgrade-publisher']],
  ['three items of history are not yet many', { history: 3 }, []],
  ['four are', { history: 4 }, ['converter']],
  ['quality 95', { quality: 95 }, ['excellent']],
  ['quality between', { quality: 94.9 }, []],
  ['quality 80', { quality: 80 }, []],
  ['quality below 80', { quality: 79.9 }, ['improve']],
  ['ten in the evening', { hour: 22 }, ['night']],
  ['five in the morning', { hour: 5 }, ['night']],
  ['six in the morning', { hour: 6 }, []],
  ['at most three, by priority', { plan: 'free', history: 9, quality: 60, hour: 23 }, ['upgrade-pro', 'improve', 'converter']],
  ['low ones last', { plan: 'pro', quality: 97, hour: 23 }, ['upgrade-publisher', 'excellent', 'night']],
])('%s', (_, situation, expected) => {
  expect(ids(situation)).toEqual(expected)
})

it('says of a book that can score higher what was found to help it most', () => {
  const [improve] = suggestionsFor({ ...day, quality: 70, advice: 'Alt text: 3 places left.' })
  expect(improve).toMatchObject({ id: 'improve', description: 'Alt text: 3 places left.' })
  expect(suggestionsFor({ ...day, quality: 70 })[0]?.description).toMatch(/Your choice/)
})

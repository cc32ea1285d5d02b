import { expect, test } from 'vitest'
import type { Issue, Report } from '../../../../contract/report.ts'
import { all, countsOf, decisionsIn, type Suggestion, suggestedFor, toggled, worded } from './suggested.ts'

const issue = (feature: number, more: Partial<Issue> = {}): Issue => ({
  number: 1,
  code: 'X',
  feature,
  type: 'image',
  severity: 'minor',
  path: 'a.xhtml',
  line: 1,
  column: 1,
  message: 'm',
  why: 'w',
  status: 'choice',
  platforms: [],
  ...more,
})
const report = (offers: Issue[], issues: Issue[] = []) => ({ offers, issues }) as unknown as Report

test('what waits, what is done, what was refused, what is locked and what is only told', () => {
  const seen = suggestedFor({
    report: report(
      [
        issue(26, { id: 'a' }),
        issue(34, { id: 'b' }),
        issue(32, { id: 'c' }),
        issue(32, { id: 'd' }),
        issue(33, { status: 'locked' }),
        issue(33, { status: 'locked' }),
        issue(24, { status: 'advice' }),
        issue(25),
      ],
      [issue(32, { id: 'e', status: 'fixed' }), issue(32, { id: 'f', status: 'fixed' }), issue(8, { status: 'fixed' })],
    ),
    picked: ['e'],
    refused: ['d'],
  })
  expect(seen.open.map(({ feature, suggestions }) => [feature, suggestions.map(({ id }) => id)])).toEqual([
    [32, ['c']],
    [34, ['b']],
    [26, ['a']],
  ])
  expect(seen.accepted.map(({ id }) => id)).toEqual(['e'])
  expect(seen.refused.map(({ id }) => id)).toEqual(['d'])
  expect(seen.locked).toMatchObject([{ feature: 33, name: 'Metadata inference', count: 2 }])
  expect(seen.told.map(({ feature }) => feature)).toEqual([24, 25])
})

test('choices are made, changed, worded and taken back', () => {
  const one = issue(32, { id: 'a', after: 'A light', editable: true }) as Suggestion
  const two = issue(32, { id: 'b' }) as Suggestion
  const accepted = all({}, [one, two], 'accept')
  expect(decisionsIn(accepted)).toEqual([
    { id: 'a', decision: 'accept' },
    { id: 'b', decision: 'accept' },
  ])
  const own = worded(toggled(accepted, 'b', 'refuse'), one, 'A lighthouse')
  expect(decisionsIn(own)).toEqual([
    { id: 'a', decision: 'accept', text: 'A lighthouse' },
    { id: 'b', decision: 'refuse' },
  ])
  expect(countsOf(own)).toEqual({ accepted: 1, refused: 1, opened: 0, any: true })
  expect(decisionsIn(worded(own, one, 'A light'))[0]).toEqual({ id: 'a', decision: 'accept' })
  const refused = toggled(own, 'a', 'refuse')
  expect(decisionsIn(refused)[0]).toEqual({ id: 'a', decision: 'refuse' })
  // the words are kept for who changes their mind
  expect(decisionsIn(toggled(refused, 'a', 'accept'))[0]).toEqual({ id: 'a', decision: 'accept', text: 'A lighthouse' })
  expect(countsOf(toggled(toggled(own, 'b', 'refuse'), 'a', 'accept')).any).toBe(false)
})

import { expect, it } from 'vitest'
import type { Issue } from '../../../../contract/report.ts'
import { groupIssues } from './issue-groups.ts'

const issue = (number: number, more: Partial<Issue>): Issue => ({
  number,
  code: 'RSC-005',
  feature: 8,
  type: 'content',
  severity: 'major',
  path: 'a.xhtml',
  line: number,
  column: 1,
  message: 'attribute "align" not allowed here',
  why: 'Shops refuse it.',
  status: 'fixed',
  platforms: [],
  ...more,
})

it('puts the worst first, issues of one kind on one card, and what is not done before what is', () => {
  const groups = groupIssues([
    issue(1, {}),
    issue(2, { severity: 'critical', code: 'PKG-006', feature: 2 }),
    issue(3, {}),
    issue(4, { status: 'left', reason: 'Two targets fit.' }),
  ])
  expect(
    groups.map(({ severity, count, cards }) => [severity, count, cards.map((card) => card.map(({ number }) => number))]),
  ).toEqual([
    ['critical', 1, [[2]]],
    ['major', 3, [[4], [1, 3]]],
  ])
})

it('has no group without issues', () => {
  expect(groupIssues([])).toEqual([])
})

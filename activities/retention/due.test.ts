import { expect, test } from 'vitest'
import { areDue, dueAt } from './due.ts'

const now = new Date('2026-03-02T12:00:00Z')
const hoursAgo = (hours: number) => ({ storedAt: new Date(now.getTime() - hours * 3_600_000) })

test('files are due in time for the promise of 24 hours, with two runs to spare', () => {
  expect(dueAt(now).files).toEqual(new Date('2026-03-01T12:30:00Z'))
})

test('places are given back after 10 minutes; jobs may start within one', () => {
  expect(dueAt(now)).toMatchObject({ claims: new Date('2026-03-02T11:50:00Z'), starts: new Date('2026-03-02T11:59:00Z') })
})

test('every reservation that may still count is looked at', () => {
  expect(dueAt(now).counts.getTime()).toBeLessThan(new Date('2026-01-30T12:00:00Z').getTime())
})

test.each([
  ['old ones', { deleted: false, stored: [hoursAgo(30), hoursAgo(23.6)] }, true],
  ['one of them young', { deleted: false, stored: [hoursAgo(30), hoursAgo(23.4)] }, false],
  ['written after the deletion', { deleted: true, stored: [hoursAgo(0)] }, true],
  ['an empty folder', { deleted: false, stored: [] }, true],
])('files without an upload: %s', (_, files, expected) => {
  expect(areDue(files, now)).toBe(expected)
})

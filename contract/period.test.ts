import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, dayOf, monthOf } from './period.ts'

const at = (text: string) => new Date(`${text}Z`)

describe('a month keeps the day of its anchor', () => {
  test.each([
    ['2027-01-31T10:00', 1, '2027-02-28T10:00'],
    ['2028-01-31T10:00', 1, '2028-02-29T10:00'],
    ['2027-01-31T10:00', 2, '2027-03-31T10:00'],
    ['2027-01-31T10:00', 3, '2027-04-30T10:00'],
    ['2027-01-31T10:00', 12, '2028-01-31T10:00'],
    ['2028-02-29T00:00', 12, '2029-02-28T00:00'],
    ['2028-02-29T00:00', 48, '2032-02-29T00:00'],
    ['2027-11-30T23:59', 3, '2028-02-29T23:59'],
    ['2027-03-15T00:00', -1, '2027-02-15T00:00'],
    ['2027-03-31T00:00', -1, '2027-02-28T00:00'],
    ['2027-01-15T00:00', -13, '2025-12-15T00:00'],
  ])('%s and %i months is %s', (anchor, count, expected) => {
    expect(addMonths(at(anchor), count)).toEqual(at(expected))
  })
})

describe('the anchored month of a moment', () => {
  test.each([
    ['2027-01-31T10:00', '2027-01-31T10:00', '2027-01-31T10:00', '2027-02-28T10:00'],
    ['2027-01-31T10:00', '2027-02-28T09:59', '2027-01-31T10:00', '2027-02-28T10:00'],
    ['2027-01-31T10:00', '2027-02-28T10:00', '2027-02-28T10:00', '2027-03-31T10:00'],
    ['2027-01-31T10:00', '2027-03-30T00:00', '2027-02-28T10:00', '2027-03-31T10:00'],
    ['2027-12-15T10:00', '2028-01-10T00:00', '2027-12-15T10:00', '2028-01-15T10:00'],
    ['2027-06-15T10:00', '2027-06-15T09:59', '2027-05-15T10:00', '2027-06-15T10:00'],
  ])('anchor %s at %s runs from %s to %s', (anchor, now, start, end) => {
    expect(monthOf(at(anchor), at(now))).toEqual({ start: at(start), end: at(end) })
  })

  const date = fc.date({ min: at('2020-01-01T00:00'), max: at('2040-01-01T00:00'), noInvalidDate: true })

  test('holds that moment, and joins the next without gap or overlap', () => {
    fc.assert(
      fc.property(date, date, (anchor, now) => {
        const { start, end } = monthOf(anchor, now)
        expect(start.getTime()).toBeLessThanOrEqual(now.getTime())
        expect(end.getTime()).toBeGreaterThan(now.getTime())
        expect(monthOf(anchor, end).start).toEqual(end)
        expect(monthOf(anchor, new Date(start.getTime() - 1)).end).toEqual(start)
      }),
    )
  })
})

test('a day is a UTC day', () => {
  expect(dayOf(at('2027-03-31T23:59:59.999'))).toEqual({ start: at('2027-03-31T00:00'), end: at('2027-04-01T00:00') })
  expect(dayOf(at('2027-04-01T00:00'))).toEqual({ start: at('2027-04-01T00:00'), end: at('2027-04-02T00:00') })
})

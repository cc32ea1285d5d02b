import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNotices, noticeRemoval } from './notices.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows one notice at a time', () => {
  const { notify, current } = createNotices()
  notify({ title: 'Processing Error' })
  notify({ title: 'Upgrade Required' })
  expect(current()).toMatchObject({ title: 'Upgrade Required', open: true })
})

it('removes a dismissed notice after 5000 ms, and not one that came since', () => {
  const { notify, dismiss, current } = createNotices()
  notify({ title: 'Download Failed' })
  dismiss(1)
  expect(current()).toMatchObject({ open: false })
  vi.advanceTimersByTime(noticeRemoval - 1)
  expect(current()).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(current()).toBeUndefined()

  notify({ title: 'First' })
  dismiss(2)
  notify({ title: 'Second' })
  vi.advanceTimersByTime(noticeRemoval)
  expect(current()).toMatchObject({ title: 'Second', open: true })
})

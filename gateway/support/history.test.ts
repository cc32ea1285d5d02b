import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { historiesFolder, historySuffix, readHistory } from '../../tests/save-history.ts'
import { historyJson } from './history.ts'

const names = readdirSync(historiesFolder)
  .filter((name) => name.endsWith(historySuffix))
  .map((name) => name.slice(0, -historySuffix.length))

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.(\d{3}){1,3})?Z$/

test.each(names)('%s in the JSON of Temporal: no number of seconds is left as an object', (name) => {
  const text = JSON.stringify(historyJson(readHistory(name)))
  expect(text).not.toMatch(/\{"(seconds|nanos)":/)
  const { events } = JSON.parse(text) as { events: { eventId: string; eventTime: string; eventType: string }[] }
  expect(events.map(({ eventId }) => Number(eventId))).toEqual(events.map((_, index) => index + 1))
  for (const { eventTime, eventType } of events) {
    expect(eventTime).toMatch(time)
    expect(eventType).toMatch(/^EVENT_TYPE_/)
  }
})

test('durations and payloads are written as Temporal writes them', () => {
  const { events } = historyJson(readHistory('repair-improved')) as { events: Record<string, Record<string, unknown>>[] }
  const started = events[0]!.workflowExecutionStartedEventAttributes!
  expect(started).toMatchObject({ workflowTaskTimeout: '10s', firstWorkflowTaskBackoff: '0s', workflowType: { name: 'repair' } })
  const scheduled = events.find((event) => event.activityTaskScheduledEventAttributes)?.activityTaskScheduledEventAttributes
  expect(scheduled).toMatchObject({ retryPolicy: { initialInterval: '0.250s' } })
  const { payloads } = started.input as { payloads: { data: string }[] }
  expect(JSON.parse(Buffer.from(payloads[0]!.data, 'base64').toString())).toMatchObject({ mode: 'deep-analysis', plan: 'pro' })
})

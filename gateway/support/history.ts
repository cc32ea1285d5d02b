import type { temporal } from '@temporalio/proto'
import proto from '@temporalio/proto'

type History = temporal.api.history.v1.IHistory
const { History: encoded } = proto.temporal.api.history.v1

interface Seconds {
  readonly seconds?: string
  readonly nanos?: number
}

const isSeconds = (value: object): value is Seconds => Object.keys(value).every((key) => key === 'seconds' || key === 'nanos')

/** None, or 3, 6 or 9 digits, as proto3 JSON has them. */
const fraction = ({ nanos = 0 }: Seconds) =>
  nanos === 0
    ? ''
    : `.${String(nanos)
        .padStart(9, '0')
        .replace(/(000){1,2}$/, '')}`
const asTime = (value: Seconds) => `${new Date(Number(value.seconds ?? 0) * 1000).toISOString().slice(0, 19)}${fraction(value)}Z`
const asDuration = (value: Seconds) => `${value.seconds ?? 0}${fraction(value)}s`

/** Fields of Temporal's history that are moments; the others of that shape are durations (proto3 JSON tells them apart by type). */
const isTime = (name: string) => /time$/i.test(name) && !/runtime$/i.test(name)
const isDuration = (name: string) => /(timeout|interval|delay|backoff|duration|runTimeout)$/i.test(name)

function asJson(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => asJson(one, name))
  if (typeof value !== 'object' || value === null) return value
  if (isTime(name) && isSeconds(value)) return asTime(value)
  if (isDuration(name) && isSeconds(value)) return asDuration(value)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asJson(one, key)]))
}

/**
 * The history in the JSON that Temporal's own tools write and read (`temporal workflow show --output json`, the UI's download).
 * The SDK's own converter fails where several protobufjs are installed.
 */
export const historyJson = (history: History): object =>
  asJson(encoded.toObject(encoded.fromObject(history), { longs: String, enums: String, bytes: String })) as object

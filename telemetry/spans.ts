/** Numbers of OTLP's `SpanKind`. */
export const spanKinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const
export type SpanKind = keyof typeof spanKinds

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface EndedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: SpanKind
  /** Milliseconds since 1970, with fractions. */
  readonly start: number
  readonly end: number
  readonly attributes: Attributes
  readonly failed: boolean
}

const anyValue = (value: string | number | boolean) =>
  typeof value === 'string'
    ? { stringValue: value }
    : typeof value === 'boolean'
      ? { boolValue: value }
      : Number.isInteger(value)
        ? { intValue: String(value) }
        : { doubleValue: value }

const pairsOf = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: anyValue(value) }]))

/** Whole milliseconds are kept exactly, which a double of nanoseconds could not. */
const nanoseconds = (milliseconds: number) =>
  String(BigInt(Math.floor(milliseconds)) * 1_000_000n + BigInt(Math.round((milliseconds % 1) * 1_000_000)))

/** `ExportTraceServiceRequest` of OTLP 1.x in its JSON form, where ids are hexadecimal and 64-bit numbers are strings. */
export const otlpBodyOf = (resource: Attributes, spans: readonly EndedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: pairsOf(resource) },
      scopeSpans: [
        {
          scope: { name: 'bookmender' },
          spans: spans.map(({ traceId, spanId, parentSpanId, name, kind, start, end, attributes, failed }) => ({
            traceId,
            spanId,
            ...(parentSpanId && { parentSpanId }),
            name,
            kind: spanKinds[kind],
            startTimeUnixNano: nanoseconds(start),
            endTimeUnixNano: nanoseconds(end),
            attributes: pairsOf(attributes),
            status: failed ? { code: 2 } : {},
          })),
        },
      ],
    },
  ],
})

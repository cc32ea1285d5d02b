/** The two ids of a span (W3C Trace Context, level 1) and whether somebody wants it recorded. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly sampled: boolean
}

const shape = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** Undefined for what is no `traceparent` of version 00, or has an id of zeros. */
export function readTraceParent(text: string | undefined): TraceParent | undefined {
  const [, traceId, spanId, flags] = shape.exec(text?.trim() ?? '') ?? []
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const traceParentOf = ({ traceId, spanId, sampled }: TraceParent) => `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`

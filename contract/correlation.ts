/** What goes with a call from the browser through workflows to the last activity, as a header of Temporal. */
export interface Correlation {
  /** `X-Request-Id` of the call that began it: in its answer, in each line of the logs. */
  readonly requestId: string
  /** Where the trace goes on (W3C Trace Context); absent where nobody traces. */
  readonly traceparent?: string
}

export const correlationHeader = 'bookmender'

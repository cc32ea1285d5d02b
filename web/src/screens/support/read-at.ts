/** `?at=17`: the event at which the scrubber stands; anything else is the last. */
export function readAt({ at }: Readonly<Record<string, unknown>>): { readonly at?: number } {
  const event = Number(at)
  return Number.isSafeInteger(event) && event > 0 ? { at: event } : {}
}

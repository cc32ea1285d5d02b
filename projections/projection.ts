import type { Recorded } from '../contract/event.ts'

/** An event as a projection sees it: told apart by `type`, with what the log knows of it. */
export type Folded<E extends { type: string; data: unknown }> = {
  [T in E['type']]: Recorded<Extract<E, { type: T }>> & Extract<E, { type: T }>
}[E['type']]

export interface Projection<E extends { type: string; data: unknown }, View extends object> {
  readonly name: string
  /** The document that an event belongs to; undefined when it is none of this projection's business. */
  readonly key: (event: Recorded) => string | undefined
  /**
   * What an event makes of the document. JSON all the way, no clock, no SQL: the same events give the same document
   * on any day. The very same object means that nothing changed, undefined that there is no document.
   */
  readonly evolve: (view: View | undefined, event: Folded<E>) => View | undefined
  /** By what the documents of a list are chosen and ordered, newest first. */
  readonly index?: (view: View) => { readonly owner?: string; readonly at?: string }
}

/** Any projection, as the runner needs it. */
export interface AnyProjection {
  readonly name: string
  readonly key: (event: Recorded) => string | undefined
  readonly evolve: (view: object | undefined, event: Recorded) => object | undefined
  readonly index: (view: object) => { readonly owner?: string; readonly at?: string }
}

/** The log is ours and holds what its schemas let in, so events are trusted here, not parsed again. */
export const defineProjection = <E extends { type: string; data: unknown }, View extends object>({
  name,
  key,
  evolve,
  index,
}: Projection<E, View>) =>
  ({
    name,
    key,
    evolve: (view, event) => evolve(view as View | undefined, event as Folded<E>),
    index: (view) => index?.(view as View) ?? {},
  }) satisfies AnyProjection

/** The part of a stream's name after the prefix, undefined for other streams. */
export const idIn = (prefix: string) => (event: Recorded) =>
  event.stream.startsWith(prefix) ? event.stream.slice(prefix.length) : undefined

import { z } from 'zod'

/** A recorded fact: what `append` stores. Positions, versions and time are kept by the log. */
export interface NewEvent {
  /** Decides whether a retried append is the same append. */
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface EventMetadata {
  readonly correlationId?: string
  readonly causationId?: string
  /** Account id, `system`, or the staff member's account id. */
  readonly actor?: string
}

/** An event as the log gives it back. */
export interface Recorded<E extends { type: string; data: unknown } = { type: string; data: unknown }> {
  readonly position: bigint
  readonly stream: string
  /** 1, 2, 3 … in its stream. */
  readonly version: number
  readonly id: string
  readonly type: E['type']
  readonly data: E['data']
  readonly metadata: EventMetadata
  readonly recordedAt: Date
}

/** JSON all the way; data hold ids, numbers, enumerations and blob keys, never what a person typed or what a book says. */
export const defineEvent = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), data: z.strictObject(shape) })

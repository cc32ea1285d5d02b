/** The three engines over one set of rules (see `docs/architecture.md`). */
export const engines = ['primary', 'backup', 'emergency'] as const
export type Engine = (typeof engines)[number]

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** Numbers of the features each engine may use. */
export const featuresOf: Readonly<Record<Engine, readonly number[]>> = {
  primary: upTo(37),
  backup: upTo(18),
  emergency: [1, 3, 5, 6],
}

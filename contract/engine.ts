/** The three engines over one set of rules, in the order in which they are tried. */
export const engines = ['primary', 'backup', 'emergency'] as const
export type Engine = (typeof engines)[number]

export const engineNames = {
  primary: 'AI-powered',
  backup: 'rule-based',
  emergency: 'reconstruction',
} as const satisfies Record<Engine, string>

/** Why the next engine takes over. */
export const switchReasons = ['threw', 'timed-out', 'out-of-memory', 'unreadable-result', 'worse-result'] as const
export type SwitchReason = (typeof switchReasons)[number]

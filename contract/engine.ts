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

/** Where suggestions come from: our own statistics on this machine, or the language model that was configured. */
export const aiEngines = ['offline', 'model'] as const
export type AiEngine = (typeof aiEngines)[number]

/** Why the offline engine took over from the model. */
export const aiSwitchReasons = [
  'timed-out',
  'unreachable',
  'refused',
  'rate-limited',
  'failing',
  'bad-answers',
  'budget-spent',
  'circuit-open',
] as const
export type AiSwitchReason = (typeof aiSwitchReasons)[number]

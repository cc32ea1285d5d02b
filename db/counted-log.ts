import type { Log } from './log.ts'

export interface AppendSeen {
  readonly events: number
  readonly seconds: number
  readonly outcome: 'added' | 'repeated' | 'refused'
}

/** The log, and what each append came to: `refused` when somebody else was first, or the database did not take it. */
export const countedLog = (log: Log, seen: (append: AppendSeen) => void): Log => ({
  ...log,
  async append(stream, events, options) {
    const began = performance.now()
    const tell = (outcome: AppendSeen['outcome']) =>
      seen({ events: events.length, seconds: (performance.now() - began) / 1000, outcome })
    try {
      const appended = await log.append(stream, events, options)
      tell(appended.repeated ? 'repeated' : 'added')
      return appended
    } catch (error) {
      tell('refused')
      throw error
    }
  },
})

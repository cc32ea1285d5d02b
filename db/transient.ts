import { setTimeout as pause } from 'node:timers/promises'

const codes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  // Postgres: told to stop, crashed, starting up, too many connections, the connection failed
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
])

/** The database went away or is coming up: the same statement may succeed in a moment. */
export const isTransient = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.has(error.code)

/** Runs `act` again while the database is away, for about `forMs`. Only for what may be done twice. */
export async function patiently<T>(act: () => Promise<T>, forMs = 5000): Promise<T> {
  const end = Date.now() + forMs
  for (let wait = 50; ; wait = Math.min(wait * 2, 1000)) {
    try {
      return await act()
    } catch (error) {
      if (!isTransient(error) || Date.now() + wait > end) throw error
    }
    await pause(wait)
  }
}

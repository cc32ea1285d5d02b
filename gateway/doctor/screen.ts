import { columns } from '../support/in-terminal.ts'
import type { Part } from './part.ts'

const none = '-'

/** One line a part, and one that counts. */
export function screenOf(parts: readonly Part[]): string {
  const rows = parts.map(({ name, status, version, lag, lastError, off, why }) => [
    name,
    status,
    version ?? none,
    lag ?? none,
    why ?? off ?? lastError ?? none,
  ])
  const failed = parts.filter(({ status }) => status === 'FAILED').map(({ name }) => name)
  const verdict = failed.length === 0 ? 'Everything answers.' : `Failed: ${failed.join(', ')}.`
  return `${columns([['part', 'status', 'version', 'lag', 'last error'], ...rows])}\n\n${verdict}`
}

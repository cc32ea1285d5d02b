import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** How much of a log's end is looked at, in bytes. */
const looked = 512 << 10

/** The last error of a process in its log, where `npm start` keeps one on this machine. */
export async function lastErrorOf(folder: string | undefined, name: string): Promise<string | undefined> {
  if (!folder) return undefined
  try {
    await using file = await open(join(folder, 'logs', `${name}.log`))
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(Math.min(looked, size)),
      position: Math.max(0, size - looked),
    })
    return lastErrorIn(buffer.subarray(0, bytesRead).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Lines of pino, whatever stands before them; 50 is an error, 60 fatal. */
export function lastErrorIn(log: string): string | undefined {
  for (const line of log.split('\n').reverse()) {
    const start = line.indexOf('{"level":')
    if (!/^\{"level":[56]0/.test(line.slice(start))) continue
    try {
      const { time, msg } = JSON.parse(line.slice(start)) as { time?: number; msg?: string }
      return `${time ? `${new Date(time).toISOString().slice(0, 19)}Z ` : ''}${msg ?? 'error'}`
    } catch {}
  }
  return undefined
}

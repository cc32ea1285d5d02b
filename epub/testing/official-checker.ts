import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createJudge, type Judge } from '../node/judge.ts'

/**
 * The official checker with all its remarks, for the tests of one `describe` that runs only where there is a Java; asked about
 * bytes under a name, which may have folders.
 */
export function officialChecker() {
  const folder = mkdtempSync(join(tmpdir(), 'bookmender-official-'))
  let judge: Judge
  beforeAll(() => {
    judge = createJudge({ usage: true })!
  })
  afterAll(async () => {
    await judge.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return async (name: string, bytes: Uint8Array) => {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    return judge.check(file)
  }
}

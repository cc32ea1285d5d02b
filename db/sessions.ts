import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from './connect.ts'
import type { People } from './people.ts'

export interface Session {
  /** Names the session inside the service; unlike the token it may stand in a log. */
  readonly id: string
  readonly owner: string
  /** Staff roles from the identity provider: `support`, `operator`. */
  readonly roles: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface NewSession {
  readonly owner: string
  readonly roles: readonly string[]
  /** Kept sealed, to sign out at the provider as well. */
  readonly idToken?: string
  /** A week unless told. */
  readonly hours?: number
}

export interface WatchSessions {
  readonly signal: AbortSignal
  /** Ids of the sessions that something is open for, such as a socket. */
  readonly held: () => Iterable<string>
  /** Those of them that ended or expired, within 2 s. */
  readonly onEnded: (ids: readonly string[]) => void
}

export interface Sessions {
  /** The token goes into the cookie and is stored nowhere. */
  start(session: NewSession): Promise<{ readonly token: string; readonly session: Session }>
  find(token: string): Promise<Session | undefined>
  /** Answers with the provider's ID token, if there is one that can still be read. */
  end(token: string): Promise<{ readonly idToken?: string }>
  /** With `before` only those that began by then. */
  endAllOf(owner: string, before?: Date): Promise<number>
  watch(options: WatchSessions): Promise<void>
  /** Removes what has expired; answers with how many. */
  sweep(): Promise<number>
}

const channel = 'sessions'
const recheck = 2000
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Needs no key, unlike the rest. */
export async function sweepSessions(sql: Sql): Promise<number> {
  const gone = await sql`delete from sessions where expires_at < now()`
  return gone.count
}

/** Needs no key, unlike the rest. */
export async function endSessionsOf(sql: Sql, owner: string, before?: Date): Promise<number> {
  const rows = await sql<{ id: string }[]>`
    delete from sessions where owner = ${owner} ${before ? sql`and created_at <= ${before}` : sql``} returning id`
  if (rows.length > 0) await sql.notify(channel, 'several')
  return rows.length
}

export function createSessions(sql: Sql, people: People): Sessions {
  const columns = sql`id, owner, roles, created_at as "createdAt", expires_at as "expiresAt"`

  return {
    async start({ owner, roles, idToken, hours = 168 }) {
      const token = randomBytes(32).toString('base64url')
      const sealed = idToken === undefined ? null : await people.seal(owner, idToken)
      const [session] = await sql<Session[]>`
        insert into sessions (id, token_hash, owner, roles, id_token, expires_at)
        values (${randomUUID()}, ${hashOf(token)}, ${owner}, ${[...roles]}, ${sealed}, now() + make_interval(secs => ${hours * 3600}))
        returning ${columns}`
      return { token, session: session! }
    },

    async find(token) {
      const [session] = await sql<Session[]>`
        select ${columns} from sessions where token_hash = ${hashOf(token)} and expires_at > now()`
      return session
    },

    async end(token) {
      const [row] = await sql<{ id: string; owner: string; idToken: Buffer | null }[]>`
        delete from sessions where token_hash = ${hashOf(token)} returning id, owner, id_token as "idToken"`
      if (!row) return {}
      await sql.notify(channel, row.id)
      const idToken = row.idToken ? await people.open(row.owner, row.idToken) : undefined
      return idToken === undefined ? {} : { idToken }
    },

    endAllOf: (owner, before) => endSessionsOf(sql, owner, before),

    /** A notice only makes the check come sooner; what ended is read from the table. */
    async watch({ signal, held, onEnded }) {
      let checking = false
      let again = false
      const check = async () => {
        const ids = [...new Set(held())]
        again = checking
        if (checking || ids.length === 0 || signal.aborted) return
        checking = true
        try {
          const rows = await sql<{ id: string }[]>`select id from sessions where id = any(${ids}::uuid[]) and expires_at > now()`
          const living = new Set(rows.map((row) => row.id))
          const ended = ids.filter((id) => !living.has(id))
          if (ended.length > 0 && !signal.aborted) onEnded(ended)
        } catch {
          // the database is away: nobody can be told anything until it is back, and the next check is 2 s off
        } finally {
          checking = false
          if (again) void check()
        }
      }
      const timer = setInterval(check, recheck)
      const listening = sql.listen(channel, check, check).catch(() => undefined)
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      clearInterval(timer)
      await (await listening)?.unlisten().catch(() => {})
    },

    sweep: () => sweepSessions(sql),
  }
}

import { randomUUID } from 'node:crypto'
import type { Sql } from './connect.ts'
import { hashEmail, hashSubject, houseKey, keysFrom, newKey, openWith, personKey, sealWith } from './secrets.ts'

export interface Profile {
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
}

export interface SignedIn extends Profile {
  /** Of the OpenID provider; with `subject` the only lasting name of a person. */
  readonly issuer: string
  readonly subject: string
}

export interface People {
  /** `created` also for somebody who had been forgotten and comes back: the same id, so limits go on, with a new key. */
  findOrCreate(person: SignedIn): Promise<{ readonly id: string; readonly created: boolean }>
  profileOf(id: string): Promise<Profile | undefined>
  /** Ids of those who had this address when they last signed in; several where providers differ. */
  findByEmail(email: string): Promise<string[]>
  /** With the person's own key; throws `NoKey` for somebody forgotten. */
  seal(id: string, text: string): Promise<Buffer>
  /** Undefined once the person was forgotten. */
  open(id: string, sealed: Uint8Array): Promise<string | undefined>
  openAll(id: string, sealed: readonly Uint8Array[]): Promise<(string | undefined)[]>
  /**
   * Destroys the key: all that was ever sealed for this person is noise from now on. With `asked` only a key that was
   * there at that time: who came back since has a new one. Answers whether there was one to destroy.
   */
  forget(id: string, asked?: Date): Promise<boolean>
  /** Removes the last trace of people forgotten longer than 31 days; answers with how many. */
  sweep(): Promise<number>
}

export class NoKey extends Error {
  override name = 'NoKey'
  constructor(id: string) {
    super(`Person ${id} has no key: unknown, or forgotten`)
  }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const profilePurpose = 'profile'
const textPurpose = 'text'

/** Needs no key, unlike the rest. */
export async function sweepPeople(sql: Sql): Promise<number> {
  const gone = await sql`delete from people where forgotten_at < now() - interval '31 days'`
  return gone.count
}

/** Needs no key, unlike the rest. A person whose key is gone already, but whose row does not say so, is put in order too. */
export async function forgetPerson(sql: Sql, id: string, asked?: Date): Promise<boolean> {
  if (!uuid.test(id)) return false
  const [row] = await sql<{ destroyed: number }[]>`
    with destroyed as (
      delete from person_keys where person = ${id} ${asked ? sql`and created_at <= ${asked}` : sql``} returning person
    ), forgotten as (
      update people set profile = null, email_hash = null, forgotten_at = now()
      where id = ${id} and forgotten_at is null
        and (exists (select from destroyed) or not exists (select from person_keys where person = ${id}))
    )
    select count(*)::integer as destroyed from destroyed`
  return row!.destroyed > 0
}

export function createPeople(sql: Sql, { masterKey }: { readonly masterKey: string }): People {
  const { wrapping, firstSubjectKey } = keysFrom(masterKey)

  /** Read each time, so that no process goes on with one that was changed. */
  const subjectKey = async () => {
    const purpose = houseKey('subject')
    const read = () => sql<{ wrapped: Buffer }[]>`select wrapped from house_keys where name = 'subject'`
    let [row] = await read()
    if (!row) {
      const offered = sealWith(wrapping, purpose, firstSubjectKey())
      await sql`insert into house_keys (name, wrapped) values ('subject', ${offered}) on conflict do nothing`
      ;[row] = await read()
    }
    return openWith(wrapping, purpose, row!.wrapped)
  }

  /** Keys are never kept in memory: forgetting holds in every process at once. */
  const keyOf = async (id: string) => {
    if (!uuid.test(id)) return undefined
    const [row] = await sql<{ wrapped: Buffer }[]>`select wrapped from person_keys where person = ${id}`
    return row && openWith(wrapping, personKey(id), row.wrapped)
  }

  const openQuietly = (key: Buffer, sealed: Uint8Array) => {
    try {
      return openWith(key, textPurpose, sealed).toString('utf8')
    } catch {
      // sealed before the person was forgotten and came back
      return undefined
    }
  }

  return {
    /** Three statements, each harmless to repeat: a sign-in that is cut off is made whole by the next. */
    async findOrCreate({ issuer, subject, email, firstName, lastName }) {
      const [row] = await sql<{ id: string }[]>`
        insert into people (id, subject_hash) values (${randomUUID()}, ${hashSubject(await subjectKey(), issuer, subject)})
        on conflict (subject_hash) do update set seen_at = now() returning id`
      const { id } = row!
      const offered = sealWith(wrapping, personKey(id), newKey())
      // who comes second gets the key that the first one stored
      const [stored] = await sql<{ wrapped: Buffer }[]>`
        insert into person_keys (person, wrapped) values (${id}, ${offered})
        on conflict (person) do update set person = excluded.person returning wrapped`
      const { wrapped } = stored!
      const key = openWith(wrapping, personKey(id), wrapped)
      const profile = sealWith(key, profilePurpose, JSON.stringify({ email, firstName, lastName } satisfies Profile))
      await sql`
        update people set profile = ${profile}, email_hash = ${hashEmail(await subjectKey(), email)}, forgotten_at = null
        where id = ${id} and exists (select from person_keys where person = ${id} and wrapped = ${wrapped})`
      return { id, created: wrapped.equals(offered) }
    },

    async profileOf(id) {
      const key = await keyOf(id)
      if (!key) return undefined
      const [row] = await sql<{ profile: Buffer | null }[]>`select profile from people where id = ${id}`
      return row?.profile ? (JSON.parse(openWith(key, profilePurpose, row.profile).toString('utf8')) as Profile) : undefined
    },

    async findByEmail(email) {
      const rows = await sql<{ id: string }[]>`
        select id from people where email_hash = ${hashEmail(await subjectKey(), email)} order by created_at`
      return rows.map(({ id }) => id)
    },

    async seal(id, text) {
      const key = await keyOf(id)
      if (!key) throw new NoKey(id)
      return sealWith(key, textPurpose, text)
    },

    async open(id, sealed) {
      const key = await keyOf(id)
      return key && openQuietly(key, sealed)
    },

    async openAll(id, sealed) {
      const key = sealed.length > 0 ? await keyOf(id) : undefined
      return sealed.map((one) => key && openQuietly(key, one))
    },

    forget: (id, asked) => forgetPerson(sql, id, asked),

    sweep: () => sweepPeople(sql),
  }
}

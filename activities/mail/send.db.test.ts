import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailStream } from '../../contract/events/personal.ts'
import { repairStream } from '../../contract/events/repair.ts'
import type { MailOrder } from '../../contract/mail.ts'
import { createLog, type Log } from '../../db/log.ts'
import { createPeople, type People } from '../../db/people.ts'
import { createUploads } from '../../db/uploads.ts'
import { type MigratedDatabase, masterKey, migratedDatabase } from '../../tests/migrated.ts'
import { type Correspondence, openCorrespondence } from './correspondence.ts'
import { recordUndelivered, sendMail } from './send.ts'

/** A mail server as small as one can be: it keeps what it is told, and answers recipients as `reply` says. */
function mailServer() {
  const letters: string[] = []
  const state = { reply: '250 ok' }
  const server = createServer((socket) => {
    let letter: string | undefined
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (letter !== undefined) {
        if (line !== '.') letter += `${line}\n`
        else {
          letters.push(letter)
          letter = undefined
          say('250 taken')
        }
      } else if (/^(EHLO|HELO)/i.test(line)) say('250 mail.test')
      else if (/^RCPT/i.test(line)) say(state.reply.replace('ADDRESS', line.slice(8)))
      else if (/^DATA/i.test(line)) {
        letter = ''
        say('354 go on')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else say('250 ok')
    }
    say('220 mail.test')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
  })
  return { letters, state, server }
}

const mail = mailServer()
let database: MigratedDatabase
let log: Log
let people: People
let correspondence: Correspondence
let owner: string

beforeAll(async () => {
  database = await migratedDatabase()
  log = createLog(database.sql)
  people = createPeople(database.sql, { masterKey })
  await new Promise<void>((resolve) => mail.server.listen(0, '127.0.0.1', resolve))
  correspondence = openCorrespondence(database.sql, {
    SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as { port: number }).port}`,
    MAIL_FROM: 'Bookmender <books@mail.test>',
    PUBLIC_URL: 'https://books.test/',
    BOOKMENDER_MASTER_KEY: masterKey,
    SIGNING_KEY: 'a signing key of tests',
  })!
})
afterAll(async () => {
  await database?.close()
  await new Promise((resolve) => (mail.server as Server).close(resolve))
})
beforeEach(async () => {
  mail.letters.length = 0
  mail.state.reply = '250 ok'
  const person = { issuer: 'https://id.test', email: 'zoe@example.test', firstName: 'Zoë', lastName: 'Ray' }
  owner = (await people.findOrCreate({ ...person, subject: randomUUID() })).id
})

const receipt = (): MailOrder => ({
  ...{ owner, kind: 'receipt', about: 'p1', at: '2026-11-21T00:00:00Z' },
  terms: { plan: 'pro', interval: 'monthly', amount: 599 },
})
const send = (order: MailOrder) => sendMail({ log, mail: correspondence })(order)
const told = async () => (await log.readStream(mailStream(owner))).map(({ type, data }) => ({ type, data }))

describe('a letter', () => {
  test('goes once, in words and in HTML, with an id that stays the same; the log knows kind and id alone', async () => {
    expect([await send(receipt()), await send(receipt())]).toEqual(['sent', 'sent-before'])
    expect(mail.letters).toHaveLength(1)
    const [letter] = mail.letters
    expect(letter).toMatch(/^From: Bookmender <books@mail\.test>$/m)
    expect(letter).toMatch(/^To: =\?UTF-8\?.*<zoe@example\.test>$/m)
    expect(letter).toContain(`Message-ID: <receipt.p1.${owner}@mail.test>`)
    expect(letter).toContain('Content-Type: text/plain')
    expect(letter).toContain('Content-Type: text/html')
    expect(letter).not.toContain('List-Unsubscribe')
    expect(await told()).toEqual([{ type: 'MailSent', data: { kind: 'receipt', about: 'p1' } }])
  })

  test('for somebody who left goes nowhere', async () => {
    await people.forget(owner)
    expect(await send(receipt())).toBe('no-address')
    expect([mail.letters, await told()]).toEqual([[], []])
  })

  test('that the server refuses for good is not tried again; one that it cannot take now is, and tells no address', async () => {
    mail.state.reply = '451 try later ADDRESS'
    const failure = await send(receipt()).catch((error: Error) => error)
    expect(String(failure)).toBe('Error: The mail server did not take the letter: 451')
    expect((failure as Error).cause).toBeUndefined()
    mail.state.reply = '550 nobody here ADDRESS'
    expect([await send(receipt()), await send(receipt())]).toEqual(['refused', 'sent-before'])
    expect(await told()).toEqual([{ type: 'MailFailed', data: { kind: 'receipt', about: 'p1', reason: 'refused' } }])
  })

  test('that nobody took for a day is recorded as that', async () => {
    await recordUndelivered({ log, mail: correspondence })(receipt())
    expect(await told()).toEqual([{ type: 'MailFailed', data: { kind: 'receipt', about: 'p1', reason: 'undeliverable' } }])
  })

  test('about a repair names the book, can be refused by one click, and is not sent to who refused it', async () => {
    const ended = async () => {
      const jobId = randomUUID()
      const uploads = createUploads(database.sql, people)
      await uploads.record({ jobId, owner, blobKey: `jobs/${jobId}/upload.epub`, bytes: 1, fileName: 'Diary.epub' })
      const data = { code: 'drm', stage: 'extraction', reference: 'AB-12' }
      await log.append(repairStream(jobId), [{ id: 'ended', type: 'RepairFailed', data }])
      return { owner, kind: 'repair-ready', about: jobId } as const
    }
    expect(await send(await ended())).toBe('sent')
    const plain = mail.letters[0]!.replace(/=\n/g, '').replace(/\n[ \t]+/g, ' ')
    expect(plain).toMatch(/^List-Unsubscribe: +<https:\/\/books\.test\/api\/mail\/unsubscribe\?person=/m)
    expect(plain).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(plain).toContain('Diary.epub')
    await log.append(mailStream(owner), [{ id: 'chosen', type: 'MailChosen', data: { repairReady: false } }])
    expect(await send(await ended())).toBe('not-wanted')
    expect(mail.letters).toHaveLength(1)
  })

  test('is not written where no post is set up, and half a set-up is refused by name', async () => {
    expect(await sendMail({ log, mail: undefined })(receipt())).toBe('no-post')
    expect(openCorrespondence(database.sql, {})).toBeUndefined()
    expect(() => openCorrespondence(database.sql, { SMTP_URL: 'smtp://a', PUBLIC_URL: 'https://b' })).toThrow(
      'BOOKMENDER_MASTER_KEY, SIGNING_KEY, MAIL_FROM are not set',
    )
  })
})

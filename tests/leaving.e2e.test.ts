import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, Connection } from '@temporalio/client'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workFolderPrefix } from '../activities/leftovers.ts'
import { accountStream } from '../contract/events/account.ts'
import { connect, type Sql } from '../db/connect.ts'
import { createLog, type Log } from '../db/log.ts'
import { unsubscribeUrl } from '../db/unsubscribe.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { catalogue } from '../projections/catalogue.ts'
import { startedHouse } from './started-house.ts'
import { findChromium, inspectScreen, launchChromium, signInAs } from './support/browser.ts'
import { filesUnder, marksIn, opened } from './support/traces.ts'
import { createVisitor, type Visitor } from './visitor.ts'

/** Words that stand in nothing but what one person typed, named or wrote. */
const marks = {
  email: 'zyzzyvaleaver@marked-example.test',
  name: 'zyzzyvaleaver',
  file: 'Quaggadiary-ninebone',
  unreadable: 'Okapiledger-broken',
  title: 'Wombatchronicle Untold',
  text: 'ptarmiganxylograph',
}
const every = Object.values(marks)

let house: Awaited<ReturnType<typeof startedHouse>>
let visitor: Visitor
let owner: string
let sql: Sql
let superuser: Sql
let log: Log

beforeAll(async () => {
  house = await startedHouse({ say: () => {}, env: { LOG_LEVEL: 'debug' } })
  sql = connect(house.databaseUrl, { max: 2, applicationName: 'test' })
  superuser = connect(house.servers.postgres!.first.superuserUrl, { max: 1, applicationName: 'test' })
  log = createLog(sql)
  visitor = createVisitor(house.url)
})
afterAll(async () => {
  await Promise.all([sql?.end({ timeout: 1 }), superuser?.end({ timeout: 1 })])
  await house?.stop()
})

/** Everything that is kept anywhere, by name. The sign-in service is not ours: it stands for one outside. */
async function* kept(): AsyncGenerator<[place: string, bytes: Buffer]> {
  yield* filesUnder(house.dataFolder, new Set(['identity.json']))
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(`${workFolderPrefix}${house.processes.worker.pid}-`)))
    yield* filesUnder(join(tmpdir(), name))

  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  for (const { name } of tables) {
    const rows = await superuser<{ row: string }[]>`select t::text as row from ${superuser(name)} t`
    yield [`table ${name}`, Buffer.from(rows.map(({ row }) => row).join('\n'))]
  }

  const connection = await Connection.connect({ address: house.temporalAddress })
  const client = new Client({ connection, namespace: house.temporalNamespace })
  for await (const { workflowId, runId } of client.workflow.list()) {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory()
    yield [`history ${workflowId}`, opened(JSON.stringify(history))]
  }
  await connection.close()
}

async function traces(wanted: readonly string[]) {
  const found: Record<string, string[]> = {}
  let places = 0
  for await (const [place, bytes] of kept()) {
    places += 1
    for (const mark of marksIn(bytes, wanted)) found[mark] = [...(found[mark] ?? []), place.replace(house.dataFolder, '')]
  }
  return { found, places }
}

/** However long it takes on a busy machine. */
async function repair(who: Visitor, job: Parameters<Visitor['upload']>[0] & { jobId: string }, outcome = 'completed') {
  await who.upload(job)
  const status = async () => (await who.json<{ status: string }>(`/api/epub/${job.jobId}`)).status
  await expect.poll(status, { timeout: 150_000, interval: 500 }).toBe(outcome)
}

/** The write-ahead log goes over to new files, and pages reach the disk. */
async function rotate() {
  for (let round = 0; round < 3; round += 1) {
    await superuser`select pg_switch_wal()`
    await superuser`checkpoint`
  }
}

const views = async () => {
  const rows = await sql<{ at: string; document: unknown }[]>`
    select v.projection || ' ' || v.key as at, v.document from views v
    join projections p on p.live and p.name = v.projection and p.generation = v.generation`
  return Object.fromEntries(rows.map(({ at, document }) => [at, document]))
}

test('a marked person pays, repairs, gets letters and leaves: nothing anywhere tells who it was, and every view rebuilds', async () => {
  await visitor.signIn(marks.email)
  owner = (await visitor.json<{ id: string }>('/api/auth/user')).id
  const paying = { sourceId: `cnon:card-nonce-ok-${randomUUID()}`, planName: 'pro', interval: 'monthly', amount: 599 }
  const paid = await visitor.post('/api/payments/process-square', paying)
  expect([paid.status, await paid.json()]).toEqual([200, { success: true, paymentId: expect.any(String) }])

  const bytes = await bytesOf(
    book({
      'META-INF/container.xml': undefined,
      'package.opf': (text) => text.replace(/<dc:title>[^<]*/, `<dc:title>${marks.title}`),
      'chapter.xhtml': (text) => text.replace('</body>', `<p>The ${marks.text} &nbsp; <b>sang</p></body>`),
    }),
  )
  const jobId = randomUUID()
  await repair(visitor, { bytes: new Uint8Array(bytes), jobId, name: `${marks.file}.epub` })
  const record = await visitor.request(`/api/epub/${jobId}`)
  expect(await record.text()).toContain(marks.title)
  expect((await visitor.request(`/api/epub/${jobId}/download`)).status).toBe(200)
  const unreadable = { bytes: new Uint8Array(Buffer.from(marks.text)), jobId: randomUUID(), name: `${marks.unreadable}.epub` }
  await repair(visitor, unreadable, 'failed')
  const convert = async (path: string, content: string) => {
    const form = new FormData()
    form.append('outputFormat', 'epub')
    form.append('file', new Blob([content]), `${marks.file}.txt`)
    return visitor.request(`/api/converter/${path}`, { method: 'POST', body: form })
  }
  expect((await convert('convert', `${marks.title}\n\nThe ${marks.text} sang.\n`)).status).toBe(200)
  expect((await convert('convert', '')).status).toBe(422)
  const batch = (await (await convert('batch', marks.text)).json()) as { jobId: string }
  const ofBatch = async () => (await visitor.json<{ status: string }>(`/api/converter/batch/${batch.jobId}/status`)).status
  await expect.poll(ofBatch, { timeout: 60_000 }).toBe('completed')
  // support finds the person by address, looks, and writes down who it was
  const staff = createVisitor(house.url)
  await staff.signIn('support@example.test')
  await staff.post('/api/support/find', { text: marks.email })
  await staff.request(`/api/support/jobs/${jobId}`)
  const note = await staff.post(`/api/support/jobs/${jobId}/notes`, { text: `${marks.email} wrote about ${marks.title}` })
  expect(note.status).toBe(200)

  const letters = async () => (await (await fetch(new URL('/letters', house.outboxUrl))).json()) as { subject: string }[]
  const subjects = async () => (await letters()).map(({ subject }) => subject)
  await expect.poll(subjects, { timeout: 30_000 }).toContain('Your receipt: Pro, monthly, $5.99')

  // the search sees what is there: the letter, and the account's id in the database's log and the histories
  const before = await traces([marks.email, owner])
  expect(before.found[marks.email]).toEqual(['/outbox.json'])
  expect(before.found[owner]?.filter((place) => place.includes('/pg_wal/')).length).toBeGreaterThan(0)
  expect(before.found[owner]).toEqual(expect.arrayContaining(['table events', `history repair-${jobId}`]))

  expect((await visitor.request('/api/user/account', { method: 'DELETE' })).status).toBe(200)
  const done = async () => (await log.readStream(accountStream(owner))).at(-1)
  await expect.poll(async () => (await done())?.type, { timeout: 60_000 }).toBe('AccountDeleted')
  await rotate()

  const after = await traces(every)
  expect(after.places).toBeGreaterThan(100)
  expect(after.found).toEqual({})
  const books = [...filesUnder(house.blobStore)].map(([path]) => path).filter((path) => path.includes('/jobs/'))
  expect(books).toEqual([])
  const [rows] = await sql`
    select (select count(*)::int from person_keys) as keys, (select count(*)::int from sessions) as sessions,
      (select count(*)::int from uploads) as uploads, (select count(*)::int from people where profile is not null) as profiles`
  // those of the staff
  expect(rows).toEqual({ keys: 1, sessions: 1, uploads: 0, profiles: 1 })
  const ledger = await (await fetch(new URL(`/ledger?customer=${owner}`, house.squareUrl))).json()
  expect(ledger.cards.filter(({ enabled }: { enabled: boolean }) => enabled)).toEqual([])

  const [gaps] = await sql`
    select count(*)::int as streams from (
      select stream from events group by stream having max(version) <> count(*) or min(version) <> 1) broken`
  expect(gaps).toEqual({ streams: 0 })
  const live = await views()
  for (const { name } of catalogue)
    await promisify(execFile)(process.execPath, ['projections/main.ts', 'rebuild', name], { env: house.env })
  expect(await views()).toEqual(live)
  expect(Object.keys(live).some((at) => at === `plan ${owner}`)).toBe(true)
})

const chromium = findChromium()

describe.runIf(chromium)('in the browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium(chromium!)
  })
  afterAll(() => browser?.close())

  const repaired = async (who: Visitor, name: string) => {
    const jobId = randomUUID()
    const bytes = new Uint8Array(await bytesOf(book({ 'META-INF/container.xml': undefined })))
    await repair(who, { bytes, jobId, name })
    return jobId
  }
  const gone = async (who: Visitor, jobId: string) => (await who.request(`/api/epub/${jobId}/download`)).status

  test('a book is deleted now, from the history and where its result stands', async () => {
    const email = 'pro+deletes@example.test'
    const reader = createVisitor(house.url)
    await reader.signIn(email)
    const [first, second] = [await repaired(reader, 'Diary.epub'), await repaired(reader, 'Letters.epub')]
    const page = await browser.newPage()
    await signInAs(page, house.url, email)

    await page.getByRole('button', { name: 'Delete Diary.epub now' }).click()
    await page.getByRole('alertdialog').waitFor()
    expect(await inspectScreen(page, 'delete-now')).toEqual([])
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(await inspectScreen(page, 'recent-repairs')).toEqual([])
    expect(await gone(reader, first)).toBe(200)

    await page.getByRole('button', { name: 'Delete Diary.epub now' }).press('Enter')
    await page.getByRole('button', { name: 'Delete now', exact: true }).click()
    await page.getByText('Book deleted').first().waitFor()
    await page.getByText('Diary.epub').waitFor({ state: 'detached' })
    expect(await gone(reader, first)).toBe(410)

    await page.getByRole('button', { name: 'Letters.epub', exact: true }).click()
    await page.getByRole('button', { name: 'Delete now', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete now', exact: true }).click()
    await page.getByText('Drag and drop your EPUB file here').waitFor()
    expect(await gone(reader, second)).toBe(410)
    await page.close()
  })

  test('letters can be read in the outbox, and refused by their link', async () => {
    const reader = createVisitor(house.url)
    await reader.signIn('payer@example.test')
    await reader.post('/api/payments/process-square', {
      ...{ sourceId: `cnon:card-nonce-ok-${randomUUID()}`, planName: 'publisher', interval: 'yearly', amount: 20_990 },
    })
    const page = await browser.newPage()
    const receipt = page.getByRole('link', { name: 'Your receipt: Publisher, yearly, $209.90' })
    await expect
      .poll(
        async () => {
          await page.goto(house.outboxUrl!)
          return receipt.count()
        },
        { timeout: 20_000 },
      )
      .toBe(1)
    expect(await inspectScreen(page, 'outbox')).toEqual([])
    await receipt.click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Thank you, your payment has arrived.' }).waitFor()
    expect(await inspectScreen(page, 'letter')).toEqual([])

    const { id } = await reader.json<{ id: string }>('/api/auth/user')
    await page.goto(unsubscribeUrl(house.url, String(house.env.SIGNING_KEY), id))
    expect(await inspectScreen(page, 'unsubscribe')).toEqual([])
    await page.getByRole('button', { name: 'Stop these e-mails' }).click()
    await page.getByRole('heading', { name: 'We have stopped these e-mails.' }).waitFor()
    expect(await reader.json('/api/user/mail-choices')).toEqual({ repairReady: false })
    await page.close()
  })
})

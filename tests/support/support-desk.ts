import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { supportStream } from '../../contract/events/support.ts'
import { connect } from '../../db/connect.ts'
import { createLog } from '../../db/log.ts'
import { book, bytesOf } from '../../epub/testing/book.ts'
import type { startedHouse } from '../started-house.ts'
import { createVisitor } from '../visitor.ts'
import { inspectScreen, signInAs } from './browser.ts'
import type { Screens } from './screens.ts'

const broken = () =>
  bytesOf(
    book({
      'toc.ncx': (text) => text.replace(/urn:uuid:[\w-]+/, 'calibre:42'),
      'chapter.xhtml': (text) => text.replace('<p>It', '<p align="center">It'),
      'package.opf': (text) => text.replace(/\s*<item id="style"[^>]*>/, ''),
    }),
  )
const email = 'reader+support@example.test'
const note = 'Wrote to us about a wombatchronicle.'

/** The desk of support, on a house in which the first engine fails in every repair. */
export function supportDesk(at: Screens<Awaited<ReturnType<typeof startedHouse>>>) {
  async function customer(address: string) {
    const visitor = createVisitor(at.house.url)
    await visitor.signIn(address)
    // on a busy machine the answer may be that it is still being confirmed
    await visitor.post('/api/payments/process-square', {
      sourceId: `cnon:card-nonce-ok-${randomUUID()}`,
      planName: 'pro',
      interval: 'monthly',
      amount: 599,
    })
    const plan = async () => (await visitor.json<{ plan: string }>('/api/user/subscription')).plan
    await expect.poll(plan, { timeout: 150_000, interval: 300 }).toBe('pro')
    const { id } = await visitor.json<{ id: string }>('/api/auth/user')
    return { visitor, id }
  }
  type Customer = Awaited<ReturnType<typeof customer>>
  async function ended({ visitor }: Customer, bytes: Uint8Array<ArrayBuffer>) {
    const jobId = randomUUID()
    await visitor.upload({ bytes, jobId, name: 'My Diary.epub' })
    const status = async () => (await visitor.json<{ status: string }>(`/api/epub/${jobId}`)).status
    await expect.poll(status, { timeout: 150_000, interval: 300 }).not.toBe('processing')
    return jobId
  }
  const closeNotice = async () => {
    const close = at.page.getByRole('button', { name: 'Close notice' })
    await close.click()
    await close.waitFor({ state: 'detached' })
  }

  test('what happened to my book: a job that went over to another engine is found, scrubbed, explained, replayed; money is decided on; nobody else sees any of it', {
    timeout: 480_000,
  }, async () => {
    const { page, house } = at
    const [reader, other] = [await customer(email), await customer('second+support@example.test')]
    const switched = await ended(reader, new Uint8Array(await broken()))
    const failed = await ended(reader, new Uint8Array(Buffer.from('This is no archive. '.repeat(40))))
    for (const { visitor } of [reader, other]) expect((await visitor.post('/api/user/request-refund', {})).status).toBe(200)

    // to the owner, and to anybody, it does not exist
    for (const path of ['/support', `/support/jobs/${switched}?at=2`])
      expect((await reader.visitor.request(path)).status).toBe(404)
    expect((await page.goto(`${house.url}/support`))?.status()).toBe(404)
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()

    await signInAs(page, house.url, 'support@example.test')
    await at.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('link', { name: 'Support' }).click()
    await page.getByLabel('Job id, reference, account id or e-mail').fill(email.toUpperCase())
    await page.keyboard.press('Enter')
    const jobs = page.getByRole('table', { name: 'Jobs, newest first' })
    await jobs.getByRole('link', { name: switched.slice(0, 8).toUpperCase() }).waitFor()
    expect(await jobs.getByRole('link').count()).toBe(2)
    expect(await jobs.textContent()).toContain('not-a-zip')
    expect(await jobs.textContent()).toContain('rule-based, 1 switch')
    expect(await page.getByRole('button', { name: /^Approve / }).count()).toBe(2)
    expect(await inspectScreen(page, 'support')).toEqual([])

    await jobs.getByRole('link', { name: switched.slice(0, 8).toUpperCase() }).press('Enter')
    await page.getByRole('heading', { name: 'What happened' }).waitFor()
    await page.getByRole('button', { name: 'Copy summary' }).click()
    await closeNotice()
    const summary = await page.evaluate(() => navigator.clipboard.readText())
    expect(summary).toMatch(/^Your book \(\d KB\) reached us on .* to be repaired on the Pro plan\./)
    expect(summary).toContain('The AI-powered engine stopped with an error, so the rule-based engine took over.')
    expect(summary).toContain('It was repaired by the rule-based engine')
    expect(summary).toContain('It counts as one repair of your month.')

    const slider = page.getByRole('slider', { name: 'Event' })
    const last = Number(await slider.getAttribute('max'))
    await slider.focus()
    await page.keyboard.press('Home')
    await page.getByRole('region', { name: 'The job after event 1', exact: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('region', { name: 'The job after event 2', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('at')).toBe('2')
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Event 2 of \d+, StageStarted, /)
    const change = page.getByRole('button', { name: /EngineSwitched/ })
    await change.click()
    await page.getByRole('button', { name: 'Copy link to this event' }).click()
    await closeNotice()
    const link = await page.evaluate(() => navigator.clipboard.readText())

    await page.getByRole('button', { name: "Replay with today's engine" }).click()
    await page.getByText('The same file, byte for byte.').waitFor()
    await page.getByLabel('New note').fill(note)
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByText(note).first().waitFor()

    await page.goto(link)
    await expect.poll(() => change.getAttribute('aria-current')).toBe('step')
    const shown = page.getByRole('region', { name: /^The job after event/ })
    expect(await shown.textContent()).toContain('rule-based')
    expect(await slider.getAttribute('max')).toBe(String(last))
    await page.getByText('support@example.test', { exact: true }).first().waitFor()
    expect(await inspectScreen(page, 'support-job')).toEqual([])

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: `History file of repair-${switched}` }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe(`repair-${switched}.json`)
    const { events } = JSON.parse(readFileSync(await file.path(), 'utf8'))
    const own = new URL(`/api/v1/namespaces/${house.temporalNamespace}/workflows/repair-${switched}/history`, house.temporalUi)
    const { history } = await (await fetch(own)).json()
    expect(events).toEqual(history.events)
    const ui = page.getByRole('link', { name: `Open in Temporal: repair-${switched} (new tab)` })
    expect((await fetch((await ui.getAttribute('href'))!)).status).toBe(200)

    await page.goto(`${house.url}/support/jobs/${failed}`)
    await page.getByText('It ended in the stage Extraction without a result.').waitFor()
    await page.getByText('No engine was needed.').waitFor()

    await page.getByRole('link', { name: 'All jobs' }).click()
    await page.getByRole('button', { name: `Refuse $5.99 for account ${other.id}` }).click()
    await page.getByRole('radio', { name: 'We looked at your repairs, and they came out as we describe them.' }).check()
    expect(await inspectScreen(page, 'support-refuse')).toEqual([])
    await page.getByRole('button', { name: 'Refuse', exact: true }).click()
    await page.getByText('Refund refused').first().waitFor()
    await page.getByRole('button', { name: `Approve $5.99 for account ${reader.id}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Nobody waits for a decision.').waitFor()
    const refund = async ({ visitor }: Customer) =>
      (await visitor.json<{ refund: { status: string; declined: string | null } }>('/api/user/subscription')).refund
    expect(await refund(other)).toMatchObject({ status: 'declined', declined: 'as-described' })
    await expect.poll(async () => (await refund(reader)).status, { timeout: 60_000 }).toBe('refunded')

    // the same in a terminal, on the house that runs on this machine
    const inTerminal = async (program: string, ...args: string[]) => {
      const env = { PATH: process.env.PATH, BOOKMENDER_DATA: house.dataFolder }
      return (await promisify(execFile)(process.execPath, [`gateway/${program}/main.ts`, ...args], { env })).stdout
    }
    expect(await inTerminal('support', 'find', email)).toContain(`${failed}  `)
    expect(await inTerminal('support', 'show', switched)).toContain(summary.split('\n')[0])
    expect(await inTerminal('support', 'show', switched.slice(0, 8), '1')).toMatch(/extraction +pending, 0 %/)
    expect(await inTerminal('support', 'replay', switched)).toContain('The same file, byte for byte.')
    const health = await inTerminal('doctor')
    for (const part of ['Postgres', 'Temporal', 'blob store', 'OIDC', 'Square', 'worker', 'projections', 'gateway'])
      expect(health).toMatch(new RegExp(`^${part} +ok `, 'm'))
    expect(health).toContain('Everything answers.')

    const sql = connect(house.databaseUrl, { max: 1, applicationName: 'test' })
    const told = await createLog(sql).readStream(supportStream(switched))
    expect(told.map(({ type }) => type)).toEqual([
      ...['ReplayRequested', 'ReplayFinished', 'NoteAdded'],
      ...['ReplayRequested', 'ReplayFinished'],
    ])
    expect(JSON.stringify(told, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain('wombat')
    await sql.end()
  })
}

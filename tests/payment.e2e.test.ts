import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { declineSentences, priceOf } from '../contract/payment.ts'
import { refusals } from '../contract/refusal.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { findChromium, inspectScreen, signInAs } from './support/browser.ts'
import { heard, screens, stopClock } from './support/screens.ts'

/*
 * K and a number in a test's name: the line of the specification's first document (core) that the screens are held to.
 * The network is broken in the browser only where the house itself cannot be made to fail that way.
 */
const chromium = findChromium()
if (!chromium) console.warn('No Chromium on this machine (CHROMIUM_PATH): the payment screens are not looked at.')

/** More states are looked at where there is time for it, or somebody wants their pictures. */
const looksAtAll = Boolean(process.env.BOOKMENDER_FULL || process.env.BOOKMENDER_PICTURES)

const folder = mkdtempSync(join(tmpdir(), 'bookmender-payment-'))
const accepted = '4111 1111 1111 1111'
const refused = '4000 0000 0000 0002'

const broken = () => bytesOf(book({ 'toc.ncx': (text) => text.replace(/urn:uuid:[\w-]+/, 'calibre:42') }))

describe.runIf(chromium)('plans and payment on the real house', () => {
  // of its own, because everything that the stand-in for Square ever charged is counted
  const at = screens({})

  const watch = (tab: Page) => heard(tab, at.complaints)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const look = async (name: string) => {
    // a tab in the background is not painted anew
    await at.page.bringToFront()
    expect(await inspectScreen(at.page, name)).toEqual([])
  }
  const lookToo = async (name: string) => looksAtAll && look(name)
  const open = (path: string, tab = at.page) => tab.goto(`${at.house.url}${path}`)
  const button = (name: string, tab = at.page) => tab.getByRole('button', { name, exact: true })
  const seen = (text: string | RegExp, tab = at.page) => tab.getByText(text, { exact: true }).first().waitFor()

  /** The notice that stands, by its exact title and text; it is then put away. */
  async function notice(title: string, text: string, tab = at.page) {
    const shown = tab.locator('ol > li[data-state=open]').filter({ has: tab.getByText(title, { exact: true }) })
    await shown.getByText(text, { exact: true }).waitFor({ timeout: 15_000 })
    await shown.getByRole('button', { name: 'Close notice' }).click()
    await shown.waitFor({ state: 'detached' })
  }

  /** The answers of one call are broken, once or for as long as `work` lasts. */
  async function withCall(path: string, answer: (route: Route) => Promise<void>, work: () => Promise<void>) {
    await at.page.route(path, answer)
    await work()
    await at.page.unroute(path)
  }
  const gone = (route: Route) => route.abort('connectionfailed')
  const silent = (status: number) => (route: Route) => route.fulfill({ status, body: '' })
  const says = (status: number, body: object) => (route: Route) => route.fulfill({ status, json: body })

  async function fillCard(number: string, tab = at.page) {
    const form = tab.frameLocator('iframe[title="Secure card form"]')
    await form.getByLabel('Card number').fill(number)
    await form.getByLabel('Expiry').fill('12/30')
    await form.getByLabel('CVV').fill('111')
    await form.getByLabel('ZIP').fill('94103')
  }
  const readyToPay = async (amount: string) => {
    const pay = button(`Pay ${amount}`)
    await pay.waitFor()
    await expect.poll(() => pay.isEnabled()).toBe(true)
    return pay
  }
  const ledger = async (): Promise<{ payments: { amount_money: { amount: number } }[] }> =>
    (await fetch(`${at.house.squareUrl}/ledger`)).json()
  /** Every charge that the stand-in for Square ever made, in cents. */
  const charges = async () => (await ledger()).payments.map(({ amount_money }) => amount_money.amount)

  test('K23, K61, K221 to K223: prices, the comparison with its One-time column, questions; a visitor is sent to sign in', async () => {
    await open('/pricing')
    const cards = at.page.getByRole('list').filter({ has: at.page.getByRole('heading', { name: 'Publisher' }) })
    const texts = () => cards.getByRole('listitem').allInnerTexts()
    await button('Sign In')
      .or(at.page.getByRole('link', { name: 'Sign In' }))
      .first()
      .waitFor()
    expect(await cards.textContent()).toMatch(/Free\$0\.00.*Pro\$5\.99 per month.*Publisher\$20\.99 per month/s)
    await at.page.getByText('save about 17%').waitFor()
    await at.page.getByText('Yearly').click()
    expect(await cards.textContent()).toMatch(/Pro\$59\.90 per year.*11\.98.*Publisher\$209\.90 per year.*41\.98/s)
    expect((await texts()).length).toBeGreaterThan(3)
    await at.page.getByText('Monthly').click()

    const row = async (name: string) => {
      const line = at.page.getByRole('row').filter({ has: at.page.getByRole('rowheader', { name, exact: true }) })
      return (await line.getByRole('cell').allInnerTexts()).map((cell) => cell.replaceAll(/\s+/g, ' ').replace('– ', '').trim())
    }
    expect(await at.page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Feature',
      'Free',
      'One-time\nNot available yet',
      'Pro',
      'Publisher',
    ])
    expect(await row('Maximum file size')).toEqual(['5 MB', '50 MB', '50 MB', '200 MB'])
    expect(await row('Scans')).toEqual(['1 per day', 'Not part of it', 'Unlimited', 'Unlimited'])
    expect(await row('Repairs')).toEqual(['No', 'Not part of it', '25 per month', 'Unlimited'])
    expect(await row('Repair features')).toEqual(['Detection only', 'Not part of it', '18 essential', 'All 37'])
    expect(await row('Downloads')).toEqual(['No', 'Yes', 'Yes', 'Yes'])
    expect(await row('Metadata editing')).toEqual(['No', 'Yes', 'Yes', 'Yes'])
    expect(await row('DOCX conversion')).toEqual(['No', 'Not part of it', 'Yes', 'Yes'])
    expect(await row('Batch')).toEqual(['No', 'Not part of it', 'Single file', 'Up to 50 files'])
    expect(await row('Priority')).toEqual(['Low', 'Normal', 'Normal', 'High, with an SLA'])
    expect(await row('AI tools')).toEqual(['No', 'Not part of it', 'No', 'Yes'])

    await at.page.getByText('Can I cancel at any time?').click()
    await at.page.getByText('You can subscribe again whenever you like.').waitFor()
    await lookToo('pricing')

    await at.page.getByRole('link', { name: 'Get Pro' }).click()
    await at.page.getByLabel('E-mail').waitFor()
    expect(at.page.url().startsWith(at.house.identityUrl)).toBe(true)
  })

  test('K27 to K30, K64, K76: the payment pages are for those signed in, others are sent to the prices', async () => {
    for (const path of ['/checkout?plan=pro', '/square-checkout?plan=pro', '/square-payment?plan=pro', '/success']) {
      expect((await open(path))?.status()).toBe(200)
      await at.page.waitForURL(/\/pricing$/)
    }
    await open('/account')
    await seen('Please sign in to view your account settings.')
  })

  test('K64 to K82, K116 to K122, K135, K230: from free to Pro, to Publisher, down, out, and away', async () => {
    const dialog = at.page.getByRole('alertdialog')
    await signInAs(at.page, at.house.url, 'reader@example.test')
    await at.page.getByRole('link', { name: 'Account' }).click()
    await seen('Free Plan')
    await seen(/^You're currently on the free plan\./)
    await seen('Not part of your plan')
    await seen('0 of 1 used, 1 left')
    await lookToo('account-free')
    // a second tab that will know nothing of what happens in the first
    const stale = watch(await at.context.newPage())
    await open('/pricing', stale)
    await button('Upgrade to Pro', stale).waitFor()

    await at.page.getByRole('link', { name: 'Upgrade to Pro or Publisher' }).click()
    await button('Upgrade to Pro').click()
    await at.page.waitForURL(/\/checkout\?plan=pro&interval=monthly&session=[^&]+&amount=599$/)
    await at.page.getByRole('heading', { name: 'Order Summary' }).waitFor()
    await lookToo('checkout')
    const arriving = at.page.waitForResponse(
      (answer) => answer.url().includes('/square-payment') && answer.request().isNavigationRequest(),
    )
    await button('Complete Purchase').click()
    const policy = (await (await arriving).headerValue('content-security-policy')) ?? ''
    expect(policy).toContain(new URL(at.house.squareUrl!).origin)
    await at.page.waitForURL(/\/square-payment\?plan=pro&interval=monthly&amount=599$/)
    const pay = await readyToPay('$5.99')
    await look('square-payment')
    await fillCard(accepted)
    await pay.click()
    await button('Processing Payment...').waitFor()
    expect(await button('Processing Payment...').isDisabled()).toBe(true)
    await notice('Payment Successful!', 'Payment processed successfully.')
    expect(at.page.url()).toMatch(/\/success\?plan=pro&interval=monthly&amount=599&paymentId=\w+$/)
    await seen('Your account has been upgraded!')
    await button('Stay on this page').click()
    await lookToo('success')
    expect(await charges()).toEqual([599])

    await button('Upgrade to Pro', stale).click()
    await notice('Payment Error', 'You already have this plan', stale)

    await at.page.getByRole('link', { name: 'Start repairing' }).click()
    await at.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Mine.epub', mimeType: 'application/epub+zip', buffer: Buffer.from(await broken()) })
    await button('Start Guaranteed Repair').click()
    const downloading = at.page.waitForEvent('download', { timeout: 120_000 })
    await at.page.getByRole('button', { name: 'Download Fixed EPUB' }).click({ timeout: 120_000 })
    await (await downloading).saveAs(join(folder, 'Mine.epub'))

    await at.page.getByRole('link', { name: 'Account', exact: true }).click()
    await seen('Active')
    await seen('1 of 25 used, 24 left')
    await at.page.getByText(/^Renews on /).waitFor()
    await at.page.getByText('Payment: Pro, monthly').waitFor()
    const receipt = await at.page.getByRole('link', { name: /^Receipt BM-.* as PDF$/ }).getAttribute('href')
    expect((await at.page.request.get(`${at.house.url}${receipt}`)).headers()['content-type']).toContain('application/pdf')
    await look('account')
    await button('Delete All Files Now').click()
    await dialog.getByRole('button', { name: 'Delete Files' }).click()
    await notice('Files Deleted', '1 book was deleted.')

    await at.page.getByRole('link', { name: 'Upgrade to Publisher' }).click()
    await button('Upgrade to Publisher').click()
    await dialog.getByText(/^The \d+ days( \d+ h)? of Pro that you have paid for/).waitFor()
    await lookToo('upgrade-dialog')
    await button('Continue to checkout').click()
    await button('Complete Purchase').click()
    const payMore = await readyToPay('$20.99')
    await fillCard(accepted)
    // the first answer is lost on its way: the browser asks again, and it is the same payment
    let isLost = false
    const loseOnce = async (route: Route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort('connectionreset')
    }
    await withCall('**/api/payments/process-square', loseOnce, async () => {
      await payMore.click()
      await notice('Payment Successful!', 'Payment processed successfully.')
    })
    expect(isLost).toBe(true)
    await at.page.getByText(/^\d+ days( \d+ h)? of Pro became \d+ days( \d+ h)? of Publisher\.$/).waitFor()
    expect(await charges()).toEqual([599, 2099])

    await open('/pricing', stale)
    await button('Downgrade to Pro', stale).waitFor()
    await open('/pricing')
    await button('Downgrade to Pro').click()
    await lookToo('downgrade-dialog')
    await dialog.getByRole('button', { name: 'Downgrade to Pro' }).click()
    await at.page.getByText('Plan Downgraded', { exact: true }).waitFor()
    await at.page
      .getByText(/^\d+ days( \d+ h)? of Publisher became \d+ days( \d+ h)? of Pro\.$/)
      .first()
      .waitFor()
    await lookToo('pricing-pro')
    await button('Downgrade to Pro', stale).click()
    await stale.getByRole('alertdialog').getByRole('button', { name: 'Downgrade to Pro' }).click()
    await notice('Downgrade Failed', 'You already have this plan', stale)
    await stale.close()

    await open('/account')
    await button('Cancel Subscription').click()
    await at.page.mouse.click(5, 5)
    await dialog.waitFor()
    await withCall('**/api/user/cancel-subscription', slowly, async () => {
      await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
      await button('Canceling...').waitFor()
      await at.page.mouse.click(5, 5)
      await at.page.keyboard.press('Escape')
      await button('Canceling...').waitFor()
      await notice(
        'Subscription Canceled',
        "Your subscription has been canceled. You'll retain access until the end of your billing period.",
      )
    })
    await at.page.getByText(/^Access until /).waitFor()
    expect(await button('Cancel Subscription').count()).toBe(0)
    await lookToo('account-cancelled')

    await button('Delete Account').click()
    await at.page.mouse.click(5, 5)
    await dialog.waitFor()
    await look('delete-dialog')
    const clock = await stopClock(at.page)
    await withCall('**/api/user/account', slowly, async () => {
      await dialog.getByRole('button', { name: 'Delete Account' }).click()
      await clock.until(() => button('Deleting...').isVisible())
      await clock.until(() => at.page.getByText('Account Deleted', { exact: true }).isVisible())
    })
    await seen('Your account has been permanently deleted. You will be redirected to the homepage.')
    const waited = await clock.until(async () => at.page.url() === `${at.house.url}/`)
    expect(waited).toBeGreaterThan(1800)
    expect(waited).toBeLessThan(2300)
    await clock.go()
    await button('Get Started Free').first().waitFor()
    expect((await at.page.request.get(`${at.house.url}/api/auth/user`)).status()).toBe(401)
    expect(await charges()).toEqual([599, 2099])
  })

  /** Long enough to be seen. */
  const slowly = async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  }

  test('K73, K122, K230: the success page waits for the plan, counts 10 seconds down and goes on', async () => {
    await signInAs(at.page, at.house.url, 'waiting@example.test')
    await open('/success?plan=publisher')
    await seen('Activating your plan... This may take a moment.')
    await seen('Thank you. You bought Publisher, billed monthly.')
    await at.page.clock.install()
    await at.page.reload()
    const clock = await stopClock(at.page)
    await clock.until(() => at.page.getByText(/^You go on to EPUB Repair in (9|8) seconds\.$/).isVisible())
    const waited = await clock.until(async () => at.page.url() === `${at.house.url}/`)
    expect(waited).toBeGreaterThan(7000)
    expect(waited).toBeLessThan(9500)
    await at.page.clock.resume()
    await open('/success')
    await seen('Thank you. You bought Pro, billed monthly.')
  })

  test('K77 to K80, K222, K223: the account by plan: price, badge, date line, links and limits', async () => {
    const facts = async (email: string) => {
      await at.context.clearCookies()
      await signInAs(at.page, at.house.url, email)
      await open('/account')
      const plan = at.page.getByRole('region', { name: 'Current Plan' })
      await plan.getByRole('heading', { name: 'Plan Management' }).waitFor()
      await at.page.getByRole('region', { name: 'Usage & Limits' }).getByText('Repairs this month').waitFor()
      const limits = await at.page.getByRole('region', { name: 'Usage & Limits' }).getByRole('definition').allInnerTexts()
      return {
        plan: (await plan.textContent()) ?? '',
        links: await plan.getByRole('link').allInnerTexts(),
        buttons: await plan.getByRole('button').allInnerTexts(),
        limits: limits.map((text) => text.split('\n')[0]),
      }
    }
    const pro = await facts('pro+settings@example.test')
    expect(pro.plan).toMatch(/Pro\s*Active\s*\$5\.99 per month\s*Renews on /)
    expect(pro.plan).toContain('18 essential repair features')
    expect(pro.links).toEqual(['Upgrade to Publisher', 'Change Plan'])
    expect(pro.buttons).toEqual(['Cancel Subscription'])
    expect(pro.limits).toEqual(['50 MB', '1', '0 used, unlimited', '0 of 25 used, 25 left'])
    await at.page.getByText('pro+settings@example.test').last().waitFor()
    expect(await at.page.getByRole('link', { name: /^Settings at / }).getAttribute('href')).toContain(at.house.identityUrl)

    const over = async (route: Route) => {
      const known = await (await route.fetch()).json()
      await route.fulfill({ json: { ...known, planExpiry: '2020-01-15T12:00:00Z', renews: false } })
    }
    await withCall('**/api/user/subscription', over, async () => {
      await at.page.reload()
      await at.page.getByText('Expired on January 15, 2020').waitFor()
    })

    const publisher = await facts('publisher+settings@example.test')
    expect(publisher.plan).toMatch(/Publisher\s*Active\s*\$20\.99 per month/)
    expect(publisher.links).toEqual(['Change Plan'])
    expect(publisher.limits).toEqual(['200 MB', '50', '0 used, unlimited', '0 used, unlimited'])
  })

  test('K70, K129 to K132, K203 to K217: every notice of payment, checkout, downgrade, cancellation and deletion', async () => {
    const before = await charges()
    await signInAs(at.page, at.house.url, 'clumsy@example.test')

    const upgrade = () => button('Upgrade to Pro').click()
    await open('/pricing')
    await withCall('**/api/payments/create-session', silent(400), async () => {
      await upgrade()
      await notice('Payment Error', 'Failed to create payment session')
    })
    await withCall('**/api/payments/create-session', gone, async () => {
      await upgrade()
      await notice('Upgrade Error', 'Failed to upgrade account. Please try again.')
    })

    await open('/checkout')
    await seen('Invalid checkout session. Please select a plan from our pricing page.')
    const complete = async (query: string, text: string) => {
      await open(`/checkout?${query}`)
      await button('Complete Purchase').click()
      await notice('Checkout Error', text)
      await at.page.waitForURL(/\/pricing$/)
    }
    await complete('plan=pro&amount=999', refusals['amount-mismatch'])
    await withCall('**/api/payments/create-checkout', silent(400), () =>
      complete('plan=pro', 'Failed to create checkout session.'),
    )
    await withCall('**/api/payments/create-checkout', gone, () => complete('plan=pro', 'Something went wrong. Please try again.'))
    await withCall('**/api/payments/create-checkout', says(200, { success: true }), () =>
      complete('plan=pro', 'No checkout URL provided'),
    )
    await withCall('**/api/payments/create-checkout', gone, async () => {
      await open('/square-checkout?plan=pro&interval=monthly')
      await notice('Checkout Error', 'Failed to start checkout process. Please try again.')
      await at.page.waitForURL(/\/pricing$/)
    })

    await withCall('**/api/payments/square-config', silent(404), async () => {
      await open('/square-payment?plan=pro')
      await notice('Payment Setup Error', 'Failed to initialize payment. Please try again.')
      await at.page.waitForURL(/\/pricing$/)
    })
    await withCall('**/api/payments/square-config', says(200, emptyConfiguration), async () => {
      await open('/square-payment?plan=pro')
      await notice('Payment Setup Error', 'Failed to initialize payment. Please try again.')
      await at.page.waitForURL(/\/pricing$/)
    })
    await withCall('**/v1/square.js', gone, async () => {
      await open('/square-payment?plan=pro')
      await notice('Payment Setup Error', 'Failed to initialize payment system: the card form of Square could not be loaded')
      await at.page.waitForURL(/\/pricing$/)
    })
    await withCall('**/v1/square.js', squareThat('attach: async () => { throw new Error("no") }'), async () => {
      await open('/square-payment?plan=pro')
      await notice('Payment Form Error', 'Failed to load payment form. Please refresh and try again.')
      expect(at.page.url()).toContain('/square-payment')
      expect(await button('Pay $5.99').isDisabled()).toBe(true)
    })
    await withCall(
      '**/v1/square.js',
      squareThat('attach: async () => {}, tokenize: async () => ({ status: "Invalid" })'),
      async () => {
        await open('/square-payment?plan=pro')
        await (await readyToPay('$5.99')).click()
        await notice('Payment Failed', 'Card tokenization failed')
      },
    )

    await withCall('**/v1/square.js', squareThat('attach: () => new Promise(() => {})'), async () => {
      await withCall('**/api/payments/square-config', slowly, async () => {
        await open('/square-payment?plan=publisher&interval=yearly&amount=20990')
        await seen('Loading Payment Form')
        await seen('Initializing secure payment form...')
        expect(await at.page.getByRole('region', { name: 'Your order' }).textContent()).toMatch(
          /Publisher\s*Yearly\s*\$209\.90 per year/,
        )
        expect(await button('Pay $209.90').isDisabled()).toBe(true)
      })
    })

    await open('/square-payment')
    await seen('Invalid checkout session. Please select a plan from our pricing page.')
    await expect.poll(() => button('Pay').isEnabled()).toBe(true)
    await button('Pay').click()
    await notice('Payment Error', 'Payment form not ready. Please wait a moment and try again.')

    await open('/square-payment?plan=pro&interval=monthly&amount=1')
    const payTooLittle = await readyToPay('$0.01')
    await payTooLittle.click()
    await notice('Payment Failed', 'Card number is not valid')
    await fillCard(accepted)
    await payTooLittle.click()
    await notice('Payment Failed', refusals['amount-mismatch'])

    await open('/square-payment?plan=pro&interval=monthly&amount=599')
    const pay = await readyToPay('$5.99')
    await fillCard(refused)
    await pay.click()
    await notice('Payment Failed', declineSentences.declined)
    await fillCard(accepted)
    await withCall('**/api/payments/process-square', silent(400), async () => {
      await pay.click()
      await notice('Payment Failed', 'Payment processing failed')
    })
    await withCall('**/api/payments/process-square', gone, async () => {
      await pay.click()
      await notice('Payment Failed', 'Payment failed. Please check your card details and try again.')
    })
    expect(at.page.url()).toContain('/square-payment')
    expect(await pay.isEnabled()).toBe(true)
    const unknown = { error: refusals['payment-pending'], code: 'payment-pending' }
    await withCall('**/api/payments/process-square', says(503, unknown), async () => {
      await pay.click()
      await notice('Payment Being Confirmed', refusals['payment-pending'])
      expect(await pay.isDisabled()).toBe(true)
      await notice('Payment Failed', 'Payment processing failed')
      expect(await pay.isEnabled()).toBe(true)
    })
    await at.page.getByRole('link', { name: 'Back to Pricing' }).click()
    await at.page.waitForURL(/\/pricing$/)
    expect(await charges()).toEqual(before)

    await open('/account')
    await withCall('**/api/user/subscription', silent(404), async () => {
      await at.page.reload()
      await at.page.getByText('Unable to load subscription details').waitFor()
    })
    await withCall('**/api/user/account', gone, async () => {
      await deleting()
      await notice('Deletion Failed', 'Failed to delete account. Please contact support.')
    })
    await withCall('**/api/user/account', says(400, { error: 'Not now.' }), async () => {
      await deleting()
      await notice('Deletion Failed', 'Not now.')
    })
    await withCall('**/api/auth/user', says(200, nameless), async () => {
      await at.page.reload()
      await expect.poll(() => at.page.getByText('Not provided', { exact: true }).count()).toBe(2)
    })

    await signOutAnd(() => signInAs(at.page, at.house.url, 'publisher+clumsy@example.test'))
    await open('/pricing')
    const lessen = async (text: string) => {
      await button('Downgrade to Pro').click()
      await at.page.getByRole('alertdialog').getByRole('button', { name: 'Downgrade to Pro' }).click()
      await notice('Downgrade Failed', text)
    }
    await withCall('**/api/user/downgrade-subscription', gone, () => lessen('Failed to downgrade plan. Please try again.'))
    await withCall('**/api/user/downgrade-subscription', silent(418), () => lessen('HTTP 418'))
    await open('/account')
    const cancelling = async (text: string) => {
      await button('Cancel Subscription').click()
      await at.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
      await notice('Cancellation Failed', text)
    }
    await withCall('**/api/user/cancel-subscription', gone, () =>
      cancelling('Failed to cancel subscription. Please contact support.'),
    )
    await withCall('**/api/user/cancel-subscription', says(400, { error: 'Not now.' }), () => cancelling('Not now.'))
  })

  const emptyConfiguration = { applicationId: '', locationId: '', environment: 'local', scriptUrl: '/none.js' }
  const nameless = { id: 'x', email: '', firstName: null, lastName: null, roles: [] }
  const squareThat = (card: string) => (route: Route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.Square = { payments: () => ({ card: async () => ({ ${card}, destroy: async () => true }) }) }`,
    })
  async function deleting() {
    await button('Delete Account').click()
    await at.page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click()
  }
  async function signOutAnd(then: () => Promise<void>) {
    await at.context.clearCookies()
    await then()
  }

  test('a plan is bought by keyboard alone', async () => {
    await signInAs(at.page, at.house.url, 'keys@example.test')
    await open('/pricing')
    await button('Upgrade to Publisher').waitFor()
    const focused = () =>
      at.page.evaluate(() => {
        const element = document.activeElement
        return element instanceof HTMLInputElement
          ? (element.labels?.[0]?.textContent ?? '')
          : (element?.textContent ?? '').trim()
      })
    const tabTo = async (name: string | RegExp) => {
      for (let presses = 0; presses < 60; presses++) {
        await at.page.keyboard.press('Tab')
        const text = await focused()
        if (typeof name === 'string' ? text === name : name.test(text)) return
      }
      throw new Error(`Nothing called ${name} was reached`)
    }
    await tabTo(/^Monthly/)
    await at.page.keyboard.press('ArrowRight')
    await at.page.getByText('$209.90').waitFor()
    await tabTo('Upgrade to Publisher')
    await at.page.keyboard.press('Enter')
    await button('Complete Purchase').waitFor()
    await tabTo('Complete Purchase')
    await at.page.keyboard.press('Enter')
    await readyToPay('$209.90')

    const inFrame = () => at.page.evaluate(() => document.activeElement?.tagName === 'IFRAME')
    for (let presses = 0; presses < 40 && !(await inFrame()); presses++) await at.page.keyboard.press('Tab')
    // the frame is a process of its own: a key pressed before the focus arrives there is lost
    const form = at.page.frameLocator('iframe[title="Secure card form"]')
    const fields = { 'Card number': '4111111111111111', Expiry: '12/30', CVV: '111', ZIP: '94103' }
    for (const [index, [label, text]] of Object.entries(fields).entries()) {
      if (index > 0) await at.page.keyboard.press('Tab')
      const field = form.getByLabel(label)
      await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
      await at.page.keyboard.type(text)
      await expect.poll(() => field.inputValue()).toBe(text)
    }
    await tabTo('Pay $209.90')
    await at.page.keyboard.press('Enter')
    await notice('Payment Successful!', 'Payment processed successfully.')
    await seen('Your account has been upgraded!')
    expect((await charges()).at(-1)).toBe(priceOf('publisher', 'yearly'))
    await tabTo('Stay on this page')
    await at.page.keyboard.press('Enter')
    await tabTo('To my account')
    await at.page.keyboard.press('Enter')
    await at.page.getByText('30 days', { exact: true }).waitFor()
    await at.page.getByRole('radio', { name: '24 hours' }).focus()
    await at.page.keyboard.press('ArrowRight')
    await notice('Saved', 'Your files are kept for 30 days from now on.')
    await button('Ask for a Refund').click()
    await at.page.getByRole('alertdialog').getByRole('button', { name: 'Ask for a Refund' }).click()
    await notice('Refund Requested', 'Support looks at it within 2 business days.')
    await seen('Your refund request is with support. You hear of it within 2 business days.')
  })
})

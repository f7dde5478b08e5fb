import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import type { PolicyArea } from '#contract/topics.ts'
import { nextDate } from './billSteps.ts'
import { createMovedBills } from './movedSteps.ts'
import { expect, holdScripts, signIn, signInAsNewcomer, test, uniqueName } from './support/product.ts'

/** Holds back the response with the first bills until the returned function is called. */
async function holdBills(page: Page): Promise<() => void> {
  const bills = Promise.withResolvers<void>()
  await page.route('**/api/bills?**', async (route) => {
    await bills.promise
    await route.continue()
  })
  return bills.resolve
}

const Bills = z.object({ bills: z.array(z.object({ title: z.string(), summary: z.string() })) })

/** Returns the position and size of each text. */
async function positions(page: Page, texts: string[]) {
  return Promise.all(
    texts.map(async (text) => {
      const { x, y, width, height } = (await page.getByText(text, { exact: true }).first().boundingBox())!
      return { text, x, y, width, height }
    }),
  )
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 } })

  for (const home of ['with an address', 'without an address']) {
    test(`a member ${home} sees the first bills before the code of the feed is loaded, and they stay where they are`, async ({
      page,
      app,
    }) => {
      const title = uniqueName('Early Harbor Dredging and Levee Repair Act with a Title of Two Lines ')
      const summary = `${uniqueName('Summary ')} of a bill that is long enough for a second line on a phone, and a third.`
      await app.bill(uniqueName('Second Early Act '), { created_at: nextDate() })
      const { bill_id } = await app.bill(title, { created_at: nextDate() })
      await app.pool`update bills set summary = ${summary} where bill_id = ${bill_id}`
      const ann =
        home === 'with an address'
          ? await app.resident(uniqueName('early'), 'ocd-division/country:us/state:nv/place:reno')
          : await app.member(uniqueName('early'))
      await app.pool`update users set email_verified_at = now() where user_id = ${ann.user_id}`
      await signIn(page, ann)
      const release = await holdScripts(page)
      const responded = page.waitForResponse('**/api/bills?**')
      await page.goto('/feed', { waitUntil: 'commit' })
      const { bills } = z.parse(Bills, await (await responded).json())
      const [first, second] = bills
      const texts = ['UPDATES', 'Discover', 'For you', 'FEED', first!.title, first!.summary, second!.title]
      await expect(page.getByText(first!.title, { exact: true })).toBeVisible()
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const early = await positions(page, texts)
      // The early bills are hidden from screen readers, which wait for the complete feed.
      await expect(page.getByRole('heading')).toHaveCount(0)

      release()
      await expect(page.getByRole('link', { name: first!.title })).toBeVisible()
      await expect(page.locator('#early')).toHaveCount(0)
      const final = await positions(page, texts)
      for (const [index, position] of early.entries()) {
        const finalPosition = final[index]!
        expect(Math.abs(finalPosition.y - position.y), position.text).toBeLessThan(1)
        expect(Math.abs(finalPosition.x - position.x), position.text).toBeLessThan(1)
      }
    })
  }

  // covers HURD-SPEED-06
  test('a member with news sees them and the first bills before the code of the feed is loaded, and nothing moves', async ({
    page,
    app,
  }) => {
    const { member, titles } = await createMovedBills(app, 4)
    await signIn(page, member)
    const release = await holdScripts(page)
    const responded = page.waitForResponse('**/api/bills?**')
    await page.goto('/feed', { waitUntil: 'commit' })
    const [first, second] = z.parse(Bills, await (await responded).json()).bills
    const texts = ['For you', first!.summary, second!.summary]
    await expect(page.getByText(first!.summary, { exact: true })).toBeVisible()
    await expect(page.locator('#early li').getByText(titles[3]!, { exact: true })).toBeVisible()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const early = await positions(page, texts)

    release()
    const block = page.getByRole('region', { name: 'Since your last visit' })
    await expect(block.getByRole('listitem')).toHaveCount(3)
    await expect(page.locator('#early')).toHaveCount(0)
    for (const [index, position] of (await positions(page, texts)).entries()) {
      expect(Math.abs(position.y - early[index]!.y), position.text).toBeLessThan(1)
      expect(Math.abs(position.x - early[index]!.x), position.text).toBeLessThan(1)
    }
  })

  // covers HURD-SPEED-07
  test('a newcomer sees the first step of the welcome card before its code is loaded, and it stays where it is', async ({
    page,
    app,
  }) => {
    const topics: PolicyArea[] = [
      'animals',
      'congress',
      'education',
      'energy',
      'families',
      'health',
      'immigration',
      'law',
    ]
    topics.push('native_americans', 'social_welfare', 'taxation', 'commerce')
    await app.bill(uniqueName('Bill of twelve topics '), { created_at: nextDate(), topics })
    const newcomer = await app.member(uniqueName('early'))
    await app.pool`update users set email_verified_at = null where user_id = ${newcomer.user_id}`
    await signInAsNewcomer(page, newcomer)
    const release = await holdScripts(page)
    await page.goto('/feed', { waitUntil: 'commit' })
    const texts = [
      'Please verify your email address',
      'For you',
      'What do you care about?',
      'Follow three topics. They come right after your places.',
      'Choose 3 more',
      'More topics',
    ]
    await expect(page.getByText('Choose 3 more')).toBeVisible()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const early = await positions(page, texts)

    release()
    await expect(page.getByRole('heading', { name: 'What do you care about?' })).toBeVisible()
    await expect(page.locator('#early')).toHaveCount(0)
    for (const [index, position] of (await positions(page, texts)).entries()) {
      const before = early[index]!
      expect(Math.abs(position.y - before.y), position.text).toBeLessThan(1)
      expect(Math.abs(position.x - before.x), position.text).toBeLessThan(1)
    }
  })

  // covers HURD-SPEED-06
  test('the scripts of the app are requested when the first bills are shown', async ({ page, app }) => {
    const title = uniqueName('Unhurried Ferry Landing Act ')
    await app.bill(title, { created_at: nextDate() })
    const ann = await app.member(uniqueName('early'))
    await app.pool`update users set email_verified_at = now() where user_id = ${ann.user_id}`
    await signIn(page, ann)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (/\/assets\/.*\.js$/.test(request.url())) scripts.push(request.url())
    })
    const releaseBills = await holdBills(page)
    const releaseScripts = await holdScripts(page)
    // Disables the timeout after which the scripts stop waiting for the first bills, because on a slow machine it could expire
    // during the test.
    await page.addInitScript(() => {
      const set = window.setTimeout.bind(window)
      Object.assign(window, { setTimeout: (run: () => void, ms = 0) => (ms === 2_000 ? 0 : set(run, ms)) })
    })
    await page.goto('/feed', { waitUntil: 'commit' })
    await expect(page.locator('#early')).toBeVisible()
    expect(scripts).toEqual([])

    releaseBills()
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    await expect.poll(() => scripts.length).toBeGreaterThan(0)

    releaseScripts()
    await expect(page.getByRole('link', { name: title })).toBeVisible()
  })

  // covers HURD-SPEED-06
  test('the app starts without the first bills when their response takes too long', async ({ page, app }) => {
    const ann = await app.member(uniqueName('early'))
    await app.pool`update users set email_verified_at = now() where user_id = ${ann.user_id}`
    await signIn(page, ann)
    await holdBills(page)
    await page.goto('/feed', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
  })

  test('a feed that cannot be read says so, and nothing covers it', async ({ page, app }) => {
    const ann = await app.member(uniqueName('early'))
    await app.pool`update users set email_verified_at = now() where user_id = ${ann.user_id}`
    await signIn(page, ann)
    await page.route('**/api/bills?**', (route) => route.fulfill({ status: 500, json: { success: false } }))
    await page.goto('/feed')
    await expect(page.getByRole('heading', { name: 'Error Loading Bills' })).toBeVisible()
    await expect(page.locator('#early')).toHaveCount(0)
  })
})

test('in a wide window there is no early feed', async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('wide')))
  await holdScripts(page)
  await page.goto('/feed', { waitUntil: 'commit' })
  await page.waitForFunction(() => window.firstReads)
  await expect(page.locator('#early')).toHaveCount(0)
})

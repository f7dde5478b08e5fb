import type { Page } from '@playwright/test'
import { nextDate } from './billSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'

/** Holds back the scripts of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts.resolve
}

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
      const { bill_id } = await app.bill(title, { created_at: nextDate() })
      await app.pool`update bills set summary = ${summary} where bill_id = ${bill_id}`
      const ann =
        home === 'with an address'
          ? await app.resident(uniqueName('early'), 'ocd-division/country:us/state:nv/place:reno')
          : await app.member(uniqueName('early'))
      await app.pool`update users set email_verified_at = now() where user_id = ${ann.user_id}`
      await signIn(page, ann)
      const release = await holdScripts(page)
      await page.goto('/feed', { waitUntil: 'commit' })
      const texts = ['Notifications', 'Discover', 'For you', 'FEED', title, summary]
      await expect(page.getByText(title)).toBeVisible()
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const early = await positions(page, texts)
      // The early bills are hidden from screen readers, which wait for the complete feed.
      await expect(page.getByRole('heading')).toHaveCount(0)

      release()
      await expect(page.getByRole('button', { name: title })).toBeVisible()
      await expect(page.locator('#early')).toHaveCount(0)
      const final = await positions(page, texts)
      for (const [index, position] of early.entries()) {
        const finalPosition = final[index]!
        expect(Math.abs(finalPosition.y - position.y), position.text).toBeLessThan(1)
        expect(Math.abs(finalPosition.x - position.x), position.text).toBeLessThan(1)
      }
    })
  }

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

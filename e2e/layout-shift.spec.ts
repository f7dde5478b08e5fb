import type { Page } from '@playwright/test'
import { followTarget } from '#contract/alerts.ts'
import { addBookmark, followTopic, takeStance } from '#contract/bills/bills.ts'
import { muteUser } from '#contract/mutes.ts'
import { addComment, nextDate, openBill, openBillByLink } from './billSteps.ts'
import { uniquePlace } from './groupSteps.ts'
import { layoutShift } from './support/layout.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'

const routes = [
  '/login',
  '/feed',
  '/feed?scope=city',
  '/feed?highlight=:bill',
  '/dashboard?tab=groups',
  '/groups',
  '/groups/:group',
  '/profile',
  '/profile/:other',
  '/settings',
  '/settings?section=location',
  '/settings?section=privacy',
  '/settings?section=notifications',
  '/updates',
  '/representatives/:rep',
  '/search?q=Shift',
  '/elections',
  '/news',
]

// covers HURD-SPEED-03
for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`no page moves under its reader at ${width} pixels`, async ({ page, app }) => {
    test.slow()
    await page.setViewportSize({ width, height })
    const { division, city } = uniquePlace('shift')
    const ann = await app.resident(uniqueName('still'), division)
    const other = await app.member(uniqueName('mover'))
    const { bill_id } = await app.bill(uniqueName('Shift '), { created_at: nextDate(), topics: ['health'] })
    await addComment(other, bill_id, `A comment from ${city}`)
    await ann.call(followTopic, { topic: 'health' })
    await ann.call(takeStance, { id: bill_id, stance: 'support' })
    await ann.call(addBookmark, { id: bill_id })
    const group = await app.groupOf(division)
    const rep_id = uniqueName('shift-rep-')
    await app.representative(rep_id, { rep_name: 'Steady Hand' })
    await ann.call(followTarget, { target_type: 'search', target_id: 'shift' })
    const muted = await app.member(uniqueName('muted'))
    await ann.call(muteUser, { id: muted.user_id })
    // What is above other content arrives last.
    await page.route(/\/agreement$|\/api\/updates|\/users\/privacy$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })

    for (const route of routes) {
      if (route === routes[1]) await signIn(page, ann)
      const address = route
        .replace(':bill', bill_id)
        .replace(':group', group)
        .replace(':rep', rep_id)
        .replace(':other', other.username)
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      expect(await layoutShift(page), route).toBeLessThanOrEqual(0.02)
    }
  })
}

/** Holds the responses to the matching requests back until the returned function is called. */
async function holdResponses(page: Page, pattern: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  // covers HURD-SPEED-03
  test(`comments on a bill do not move when what is above them arrives last, at ${width} pixels`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width, height })
    const author = await app.member(uniqueName('author'))
    const discussedBill = async () => {
      const { bill_id } = await app.bill(uniqueName('Late Parts '), { created_at: nextDate() })
      return { bill_id, comment: await addComment(author, bill_id, 'A comment that stays') }
    }
    for (const late of [/\/api\/bills\/[0-9a-f-]+$/, /\/vote-events/, /\/statements/]) {
      const { bill_id, comment } = await discussedBill()
      const release = await holdResponses(page, late)
      await openBillByLink(page, author, bill_id, comment)
      await expect(openBill(page)).toBeVisible()
      release()
      await expect(page.locator(`[data-comment="${comment}"]`)).toBeFocused()
      await page.unroute(late)
      await page.goto('/robots.txt')

      // The browser scrolls a bill that was opened before to where it was left, so this is another one.
      const other = await discussedBill()
      const releaseAgain = await holdResponses(page, late)
      await openBillByLink(page, author, other.bill_id)
      await expect(openBill(page)).toBeVisible()
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      releaseAgain()
      await expect(openBill(page).getByText('A comment that stays')).toBeVisible()
      await expect(openBill(page).getByRole('region', { name: 'People' })).toBeVisible()
      expect(await layoutShift(page), String(late)).toBeLessThanOrEqual(0.02)
      await page.unroute(late)
    }
  })
}

import { follow } from '#contract/alerts.ts'
import { addBookmark, followTopic, takeStance } from '#contract/bills/bills.ts'
import { muteUser } from '#contract/mutes/mutes.ts'
import { addComment, nextDate } from './billSteps.ts'
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
    await ann.call(follow, { target_type: 'search', target_id: 'shift' })
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

import { getBill, getStance, takeStance } from '#contract/bills/bills.ts'
import { postComment } from '#contract/discussions.ts'
import {
  card,
  cutNetwork,
  failWithoutMessage,
  nextDate,
  openBill,
  openBillByLink,
  openFeed,
  refuseWith,
  stance,
} from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'

// covers CIV-FEED-01 CIV-BILLCARD-11 CIV-STANCE-02 CIV-STANCE-06 CIV-STANCE-07 CIV-STANCE-09
test('a stance taken on a card marks it, counts it and opens the bill, where it can be changed', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const bob = await app.member(uniqueName('bob'))
  const title = uniqueName('Take a stance ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  await bob.call(takeStance, { id: bill_id, stance: 'oppose' })
  await openFeed(page, ann)
  const here = card(page, title)
  await expect(here.getByRole('radio')).toHaveText([
    /0\s*SUPPORT/,
    /1\s*OPPOSE/,
    /0\s*NEUTRAL/,
    /0\s*STILL LEARNING/,
  ])

  await stance(here, 'SUPPORT').click()
  const bill = openBill(page)
  await expect(bill.getByRole('heading', { level: 1, name: title })).toBeFocused()
  await expect(stance(bill, 'SUPPORT, 1, 50%')).toBeChecked()
  await expect(bill.getByText('Your stance', { exact: true })).toBeVisible()
  await expect(bill.getByText('2 stances')).toBeVisible()
  await expect(
    bill.getByRole('img', { name: 'Stances: support 1, oppose 1, neutral 0, still learning 0' }),
  ).toBeVisible()

  await stance(bill, 'OPPOSE').click()
  await expect(stance(bill, 'OPPOSE, 2, 100%')).toBeChecked()
  await expect(stance(bill, 'SUPPORT, 0, 0%')).not.toBeChecked()
  await expect.poll(async () => (await ann.call(getStance, { id: bill_id })).stance.stance).toBe('oppose')
  await bill.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(stance(here, 'OPPOSE, 2')).toBeChecked()
  await page.reload()
  await expect(stance(here, 'OPPOSE, 2')).toBeChecked()

  const { totalStances } = await page.evaluate<{ totalStances: number }>(() => JSON.parse(localStorage.user))
  expect(totalStances, 'changing a stance does not count as another one').toBe(1)
})

test('in the stance control arrow keys only move the focus; Space and Enter choose', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Keys only ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/stance')) sent.push(request.url())
  })
  await openFeed(page, ann)
  const here = card(page, title)
  await expect(here).toBeVisible()

  await here.getByRole('link', { name: title }).focus()
  await page.keyboard.press('Tab')
  await expect(here.getByRole('button', { name: 'Bookmark' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(stance(here, 'SUPPORT')).toBeFocused()
  for (const [key, name] of [
    ['ArrowRight', 'OPPOSE'],
    ['ArrowDown', 'NEUTRAL'],
    ['ArrowRight', 'STILL LEARNING'],
    ['ArrowLeft', 'NEUTRAL'],
    ['ArrowUp', 'OPPOSE'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(stance(here, name)).toBeFocused()
  }
  await expect(here.getByRole('radio', { checked: true })).toHaveCount(0)
  expect(sent, 'moving the focus sends nothing').toEqual([])

  await page.keyboard.press('Tab')
  await expect(here.getByRole('radio').and(page.locator(':focus')), 'the group is one tab stop').toHaveCount(
    0,
  )
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  const bill = openBill(page)
  await expect(bill).toBeVisible()
  expect(sent).toHaveLength(1)
  await expect(stance(bill, 'OPPOSE')).toBeChecked()
  await stance(bill, 'OPPOSE').focus()
  await page.keyboard.press('ArrowDown')
  await expect(stance(bill, 'OPPOSE')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(stance(bill, 'NEUTRAL, 1, 100%')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await ann.call(getBill, { id: bill_id })).bill.user_stance).toBe('neutral')
})

// covers CIV-STANCE-11 CIV-STANCE-12
test('a stance that could not be saved is reverted and says why', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Unlucky ')
  await app.bill(title, { created_at: nextDate() })
  await openFeed(page, ann)
  const here = card(page, title)
  for (const [fail, message] of [
    [failWithoutMessage, 'Failed to submit stance. Please try again.'],
    [cutNetwork, 'Network error. Please check your connection and try again.'],
    [refuseWith('This bill is closed'), 'This bill is closed'],
  ] as const) {
    await page.route('**/stance', fail)
    await stance(here, 'SUPPORT').click()
    await expect(here.getByRole('alert')).toHaveText(message)
    await expect(stance(here, 'SUPPORT, 0')).not.toBeChecked()
    await expect(openBill(page), 'the bill stays closed').toBeHidden()
    await page.unroute('**/stance')
  }
  await stance(here, 'SUPPORT').click()
  await expect(stance(openBill(page), 'SUPPORT, 1, 100%')).toBeChecked()
})

test('while a stance is being saved it is shown and the others wait; after a lost response it is read again', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Slow stance '))
  const keys: (string | undefined)[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/stance', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) {
      await route.fetch()
      return route.abort('connectionreset')
    }
    await released
    return route.continue()
  })
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  await stance(bill, 'NEUTRAL').click()
  await expect(stance(bill, 'NEUTRAL, 1, 100%')).toBeChecked()
  await expect(stance(bill, 'OPPOSE')).toBeDisabled()
  await expect.poll(() => keys.length).toBe(2)
  release()
  await expect(stance(bill, 'OPPOSE')).toBeEnabled()
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1], 'both requests have the same idempotency key').toBe(keys[0])
  await expect(stance(bill, 'NEUTRAL, 1, 100%')).toBeChecked()
})

// covers CIV-STANCE-03 CIV-STANCE-08
test("after a stance the comments are loaded again, and the member's own show it", async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Talked about '))
  await ann.call(postComment, { id: bill_id, content: 'I wonder.', category_id: 'general-discussion' })
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  await expect(bill.getByText('I wonder.')).toBeVisible()
  const refetch = page.waitForRequest(
    (request) => new URL(request.url()).pathname === `/api/bills/${bill_id}/comments`,
  )
  await stance(bill, 'STILL LEARNING').click()
  await refetch
  await expect(bill.getByRole('listitem').filter({ hasText: 'I wonder.' })).toContainText('Unsure')
})

// covers CIV-CONSTANTS-01 CIV-CONSTANTS-02 CIV-CONSTANTS-03 CIV-CONSTANTS-04
test('support is green, oppose red, neutral amber, still learning light blue', async ({ page, app }) => {
  const [ann, bob, cleo, dan] = await Promise.all(
    ['ann', 'bob', 'cleo', 'dan'].map((name) => app.member(uniqueName(name))),
  )
  const title = uniqueName('Colorful ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  await ann!.call(takeStance, { id: bill_id, stance: 'support' })
  await bob!.call(takeStance, { id: bill_id, stance: 'oppose' })
  await cleo!.call(takeStance, { id: bill_id, stance: 'neutral' })
  await dan!.call(takeStance, { id: bill_id, stance: 'learning' })
  await openFeed(page, ann!)
  const segments = card(page, title)
    .getByRole('img', { name: /^Stances/ })
    .locator('span')
  await expect(segments).toHaveCount(4)
  const colors = await segments.evaluateAll((parts) =>
    parts.map((part) => getComputedStyle(part).backgroundColor),
  )
  expect(colors).toEqual(['rgb(9, 144, 82)', 'rgb(208, 60, 57)', 'rgb(198, 120, 0)', 'rgb(1, 147, 206)'])
})

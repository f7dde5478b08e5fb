import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { voteOnComment } from '#contract/discussions.ts'
import { addComment, nextDate, openBill, openBillByLink, openFeed } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { saveScreenshot } from './support/screenshots.ts'

/** Finds controls whose visible text is not part of their accessible name. A member cannot use them by voice. */
async function findNameMismatches(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withRules(['label-content-name-mismatch']).analyze()
  return violations.flatMap(({ nodes }) => nodes.map((node) => node.html))
}

test('the visible text of every control is part of its accessible name, on a bill with a half-written reply', async ({
  page,
  app,
}) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'), { full_name: 'Ann Archer' })
  const bob = await app.member(uniqueName('bob'), { full_name: 'Bob Baker' })
  const { bill_id } = await app.bill(uniqueName('Named '), { created_at: nextDate() })
  const comment_id = await addComment(bob, bill_id, 'Consider the mornings')
  await ann.call(takeStance, { id: bill_id, stance: 'oppose' })
  await ann.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
  await ann.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id })
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  await bill.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(bill.getByRole('textbox', { name: 'Reply to Bob Baker' })).toBeVisible()
  expect(await findNameMismatches(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.goto('/feed')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await findNameMismatches(page)).toEqual([])
})

test('each service in the share menu has its own icon', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Shared '), { created_at: nextDate() })
  await openBillByLink(page, ann, bill_id)
  await openBill(page).getByRole('button', { name: 'Share' }).click()
  const shapes: string[] = []
  for (const name of ['X', 'Facebook', 'LinkedIn', 'Email', 'Text message']) {
    const item = page.getByRole('menuitem', { name, exact: true })
    shapes.push(await item.locator('svg').evaluate((icon) => icon.innerHTML))
  }
  expect(new Set(shapes).size).toBe(5)
  await saveScreenshot(page, 'share-menu')
})

test('the line above the bills names an order only when there is one', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  await app.bill(uniqueName('Ordered '), { created_at: nextDate() })
  await openFeed(page, ann)
  const total = (text: RegExp) => page.getByText(text)
  await expect(total(/bills?\. Congress comes first\.$/)).toBeVisible()
  await page.goto('/feed?q=nobodywouldeverwritethis')
  await expect(total(/^0 bills match\.$/)).toBeVisible()
  await ann.send('POST', '/api/bills/topics/follow', { body: { topic: 'health' } })
  await page.goto('/feed')
  // Bills of Congress of other tests may be on the page too.
  await expect(total(/bills?\. (Congress and t|T)opics you follow come first\.$/)).toBeVisible()
})

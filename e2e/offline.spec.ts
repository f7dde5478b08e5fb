import type { Page } from '@playwright/test'
import { followUser } from '#contract/people.ts'
import { addComment, card, nextDate, openBill, openBillByLink, openFeed, stance } from './billSteps.ts'
import { openProfile } from './profileSteps.ts'
import { expect, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Connection' })
/** The toasts, and what could not be loaded because the network was gone too early. */
const alerts = (page: Page) => page.getByRole('alert')
/** Finds the element whose text screen readers announce. */
const announced = (page: Page) => page.locator('.vh[aria-live=polite]')
const item = (page: Page, text: string) => openBill(page).getByRole('listitem').filter({ hasText: text })

/** Collects the idempotency keys of the writing requests to this path that have reached the server. */
function collectWriteKeys(page: Page, path: RegExp) {
  const keys: (string | undefined)[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() !== 'GET' && path.test(new URL(request.url()).pathname)) {
      keys.push(request.headers()['idempotency-key'])
    }
  })
  return keys
}

async function createAnnAndBob(app: TestServer) {
  return { ann: await app.member(uniqueName('ann')), bob: await app.member(uniqueName('bob')) }
}

test('a bar says that there is no network, is announced, stays visible over an open bill, and disappears when the network is back', async ({
  page,
  context,
  app,
}) => {
  const { ann } = await createAnnAndBob(app)
  const title = uniqueName('Offline Bar ')
  await app.bill(title, { created_at: nextDate() })
  await openFeed(page, ann)
  await expect(card(page, title)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await context.setOffline(true)
  await expect(bar(page)).toHaveText(/^You're offline\. Nothing can be sent until you're back/)
  await expect(announced(page)).toHaveText(/^You're offline\./)
  const header = await page.getByRole('banner').boundingBox()
  const height = (await bar(page).boundingBox())?.height ?? 0
  expect(height).toBeGreaterThan(0)
  expect(header?.y, 'the header is below the bar').toBe(height)
  await takeScreenshots(page, 'offline-feed', { fullPage: false })

  await context.setOffline(false)
  await expect(bar(page)).toHaveCount(0)
  await expect(announced(page)).toHaveText("You're back online.")
  await card(page, title).getByRole('link', { name: title }).click()
  await expect(openBill(page)).toBeVisible()
  await context.setOffline(true)
  await expect(bar(page)).toBeInViewport()
  const back = await openBill(page).getByRole('button', { name: 'Back to feed' }).boundingBox()
  expect(back?.y, 'no button is under the bar').toBeGreaterThanOrEqual(height)
  await openBill(page).getByRole('button', { name: 'Back to feed' }).click()
  await expect(openBill(page)).toHaveCount(0)
})

// covers CIV-STANCE-12
test('a stance chosen without a network fails at once, and is sent once when pressed again', async ({
  page,
  context,
  app,
}) => {
  const { ann } = await createAnnAndBob(app)
  const { bill_id } = await app.bill(uniqueName('Offline Stance '))
  await openBillByLink(page, ann, bill_id)
  const support = stance(openBill(page), 'SUPPORT')
  await expect(support).toBeVisible()
  const writes = collectWriteKeys(page, /\/stance$/)
  await context.setOffline(true)
  await support.click()
  await expect(
    openBill(page).getByText('Network error. Please check your connection and try again.'),
  ).toBeVisible()
  await expect(support).not.toBeChecked()
  await expect(stance(openBill(page), 'OPPOSE'), 'the others can be pressed again').toBeEnabled()
  await takeScreenshots(page, 'offline-stance', { fullPage: false })

  await context.setOffline(false)
  await support.click()
  await expect(support).toBeChecked()
  await expect(openBill(page).getByText('Network error.')).toHaveCount(0)
  // The button is checked before the server has answered.
  const stored = () => app.pool`select from stance_changes where user_id = ${ann.user_id}`
  await expect.poll(async () => (await stored()).length).toBe(1)
  await expect
    .poll(() => writes, 'the browser reports a response later than the server stores its effect')
    .toHaveLength(1)
})

test('a comment posted without a network returns to its field, survives a reload and is sent once', async ({
  page,
  context,
  app,
}) => {
  const { ann } = await createAnnAndBob(app)
  const { bill_id } = await app.bill(uniqueName('Offline Comment '))
  await openBillByLink(page, ann, bill_id)
  const field = openBill(page).getByRole('textbox', { name: 'Add to the discussion' })
  const post = openBill(page).getByRole('button', { name: 'Post comment' })
  await expect(field).toBeVisible()
  await context.setOffline(true)
  await field.fill('Written on a train')
  await post.click()
  await expect(alerts(page).filter({ hasText: 'Failed to submit comment: Network error' })).toBeVisible()
  await expect(field).toHaveValue('Written on a train')
  await expect(item(page, 'Written on a train')).toHaveCount(0)

  await context.setOffline(false)
  await page.reload()
  await expect(field).toHaveValue('Written on a train')
  await post.click()
  await expect(item(page, 'Written on a train')).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)
  expect(await app.pool`select from bill_comments where user_id = ${ann.user_id}`).toHaveLength(1)
})

test('a vote, a bookmark and a follow without a network are reverted, say why, and work once the network is back', async ({
  page,
  context,
  app,
}) => {
  const { ann, bob } = await createAnnAndBob(app)
  const { bill_id } = await app.bill(uniqueName('Offline Vote '))
  const comment_id = await addComment(bob, bill_id, 'Vote on me')
  await openBillByLink(page, ann, bill_id)
  const up = item(page, 'Vote on me').getByRole('button', { name: /^Upvote/ })
  const bookmark = openBill(page).getByRole('button', { name: 'Bookmark' })
  await expect(up).toBeVisible()
  await context.setOffline(true)
  await up.click()
  await expect(alerts(page).filter({ hasText: 'Failed to record vote. Please try again.' })).toBeVisible()
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  await bookmark.click()
  await expect(alerts(page).filter({ hasText: 'Failed to bookmark: Network error' })).toBeVisible()
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false')
  await context.setOffline(false)
  await up.click()
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await bookmark.click()
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
  expect(await app.pool`select from comment_votes where comment_id = ${comment_id}`).toHaveLength(1)

  await openProfile(page, ann, bob.username)
  const follow = page.getByRole('button', { name: /^Follow / })
  const writes = collectWriteKeys(page, /\/follow$/)
  await expect(follow).toBeVisible()
  await context.setOffline(true)
  await follow.click()
  await expect(alerts(page).filter({ hasText: 'An error occurred. Please try again.' })).toBeVisible()
  await expect(follow).toBeVisible()
  await context.setOffline(false)
  await follow.click()
  await expect(page.getByRole('button', { name: /^Unfollow / })).toBeVisible()
  await expect.poll(() => writes).toHaveLength(1)
  expect(await ann.refusal(followUser, { id: bob.user_id })).toBe('already_following_user')
})

test('loading more bills and searching without a network say why they fail, and work once the network is back', async ({
  page,
  context,
  app,
}) => {
  const { ann } = await createAnnAndBob(app)
  const stem = uniqueName('Paged')
  for (let number = 1; number <= 21; number += 1) {
    await app.bill(`${stem} number ${100 + number}`, { created_at: nextDate() })
  }
  await openFeed(page, ann)
  const more = page.getByRole('button', { name: 'Show 20 more bills' })
  await expect(more).toBeVisible()
  await context.setOffline(true)
  await more.click()
  await expect(alerts(page).filter({ hasText: 'Failed to fetch bills' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(20)
  await context.setOffline(false)
  await more.click()
  await expect(card(page, `${stem} number 101`)).toBeVisible()
  await expect(alerts(page)).toHaveCount(0)

  await context.setOffline(true)
  await page.getByLabel('Keyword').fill('nothing like it here')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Error Loading Bills' })).toBeVisible()
  await context.setOffline(false)
  await expect(
    page.getByRole('heading', { name: 'No bills match your filters' }),
    'the feed loads without a press',
  ).toBeVisible()
})

import type { Locator, Page } from '@playwright/test'
import { createGroupPost } from '#contract/groups.ts'
import { addComment, card, nextDate, openBill, stance } from './billSteps.ts'
import { box, groupCard, post, uniquePlace } from './groupSteps.ts'
import { expect, signIn, test, uniqueName, type Person, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// Deactivated members, and members whose email is not verified, may do less than others.

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const refusal = 'Your account is deactivated. Reactivate it to continue.'
const button = (container: Page | Locator, name: string | RegExp) => container.getByRole('button', { name })

/** Creates a place with a resident, and a bill and a group in which another resident has written. */
async function createPlaceWithContent(
  app: TestServer,
  stem: string,
  more: Parameters<TestServer['member']>[1],
) {
  const place = uniquePlace(stem)
  const me = await app.resident(uniqueName(stem), place.division, { full_name: 'Rae Rest', ...more })
  const bob = await app.resident(uniqueName('bob'), place.division, { full_name: 'Bob Brook', ...verified })
  const title = uniqueName('Paused ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  await addComment(bob, bill_id, 'A view of Bob')
  const id = await app.groupOf(place.division)
  await bob.call(createGroupPost, { id, content: 'A post of Bob' })
  return { me, bob, title, place, id }
}

async function expectToast(page: Page) {
  const alert = page.getByRole('alert').filter({ hasText: refusal }).first()
  await expect(alert).toBeVisible()
  for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all()) await dismiss.click()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

async function openAsDeactivated(page: Page, person: Person, address: string) {
  await signIn(page, person)
  await page.goto(address)
  await button(page.getByRole('dialog', { name: 'Reactivating? Welcome Back!' }), 'Not Now').click()
}

test('a deactivated member reads bills, and every action says why it is refused and keeps typed text', async ({
  page,
  app,
}) => {
  const { me, title } = await createPlaceWithContent(app, 'deactivated', {
    ...verified,
    account_status: 'inactive',
  })
  await openAsDeactivated(page, me, '/feed')
  await button(card(page, title), 'Bookmark').click()
  await expectToast(page)
  await expect(button(card(page, title), 'Bookmark')).toHaveAttribute('aria-pressed', 'false')
  await stance(card(page, title), 'SUPPORT').click()
  await expect(card(page, title).getByRole('alert')).toHaveText(refusal)
  await expect(stance(card(page, title), 'SUPPORT')).not.toBeChecked()

  await card(page, title).getByRole('link', { name: title }).click()
  const bill = openBill(page)
  await button(bill, /^Upvote/).click()
  await expect(page.getByText(`Failed to record vote: ${refusal}`).last()).toBeVisible()
  await expect(button(bill, 'Upvote, 0')).toHaveAttribute('aria-pressed', 'false')
  const field = bill.getByRole('textbox', { name: 'Add to the discussion' })
  await field.fill('Words I will want again')
  await button(bill, 'Post comment').click()
  await expect(page.getByRole('alert').filter({ hasText: refusal }).first()).toBeVisible()
  await expect(field).toHaveValue('Words I will want again')
})

test('a deactivated member can read groups and profiles, and gets the same refusals there', async ({
  page,
  app,
}) => {
  const { me, bob, place, id } = await createPlaceWithContent(app, 'still', {
    ...verified,
    account_status: 'inactive',
  })
  await openAsDeactivated(page, me, '/groups?level=local')
  await button(groupCard(page, place.name), /^FOLLOW/).click()
  await expectToast(page)
  await expect(button(groupCard(page, place.name), /^FOLLOW /)).toBeVisible()

  await page.getByRole('link', { name: place.name }).click()
  await expect(page).toHaveURL(new RegExp(id))
  // The page only logs that a like failed, and the banner says why.
  const refused = page.waitForEvent('console', (line) => line.text().includes('The like failed'))
  await button(post(page, 'A post of Bob'), /^Like/).click()
  await refused
  await expect(button(post(page, 'A post of Bob'), 'Like, 0')).toBeVisible()
  await expect(page.getByText('Cannot Post in This Group')).toBeVisible()
  await expect(page.locator('main').getByText(refusal)).toBeVisible()
  await expect(page.getByText("Only residents within this group's jurisdiction")).toHaveCount(0)
  await expect(box(page)).toHaveCount(0)
  await button(post(page, 'A post of Bob'), '0 comments').click()
  const line = post(page, 'A post of Bob').getByRole('textbox', { name: 'Add a comment' })
  await line.fill('Words for later')
  await line.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await expect(line).toHaveValue('Words for later')

  await page.goto(`/profile/${bob.username}`)
  await button(page.getByRole('dialog'), 'Not Now').click()
  await button(page, 'Follow Bob Brook').click()
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await expect(button(page, 'Follow Bob Brook')).toBeVisible()

  const banner = page.getByRole('region', { name: 'Deactivated account' })
  await expect(banner).toContainText('Your account is deactivated')
  await takeScreenshots(page, 'deactivated', { fullPage: false })
  await button(banner, 'Reactivate account').click()
  await button(page.getByRole('dialog'), 'Yes, Reactivate').click()
  await expect(banner).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
  await button(page, 'Follow Bob Brook').click()
  await expect(button(page, 'Unfollow Bob Brook')).toBeVisible()
})

// covers ACC-ROLES-03
test('a member with an unverified email can do everything, under the banner', async ({ page, app }) => {
  const { me, bob, title, place, id } = await createPlaceWithContent(app, 'unproven', {})
  const banner = page.getByRole('region', { name: 'Email verification' })
  await signIn(page, me)
  await page.goto('/feed')
  await expect(banner).toBeVisible()
  await stance(card(page, title), 'SUPPORT').click()
  const bill = openBill(page)
  await expect(stance(bill, 'SUPPORT')).toBeChecked()
  await bill.getByRole('textbox', { name: 'Add to the discussion' }).fill('Unproven, but heard')
  await button(bill, 'Post comment').click()
  await expect(bill.getByRole('listitem').filter({ hasText: 'Unproven, but heard' })).toBeVisible()
  await expect(bill.getByRole('textbox', { name: 'Add to the discussion' })).toHaveValue('')

  await page.goto(`/groups/${id}?tab=feed`)
  await expect(banner).toBeVisible()
  await box(page).fill('A neighbor without a verified address')
  await page.getByRole('button', { name: 'POST', exact: true }).click()
  await expect(post(page, 'A neighbor without a verified address')).toBeVisible()
  await button(page, `Follow ${place.name}`).click()
  await expect(button(page, `Following ${place.name}`)).toBeVisible()

  await page.goto(`/profile/${bob.username}`)
  await button(page, 'Follow Bob Brook').click()
  await expect(button(page, 'Unfollow Bob Brook')).toBeVisible()
  await page.goto('/settings')
  await expect(banner).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

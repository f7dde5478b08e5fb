import type { Page } from '@playwright/test'
import { getThread, listComments } from '#contract/discussions.ts'
import { addComment, card, nextDate, openBill, openBillByLink, openFeed, refuseWith } from './billSteps.ts'
import { box, openGroup } from './groupSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'

/** Finds the element whose text screen readers announce. */
const announced = (page: Page) => page.locator('.vh[aria-live=polite]')

test('a member reaches the bills with two presses of Tab and Enter, and the next Tab reaches the first bill', async ({
  page,
  app,
}) => {
  const title = uniqueName('First Stop ')
  await app.bill(title, { created_at: nextDate() })
  await openFeed(page, await app.member(uniqueName('ann')))
  await expect(card(page, title)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to bills' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'List of bills' })).toBeFocused()
  await page.keyboard.press('Tab')
  // Bills of other tests may come before this one.
  const first = page.getByRole('article').first()
  await expect(first.getByRole('heading').getByRole('link')).toBeFocused()
  await expect(page).toHaveURL('/feed')
  await page.goto('/news')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Skip to bills' })).toHaveCount(0)
})

test('a posted comment and a posted reply are announced and get the focus', async ({ page, app }) => {
  const [ann, bob] = [await app.member(uniqueName('ann')), await app.member(uniqueName('bob'))]
  const { bill_id } = await app.bill(uniqueName('Announced '))
  const parent = await addComment(bob, bill_id, 'Answer me')
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  const item = (text: string) => bill.getByRole('listitem').filter({ hasText: text })
  const live = announced(page)

  await bill.getByRole('textbox', { name: 'Add to the discussion' }).fill('A first thought')
  await page.keyboard.press('Control+Enter')
  await expect(live).toHaveText('Comment posted.')
  await expect(item('A first thought')).toBeFocused()
  const { comments } = await ann.call(listComments, { id: bill_id, category_id: 'general-discussion' })
  const posted = comments.find((comment) => comment.content === 'A first thought')
  await expect(item('A first thought')).toHaveAttribute('data-comment', posted?.comment_id ?? '')

  await item('Answer me').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('An answer')
  await page.keyboard.press('Control+Enter')
  await expect(live).toHaveText('Reply posted.')
  await expect(item('An answer')).toBeFocused()
  const { thread } = await ann.call(getThread, { id: bill_id, comment_id: parent })
  expect(thread.replies).toHaveLength(1)
})

test('the category of a comment is kept while a reply is posted, and the next comment begins with the first one', async ({
  page,
  app,
}) => {
  const [ann, bob] = [await app.member(uniqueName('ann')), await app.member(uniqueName('bob'))]
  const { bill_id } = await app.bill(uniqueName('Categories '))
  await addComment(bob, bill_id, 'Answer me')
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  const item = (text: string) => bill.getByRole('listitem').filter({ hasText: text })
  const category = bill.getByRole('combobox', { name: 'Category' })
  await category.selectOption('personal-stories')
  await item('Answer me').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('An answer')
  await page.keyboard.press('Control+Enter')
  await expect(announced(page)).toHaveText('Reply posted.')
  await expect(category).toHaveValue('personal-stories')

  await bill.getByRole('textbox', { name: 'Add to the discussion' }).fill('It happened to me')
  await page.keyboard.press('Control+Enter')
  await expect(announced(page)).toHaveText('Comment posted.')
  await expect(item('It happened to me')).toContainText('Personal Stories')
  await expect(category).toHaveValue('general-discussion')
})

test('a member who moves the focus while a comment is being posted keeps it there', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Went On '))
  await openBillByLink(page, ann, bill_id)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/comments', async (route) => {
    if (route.request().method() === 'POST') await released
    await route.fallback()
  })
  const bill = openBill(page)
  await bill.getByRole('textbox', { name: 'Add to the discussion' }).fill('Slow thought')
  await page.keyboard.press('Control+Enter')
  await bill.getByRole('button', { name: 'READ FULL BILL' }).focus()
  release()
  await expect(announced(page)).toHaveText('Comment posted.')
  await expect(bill.locator('[data-comment]')).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)
  await expect(bill.getByRole('button', { name: 'READ FULL BILL' })).toBeFocused()
})

for (const isElsewhere of [true, false]) {
  const where = isElsewhere
    ? 'leaves the focus in another field in which the member is writing'
    : 'returns to its field with the focus so that the member can correct it'
  test(`a reply that fails ${where}`, async ({ page, app }) => {
    const [ann, bob] = [await app.member(uniqueName('ann')), await app.member(uniqueName('bob'))]
    const { bill_id } = await app.bill(uniqueName('Failing '))
    await addComment(bob, bill_id, 'Answer me')
    await openBillByLink(page, ann, bill_id)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/comments', async (route) => {
      if (route.request().method() === 'POST') await released
      await refuseWith('Not today')(route)
    })
    const comment = openBill(page).getByRole('listitem').filter({ hasText: 'Answer me' })
    const composer = openBill(page).getByRole('textbox', { name: 'Add to the discussion' })
    await comment.getByRole('button', { name: 'Reply' }).click()
    await page.keyboard.type('An answer')
    await page.keyboard.press('Control+Enter')
    await expect(openBill(page).getByText('Posting')).toBeVisible()
    if (isElsewhere) {
      await composer.focus()
      await page.keyboard.type('Half a ')
    }
    release()
    await expect(comment.getByRole('alert')).toHaveText('Failed to submit reply: Not today')
    await page.keyboard.type('thought')
    if (isElsewhere) await expect(composer).toHaveValue('Half a thought')
    else await expect(comment.getByRole('textbox')).toHaveValue(`@${bob.username} An answerthought`)
  })
}

test('a post in a group is announced', async ({ page, app }) => {
  await openGroup(page, app, 'announcer')
  await box(page).fill('Who can help?')
  await page.getByRole('button', { name: 'POST', exact: true }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Who can help?' })).toBeVisible()
  await expect(announced(page)).toHaveText('Post published.')
})

for (const device of ['mouse', 'keyboard'] as const) {
  test(`when a member deletes a comment by ${device}, the question starts with the focus on Cancel`, async ({
    page,
    app,
  }) => {
    const ann = await app.member(uniqueName('ann'))
    const { bill_id } = await app.bill(uniqueName('Deleted by '))
    await addComment(ann, bill_id, 'Not for long')
    await openBillByLink(page, ann, bill_id)
    const button = openBill(page).getByRole('button', { name: 'Delete' })
    if (device === 'mouse') await button.click()
    else await button.press('Enter')
    const cancel = page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })
    await expect(cancel).toBeFocused()
    // The focus is still there after the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    await expect(cancel).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })
}

test('the date of a comment shows its full date and time', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Dated '))
  const comment_id = await addComment(ann, bill_id, 'Said on a Friday')
  await app.pool`update bill_comments set created_at = '2026-03-06T20:05:00Z' where comment_id = ${comment_id}`
  await openBillByLink(page, ann, bill_id)
  const time = openBill(page).locator(`[data-comment="${comment_id}"] time`)
  await expect(time).toHaveAttribute('title', 'March 6, 2026 at 3:05 PM EST')
  await expect(time).toHaveAttribute('datetime', '2026-03-06T20:05:00.000Z')
})

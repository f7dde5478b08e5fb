import type { Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment } from '#contract/discussions.ts'
import { addComment, keepOnTop, openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { saveScreenshot, takeScreenshots } from './support/screenshots.ts'

const item = (page: Page, text: string) => openBill(page).getByRole('listitem').filter({ hasText: text })

test('a discussion looks right in screenshots in all its states', async ({ page, app }) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'), { full_name: 'Maya Okafor' })
  const rosa = await app.member(uniqueName('rosa'), { full_name: 'Rosa Delgado' })
  const tom = await app.member(uniqueName('tom'), { full_name: 'Tom Brennan' })
  const { bill_id } = await app.bill('Sunshine Protection Act of the Screenshots')
  await rosa.call(takeStance, { id: bill_id, stance: 'support' })
  await tom.call(takeStance, { id: bill_id, stance: 'learning' })
  await ann.call(takeStance, { id: bill_id, stance: 'oppose' })
  const first = await addComment(
    rosa,
    bill_id,
    'I work the late shift at a clinic. An extra hour of evening light is the difference between walking my kids home in daylight and walking them home in the dark.',
  )
  const second = await addComment(
    tom,
    bill_id,
    `@${rosa.username} I see that. But mornings would be dark.`,
    first,
  )
  await addComment(ann, bill_id, `@${tom.username} Could schools start later in winter?`, second)
  const deleted = await addComment(tom, bill_id, 'Gone soon')
  await addComment(rosa, bill_id, 'An answer to what is gone.', deleted)
  await tom.call(deleteComment, { id: deleted })
  const hidden = await addComment(tom, bill_id, 'Hidden soon')
  await app.pool`update bill_comments set hidden_at = now() where comment_id = ${hidden}`
  for (let number = 1; number <= 21; number += 1) {
    await addComment(rosa, bill_id, `A further thought, number ${number}.`)
  }
  const linked = await addComment(tom, bill_id, 'The comment that a link points at, far down the list.')
  await addComment(ann, bill_id, 'A reply below it.', linked)
  await page.route('**/echo-score', (route) =>
    route.fulfill({
      json: {
        success: true,
        echo_chamber_score: 34,
        healthy_votes: 123,
        echo_votes: 63,
        total_analyzed_votes: 186,
        cached: true,
        insufficient_data: false,
        total_votes: 201,
        message: null,
      },
    }),
  )
  await openBillByLink(page, ann, bill_id, linked)
  await expect(item(page, 'far down the list')).toBeFocused()
  await keepOnTop(page, 'Discussion')
  await takeScreenshots(page, 'discussion-linked', { fullPage: false })

  await page.goto('/feed')
  await openBillByLink(page, ann, bill_id)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/comments', async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  await item(page, 'But mornings would be dark').getByRole('button', { name: 'Reply' }).click()
  await item(page, 'But mornings would be dark')
    .getByRole('textbox')
    .pressSequentially('A reply that is on its way.')
  await page.keyboard.press('Control+Enter')
  await expect(item(page, 'on its way').getByText('Posting')).toBeVisible()
  await keepOnTop(page, 'I work the late shift')
  await takeScreenshots(page, 'discussion-states', { fullPage: false })
  release()

  // The screenshots may have taken longer than the request is allowed to take. Another test checks its result.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(item(page, 'I work the late shift')).toBeVisible()
  await openBill(page).getByRole('button', { name: 'Show 5 more threads' }).scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'discussion-end-desktop-light')
  await keepOnTop(page, 'Discussion')
  await openBill(page)
    .getByRole('button', { name: /^Sort threads/ })
    .press('Enter')
  await expect(page.getByRole('menuitemradio')).toHaveCount(3)
  for (const [name, size] of Object.entries({ desktop: [1440, 900], mobile: [390, 844] })) {
    await page.setViewportSize({ width: size[0]!, height: size[1]! })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await saveScreenshot(page, `discussion-sort-${name}-${colorScheme}`)
    }
  }
})

import type { Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { addComment, failWithoutMessage, openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const item = (page: Page, text: string) => openBill(page).getByRole('listitem').filter({ hasText: text })

// covers CIV-MINDCHANGE-01 CIV-MINDCHANGE-04 CIV-MINDCHANGE-05 CIV-MINDCHANGE-08
test('"Changed my mind" offers the three other stances and credits the comment', async ({ page, app }) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  const bob = await app.member(uniqueName('bob'), { full_name: 'Bob Baker' })
  const { bill_id } = await app.bill(uniqueName('Convincing '))
  const comment_id = await addComment(bob, bill_id, 'Look at it this way')
  await ann.call(takeStance, { id: bill_id, stance: 'oppose' })
  await openBillByLink(page, ann, bill_id)
  const brain = item(page, 'Look at it this way').getByRole('button', { name: 'Changed my mind' })
  const entries = page.getByRole('menuitem')

  await page.route('**/stance', failWithoutMessage)
  await brain.click()
  await expect(page.getByText('Bob Baker changed your mind. Where do you stand now?')).toBeVisible()
  await expect(entries).toHaveText(['Support', 'Neutral', 'Unsure'])
  await entries.filter({ hasText: 'Support' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Failed to change stance: /)
  await expect(openBill(page).getByRole('radio', { name: 'OPPOSE' })).toBeChecked()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.unroute('**/stance')

  const sent = page.waitForRequest((request) => request.url().endsWith('/stance'))
  await brain.press('Enter')
  await page.keyboard.press('Escape')
  await expect(openBill(page), 'Escape closes only the menu').toBeVisible()
  await brain.press('Enter')
  await entries.filter({ hasText: 'Support' }).click()
  expect((await sent).postDataJSON()).toEqual({ stance: 'support', change_source: 'comment', comment_id })
  await expect(openBill(page).getByRole('radio', { name: 'SUPPORT' })).toBeChecked()

  // The page shows the result, announces it once, and shows it again after a reload.
  const toast = page.getByRole('alert').filter({ hasText: 'You changed your mind' })
  await expect(toast).toHaveCount(1)
  await expect(toast.getByText('OpposeSupport', { exact: true })).toBeVisible()
  await expect(
    toast.getByText('You changed your mind from Oppose to Support. Bob Baker will be notified.'),
  ).toHaveClass(/vh/)
  await expect(page.locator('[aria-live]').filter({ hasText: 'Support' })).toHaveCount(0)
  await takeScreenshots(page, 'mind-changed', { fullPage: false })
  const credited = item(page, 'Look at it this way').getByRole('button', {
    name: 'Changed your mind 1 so far',
  })
  await expect(credited).toBeVisible()
  await page.reload()
  await expect(credited.getByText('Changed your mind')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  const label = await credited.getByText('Changed your mind').boundingBox()
  expect(label?.width, 'a phone shows the label on a first-level comment').toBeGreaterThan(60)
})

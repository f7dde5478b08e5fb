import type { Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { updatePrivacy } from '#contract/people.ts'
import { addComment, keepOnTop, openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const item = (page: Page, text: string) =>
  openBill(page).getByRole('listitem').filter({ hasText: text }).last()

// covers HURD-COMMENT-02 HURD-COMMENT-03
test('beside an old comment a reader sees that its author had another stance when it was written', async ({
  page,
  app,
}) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  const bob = await app.member(uniqueName('bob'), { full_name: 'Bartholomew Featherstone-Baker' })
  const cleo = await app.member(uniqueName('cleo'), { full_name: 'Cleo Cruz' })
  const title = uniqueName('Second Thoughts ')
  const { bill_id } = await app.bill(title)
  await bob.call(takeStance, { id: bill_id, stance: 'oppose' })
  const first = await addComment(bob, bill_id, 'The fee is too high for small boats')
  await cleo.call(takeStance, { id: bill_id, stance: 'learning' })
  await addComment(cleo, bill_id, 'Small boats are exempt', first)
  await bob.call(takeStance, {
    id: bill_id,
    stance: 'support',
    change_source: 'comment',
    comment_id: await addComment(cleo, bill_id, 'Section 4 has the exemption'),
  })
  await addComment(bob, bill_id, 'Then I am for it')
  await ann.call(takeStance, { id: bill_id, stance: 'support' })

  await openBillByLink(page, ann, bill_id, first)
  await expect(item(page, 'Then I am for it').getByText('Supports', { exact: true })).toBeVisible()
  await expect(item(page, 'Then I am for it')).not.toContainText('when written')
  await expect(openBill(page).getByText('Supports (opposed when written)')).toHaveCount(1)
  await expect(item(page, 'Small boats are exempt')).toContainText('Unsure')

  // The author changes their mind again, and the reader's page follows when it is opened again.
  await cleo.call(takeStance, { id: bill_id, stance: 'oppose' })
  await page.reload()
  await expect(item(page, 'Small boats are exempt').getByText('Opposes (unsure when written)')).toBeVisible()
  await keepOnTop(page, 'The fee is too high')
  await takeScreenshots(page, 'earlier-stance', {
    fullPage: false,
    visible: item(page, 'Small boats are exempt'),
  })

  await openBill(page)
    .getByRole('button', { name: /changed (?:their|your) mind/ })
    .click()
  const minds = page.getByRole('dialog', { name: 'Changed minds' })
  await expect(minds.getByText('Opposes (unsure when written)')).toBeVisible()
  await takeScreenshots(page, 'earlier-stance-minds', { fullPage: false, visible: minds })
  await page.keyboard.press('Escape')

  await cleo.call(updatePrivacy, { public_stances: false })
  await page.reload()
  await expect(item(page, 'Small boats are exempt')).toBeVisible()
  await expect(item(page, 'Small boats are exempt')).not.toContainText(/opposes|unsure|no stance/i)

  // Visitors see the same on the page that can be shared.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/bills/${bill_id}`)
  await expect(page.getByText('Supports (opposed when written)')).toBeVisible()
  await takeScreenshots(page, 'earlier-stance-shared', { fullPage: true })
})

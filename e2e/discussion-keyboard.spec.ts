import type { Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { addComment, openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'

const item = (page: Page, text: string) => openBill(page).getByRole('listitem').filter({ hasText: text })

/** Returns the label, the placeholder or the text of the focused element. */
function focusedName(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    const names = [
      focused?.getAttribute('aria-label'),
      focused?.getAttribute('placeholder'),
      focused?.textContent,
    ]
    return names.find((name) => name) ?? ''
  })
}

test('a member uses a discussion with the keyboard alone: tabs, writing, voting, replying, changing their mind, deleting', async ({
  page,
  app,
}) => {
  test.slow()
  const [ann, bob] = [await app.member(uniqueName('ann')), await app.member(uniqueName('bob'))]
  const { bill_id } = await app.bill(uniqueName('Keyed '))
  await ann.call(takeStance, { id: bill_id, stance: 'oppose' })
  await addComment(bob, bill_id, 'Seen from here', null, 'economic-impact')
  await openBillByLink(page, ann, bill_id)
  await expect(item(page, 'Seen from here')).toBeVisible()

  /** Presses Tab until the element with this name has the focus, and fails if it cannot be reached. */
  async function tabTo(name: RegExp) {
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press('Tab')
      if (name.test(await focusedName(page))) return
    }
    throw new Error(`Tab never comes to ${name}`)
  }

  await tabTo(/About the echo chamber score/)
  await expect(page.getByRole('tooltip')).toContainText('Need 10 more votes')
  await tabTo(/^All\d/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(item(page, 'Seen from here')).toBeVisible()
  await tabTo(/Add to Economic Impact/)
  await page.keyboard.type('Typed without a mouse')
  await page.keyboard.press('Control+Enter')
  await expect(item(page, 'Typed without a mouse')).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)
  await tabTo(/Sort threads: Oldest/)
  await tabTo(/^Upvote, 0/)
  await page.keyboard.press('Enter')
  await expect(item(page, 'Seen from here').getByRole('button', { name: 'Upvote, 1' })).toBeFocused()
  await tabTo(/Reply/)
  await page.keyboard.press('Enter')
  await expect(item(page, 'Seen from here').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('so do I')
  await page.keyboard.press('Control+Enter')
  await expect(item(page, 'so do I')).toHaveAttribute('data-level', '2')
  await item(page, 'Seen from here').getByRole('button', { name: 'Changed my mind' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(
    item(page, 'Seen from here').getByRole('button', { name: 'Changed your mind 1 so far' }),
  ).toBeFocused()
  await tabTo(/Delete/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(item(page, 'so do I')).toHaveCount(0)
  await expect(openBill(page).getByRole('heading', { name: 'Discussion' })).toBeFocused()
})

import type { Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { stances } from '#contract/stances.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'
import { openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const introduced = [
  { number: '1', title: 'Short title', content: 'This Act may be cited as the Night Lamp Act.' },
  { number: '2', title: 'Lamps', content: 'A ferry that runs at night shall carry a lamp at the bow.' },
]
const changed = [
  introduced[0]!,
  { ...introduced[1]!, content: 'A ferry that runs at night shall carry 4 lamps at the bow.' },
  { number: '3', title: 'Report', content: 'The Director shall report to Congress each year.' },
]

async function storePrintedVersion(
  app: TestServer,
  id: string,
  sections: typeof introduced,
  label: string,
  day: string,
) {
  await storeText(app, id, { bill_sections: { sections } }, { label, printed_on: day })
}

/**
 * Creates a bill on whose first version the viewer and six others took a stance, and then a version that changes it.
 */
async function changedBill(app: TestServer, viewer: Person, stance: 'support' | 'learning') {
  const { bill_id: id } = await app.bill(uniqueName('Night Lamp Act '))
  await storePrintedVersion(app, id, introduced, 'Introduced in House', '2025-03-24')
  await viewer.call(takeStance, { id, stance })
  const others = await Promise.all(
    Array.from({ length: 6 }, async (_member, index) => {
      const member = await app.member(uniqueName('other'))
      await member.call(takeStance, { id, stance: stances[index % 4]! })
      return member
    }),
  )
  await storePrintedVersion(app, id, changed, 'Engrossed in House', '2025-06-09')
  return { id, others }
}

const notice = (page: Page) => openBill(page).getByText('This bill changed after you took your stance.')

// covers BEY-TEXT-14 BEY-VERSION-31 BEY-VERSION-32
test('a member whose stance is older than a material change is asked once and confirms it', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const { id } = await changedBill(app, ann, 'support')
  await openBillByLink(page, ann, id)
  const bill = openBill(page)
  await expect(notice(page)).toBeVisible()
  await expect(
    bill.getByText(
      'You supported the version of March 24, 2025 (Introduced in House). In the version of June 9, 2025 (Engrossed in House), 1 of 3 sections differs and 1 is new.',
    ),
  ).toBeVisible()
  await takeScreenshots(page, 'outdated-stance')
  const compare = notice(page)
    .locator('xpath=ancestor::div[1]')
    .getByRole('link', { name: 'See what changed' })
  await expect(compare).toHaveAttribute('href', `/bills/${id}/compare/1/2`)

  await bill.getByRole('button', { name: 'Change my stance' }).click()
  await expect(bill.getByRole('radio', { name: /^SUPPORT/ })).toBeFocused()
  await bill.getByRole('button', { name: 'I still support it' }).click()
  await expect(notice(page)).toBeHidden()
  await expect(bill.getByRole('radio', { name: /^SUPPORT/ })).toBeFocused()
  await expect(bill.getByText('So far, 1 person has taken a stance on this version.')).toBeVisible()

  await page.reload()
  await expect(bill.getByText('So far, 1 person has taken a stance on this version.')).toBeVisible()
  await expect(notice(page)).toBeHidden()
})

// covers BEY-VERSION-31
test('a member who is still learning is informed and not asked to confirm', async ({ page, app }) => {
  const ben = await app.member(uniqueName('ben'))
  const { id } = await changedBill(app, ben, 'learning')
  await openBillByLink(page, ben, id)
  await expect(openBill(page).getByText('Now that it changed, do you know more?')).toBeVisible()
  await expect(openBill(page).getByRole('button', { name: /^I('m)? still/ })).toHaveCount(0)
})

// covers BEY-TEXT-16 BEY-VERSION-33
test('a member sees the counts on this version beside the counts on all versions', async ({ page, app }) => {
  const cleo = await app.member(uniqueName('cleo'))
  const { id, others } = await changedBill(app, cleo, 'support')
  for (const member of others) await member.call(takeStance, { id, stance: 'neutral' })
  await openBillByLink(page, cleo, id)
  const bill = openBill(page)
  // One of the six was neutral already, so their unchanged stance says nothing about the new text and does not count.
  await expect(
    bill.getByText('On this version: 0 support, 0 oppose, 5 neutral, 0 still learning.'),
  ).toBeVisible()
  await bill.getByRole('radio', { name: /^OPPOSE/ }).click()
  await expect(
    bill.getByText(
      'On this version: 0 support, 1 oppose, 5 neutral, 0 still learning. On all versions: 0 support, 1 oppose, 6 neutral, 0 still learning.',
    ),
  ).toBeVisible()
  await expect(notice(page)).toBeHidden()
  await takeScreenshots(page, 'stances-by-version')
})

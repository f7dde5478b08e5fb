import { billPagePath } from '#contract/bills/sharedBills.ts'
import { saveImportedVotes } from '#server/legislation/votes/import.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { failWithoutMessage, openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

/** Imports a bill with 25 amendments. The newest was voted on, and the representative `C-amend` offered it. */
async function amendedBill(app: TestServer, number: number) {
  const amendments = Array.from({ length: 25 }, (_, index) => ({
    amendment_id: `us/119/samdt/${number}${String(index).padStart(2, '0')}`,
    amends_amendment_id: null,
    number: `S.Amdt. ${number}${String(index).padStart(2, '0')}`,
    chamber: 'Senate',
    sponsor_name: index === 24 ? 'Cora Cedar' : 'Sam Ash',
    source_person_id: null,
    purpose: `To light the lanterns of step ${index}.`,
    offered_on: `2025-06-${String(index + 1).padStart(2, '0')}`,
    latest_action: index === 24 ? 'Amendment agreed to in Senate by Yea-Nay Vote. 2 - 1.' : null,
    latest_action_on: index === 24 ? '2025-06-26' : null,
    outcome: index === 24 ? ('agreed' as const) : ('pending' as const),
  }))
  await importRecords(app.pool, [
    importedBill(number, { title: `The Amended Lantern Act ${number}`, parts: { amendments } }),
  ])
  await app.representative(`C-${number}`, {
    rep_name: 'Cora Cedar',
    organization: 'us/senate',
    division: 'ocd-division/country:us/state:vt',
  })
  await app.pool`
    update bill_amendments set rep_id = ${`C-${number}`} where amendment_id = ${`us/119/samdt/${number}24`}`
  const vote = readHurdVote({
    vote_key: `us/119/s/${number}/2025`,
    organization: 'us/senate',
    session: '119',
    bill: `us/119/hr/${number}`,
    amendment: `us/119/samdt/${number}24`,
    number,
    date: '2025-06-26',
    result: 'Amendment Agreed to',
    motion: `On the Amendment S.Amdt. ${number}24`,
    source_url: 'https://votes.example.org/record',
    votes: { yes: ['|Ash|D|NY', '|Cedar|D|OH'], no: ['|Birch|R|TX'] },
  })
  await app.pool.begin((transaction) => saveImportedVotes(transaction, [vote]))
  const [row] = await app.pool<{ bill_id: string; path: string }[]>`
    select bill_id, path from bills where source_id = ${`us/119/hr/${number}`}`
  return row!
}

// covers HURD-LINKS-04
test('a bill lists its amendments with their votes, opened and paged with the keyboard alone', async ({
  page,
  app,
}) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await amendedBill(app, 7710)
  await openBillByLink(page, ann, bill_id)
  const more = openBill(page).getByRole('region', { name: 'More about this bill' })
  const summary = more.getByText('25 amendments offered, 1 agreed to')
  await page.route('**/amendments?**', failWithoutMessage)
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(more.getByText('The amendments could not be loaded.')).toBeVisible()
  await page.unroute('**/amendments?**')
  await more.getByRole('button', { name: 'Try Again' }).press('Enter')
  const items = more.getByRole('list', { name: 'Amendments' }).getByRole('listitem')
  await expect(items).toHaveCount(20)
  await expect(summary).toBeFocused()
  await expect(items.first()).toContainText(
    /S\.Amdt\. 771024.*Senate · Agreed to · June 25, 2025.*Offered by Cora Cedar.*To light the lanterns of step 24\..*June 26, 2025: Amendment agreed to/s,
  )
  await expect(items.nth(1)).toContainText('Senate · Pending · June 24, 2025')
  await expect(items.getByRole('link', { name: 'Cora Cedar' })).toHaveAttribute(
    'href',
    '/representatives/C-7710',
  )
  await takeScreenshots(page, 'bill-amendments', { fullPage: false, visible: items.first() })
  await more.getByRole('button', { name: 'Show more amendments' }).press('Enter')
  await expect(items).toHaveCount(25)
  await expect(items.nth(20)).toBeFocused()
  await expect(more.getByRole('button', { name: 'Show more amendments' })).toHaveCount(0)

  // Amendments that were loaded before are old after a minute. If loading them again fails, "Try Again" loads them.
  await summary.press('Enter')
  await expect(items).toHaveCount(0)
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.route('**/amendments?**', failWithoutMessage)
  await summary.press('Enter')
  await expect(more.getByText('The amendments could not be loaded.')).toBeVisible()
  await page.unroute('**/amendments?**')
  const loaded = page.waitForResponse('**/amendments?**')
  await more.getByRole('button', { name: 'Try Again' }).press('Enter')
  await loaded
  await expect(more.getByText('The amendments could not be loaded.')).toHaveCount(0)
  await expect(items).toHaveCount(25)

  const link = items.getByRole('link', { name: 'See the vote on S.Amdt. 771024' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Amendment Agreed to, 2 to 1' })).toBeVisible()
})

// covers HURD-LINKS-04
test('a visitor reads the newest amendments on the shared page, with the official record of the vote', async ({
  page,
  app,
}) => {
  const { path } = await amendedBill(app, 7711)
  await page.goto(billPagePath(path))
  const summary = page.getByText('25 amendments offered, 1 agreed to')
  await summary.focus()
  await page.keyboard.press('Enter')
  const items = page.locator('.amendments li')
  await expect(items).toHaveCount(20)
  await expect(items.first()).toContainText('Offered by Cora Cedar')
  await expect(page.getByText('5 amendments before these are left out.')).toBeVisible()
  await expect(
    page.getByRole('link', { name: 'Official record of the vote on S.Amdt. 771124' }),
  ).toHaveAttribute('href', 'https://votes.example.org/record')
  await takeScreenshots(page, 'shared-amendments', { fullPage: false, visible: items.first() })
})

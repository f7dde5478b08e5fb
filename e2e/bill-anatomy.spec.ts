import type { ImportedParts } from '#server/sources/parts/importedParts.ts'
import { importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const cosponsor = (name: string, more = {}) => ({
  name,
  classification: 'cosponsor' as const,
  entity_type: 'person' as const,
  party: name.length % 2 === 0 ? 'Democratic' : 'Republican',
  district: 'NE-1',
  organization: 'us/house',
  source_person_id: null,
  sponsored_on: '2025-02-01',
  withdrawn_on: null,
  is_original: false,
  ...more,
})

const letters = 'abcdefghijklmnopqrstuvwxyz'
const step = (
  acted_on: string,
  chamber: string | null,
  description: string,
  classification: 'other' | 'referred' | 'reported' | 'passed' | 'introduced',
) => ({
  acted_on,
  chamber,
  description,
  classification,
})

const parts: ImportedParts = {
  sponsorships: [
    cosponsor('Rosa Delgado', { classification: 'primary' }),
    ...Array.from({ length: 140 }, (_, index) =>
      cosponsor(
        `${letters[index % 26]?.toUpperCase() ?? ''}va ${letters[Math.floor(index / 6)]?.toUpperCase() ?? ''}ane`,
      ),
    ),
    cosponsor('Zoe Last', { source_person_id: 'bioguide:Z000009' }),
    cosponsor('Carl Vance', { withdrawn_on: '2025-05-03' }),
  ],
  actions: [
    step('2025-01-10', 'House', 'Introduced in House', 'introduced'),
    step('2025-01-10', 'House', 'Referred to the Committee on House Administration.', 'referred'),
    ...Array.from({ length: 95 }, (_, index) =>
      step('2025-02-11', 'House', `Debate, part ${index + 1}.`, 'other'),
    ),
    step(
      '2025-03-20',
      'House',
      'Reported by the Committee on House Administration. H. Rept. 119-9.',
      'reported',
    ),
    step('2025-05-22', 'House', 'On passage Passed by the Yeas and Nays: 215 - 214.', 'passed'),
    step(
      '2025-06-02',
      'Senate',
      'Received in the Senate and referred to the Committee on Rules.',
      'referred',
    ),
  ],
  committees: [
    {
      committee_id: 'us/hsha00',
      name: 'House Administration Committee',
      chamber: 'House',
      parent_name: null,
      activity: 'reported',
      occurred_on: '2025-03-20',
    },
    {
      committee_id: 'us/ssra00',
      name: 'Rules and Administration Committee',
      chamber: 'Senate',
      parent_name: null,
      activity: 'referred',
      occurred_on: '2025-06-02',
    },
  ],
  related_bills: [
    {
      related_source_id: 'us/119/hr/8802',
      related_bill_code: 'H.R. 8802',
      relation_type: 'identical',
      identified_by: 'House',
    },
    {
      related_source_id: 'us/118/hr/9',
      related_bill_code: 'H.R. 9',
      relation_type: 'related',
      identified_by: 'CRS',
    },
  ],
  cost_estimates: [
    {
      issuer: 'CBO',
      published_on: '2025-04-01',
      title: 'Estimate',
      url: 'https://www.cbo.gov/publication/1',
    },
  ],
  subjects: ['Congressional security', 'Retirement of federal employees'],
}

// covers BEY-ANATOMY-03 BEY-ANATOMY-04 BEY-ANATOMY-09 BEY-ANATOMY-11 BEY-ANATOMY-14
test('a bill shows its progress, its people, its history and its related bills', async ({ page, app }) => {
  test.slow()
  const secondPage = Promise.withResolvers<void>()
  const name = uniqueName('ann')
  const ann = await app.member(name)
  await app.pool`
    insert into representatives (rep_id, rep_name, source_name, source_checked_at)
    values ('Z000009', 'Zoe Last', 'Test records', now()) on conflict do nothing`
  await app.pool`
    insert into representative_terms (rep_id, organization, title, government_level, division)
    values ('Z000009', 'us/senate', 'Senator', 'federal', 'ocd-division/country:us/state:ne') on conflict do nothing`
  await app.pool`
    insert into member_divisions (user_id, division)
    select user_id, 'ocd-division/country:us/state:ne' from users where username = ${name}`
  const title = 'To raise the retirement age of the Capitol Police'
  await importRecords(app.pool, [
    importedBill(8801, { title, status: 'engrossed', created_at: '2025-01-10T00:00:00.000Z', parts }),
    importedBill(8802, { title: `${title} (House)` }),
  ])
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = 'us/119/hr/8801'`
  await openBillByLink(page, ann, row!.bill_id)
  const bill = openBill(page)

  const progress = bill.getByRole('region', { name: 'Progress' })
  await expect(progress).toContainText('Step 3 of 6: Passed the House, May 22, 2025. Next: the Senate.')
  await expect(progress.locator('[aria-current=step]')).toContainText('You are here')
  await expect(progress.getByRole('listitem')).toHaveCount(6)

  const people = bill.getByRole('region', { name: 'People' })
  await expect(people.getByRole('listitem')).toHaveCount(20)
  await expect(people.getByRole('listitem').first()).toContainText('Zoe LastRepresents you')
  await expect(people).toContainText('1 sponsor, 141 cosponsors')
  await expect(people.getByRole('link', { name: 'Zoe Last' })).toBeVisible()
  let pages = 0
  await page.route('**/sponsorships?**', async (route) => {
    pages += 1
    if (pages > 1) await secondPage.promise
    await route.continue()
  })
  await people.getByRole('button', { name: 'Show all 142' }).press('Enter')
  await expect(people.getByRole('listitem')).toHaveCount(100)
  await expect(people.getByRole('listitem').nth(20), 'the first new sponsor has the focus').toBeFocused()
  await people.getByRole('link', { name: 'Zoe Last' }).focus()
  secondPage.resolve()
  await expect(people.getByRole('listitem')).toHaveCount(143)
  await expect(people.getByRole('link', { name: 'Zoe Last' }), 'a later page moves no focus').toBeFocused()
  await expect(people.getByText('Withdrew on May 3, 2025')).toBeVisible()

  const history = bill.getByRole('region', { name: 'History' })
  await expect(history.getByText('Passed by the Yeas and Nays')).toBeHidden()
  // The bill comes with its most important steps only, so the days of the first and the last are not there yet.
  await history.getByText('100 steps', { exact: true }).click()
  await expect(history.getByText('100 steps, January 10, 2025 to June 2, 2025')).toBeVisible()
  await expect(history.getByText('Passed by the Yeas and Nays').first()).toBeVisible()
  await expect(history.getByRole('listitem')).toHaveCount(100)

  const related = bill.getByRole('region', { name: 'Related bills' })
  await expect(related).toContainText('H.R. 8801: Passed the House · Next: the Senate')
  await expect(related).toContainText('H.R. 8802: Introduced · Next: a committee')
  await expect(related).toContainText('Your stance on one bill doesn’t count on the other.')
  await expect(related).toContainText('Identical bill, according to the House')
  await expect(related.getByRole('link')).toHaveCount(1)

  await expect(bill.getByRole('region', { name: 'More about this bill' })).toContainText(
    'Cost estimate by CBO, April 1, 2025',
  )
  await page.reload()
  await expect(openBill(page).getByRole('region', { name: 'Related bills' })).toBeVisible()
  await takeScreenshots(page, 'bill-anatomy', {
    visible: openBill(page).getByRole('region', { name: 'Progress' }),
  })
})

// covers BEY-ANATOMY-03
test('a representative who withdrew their support is not shown as a sponsor beside the bill', async ({
  page,
  app,
}) => {
  const [present, former] = [uniqueName('present'), uniqueName('former')]
  const division = 'ocd-division/country:us/state:nd'
  for (const rep_id of [present, former]) {
    await app.representative(rep_id, { rep_name: rep_id, division, organization: 'us/senate' })
  }
  const dan = await app.resident(uniqueName('dan'), division)
  const { bill_id } = await app.bill(uniqueName('Withdrawal Act '))
  await app.pool`
    insert into bill_sponsorships (bill_id, position, name, classification, entity_type, rep_id, withdrawn_on)
    values (${bill_id}, 1, ${present}, 'cosponsor', 'person', ${present}, null),
           (${bill_id}, 2, ${former}, 'cosponsor', 'person', ${former}, '2025-05-03')`
  await openBillByLink(page, dan, bill_id)
  const own = openBill(page).getByRole('region', { name: 'Your representatives' })
  await expect(own.getByRole('listitem')).toHaveText([new RegExp(`${present}.*Sponsor`)])
})

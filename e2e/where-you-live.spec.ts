import { updateProfile } from '#contract/people.ts'
import { openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'
import { es } from './support/spanish.ts'

const ohio = 'ocd-division/country:us/state:oh'

/** Creates a bill with a release of the third district of Ohio, and a resident of it. */
async function releasedBill(app: TestServer, isShown: boolean) {
  const { bill_id } = await app.bill(uniqueName('Lantern Act'), { government_level: 'federal' })
  await app.pool`
    insert into stance_releases (released_on, counted_at, next_attempt_at)
    values (date_trunc('week', now() at time zone 'utc')::date, now(), now() + interval '1 day')
    on conflict (released_on) do update set counted_at = coalesce(stance_releases.counted_at, now())`
  if (isShown) {
    await app.pool`
      insert into district_releases (bill_id, division, released_on, support, oppose, neutral, learning, n, members_changed,
                                     is_withheld, unmatched)
      values (${bill_id}, ${`${ohio}/cd:3`}, '2026-11-23', 8, 5, 1, 0, 14, 14, true, 0),
             (${bill_id}, 'ocd-division/country:us', '2026-11-23', 20, 20, 5, 0, 45, 45, true, 31)`
  }
  const person = await app.resident(uniqueName('lantern'), `${ohio}/cd:3`)
  await app.pool`update users set email_verified_at = now() where user_id = ${person.user_id}`
  return { bill_id, person }
}

// covers BEY-DISTRICT-06 BEY-DISTRICT-07
test('the numbers of the own district follow the sentence that this is no poll', async ({ page, app }) => {
  const { bill_id, person } = await releasedBill(app, true)
  await openBillByLink(page, person, bill_id)
  const card = page.getByRole('region', { name: 'Where you live' })
  await expect(card).toContainText('About 15 of the roughly 761,000 (on average) residents of')
  await expect(card).toContainText('They chose to take part; nobody was selected. This is not a poll.')
  await expect(card.getByRole('img', { name: /^Stances: \w+ 10, \w+ 5,/ })).toBeVisible()
  await expect(card).toContainText('Average congressional district, Census of 2020')
  await expect(card).toContainText('31 more people have no address we could match.')
  const words = await card.textContent()
  expect(words!.indexOf('This is not a poll.')).toBeLessThan(words!.indexOf('Counted on'))
  await takeScreenshots(page, 'bill-where-you-live')

  await app.pool`
    insert into division_populations (division, as_of, source, residents)
    values (${`${ohio}/cd:3`}, '2020-04-01', 'Invented census', 790123) on conflict do nothing`
  await page.reload()
  await expect(card).toContainText('About 15 of the roughly 790,000 residents of')
  await expect(card).toContainText('Residents: Invented census, 2020.')
  await app.pool`delete from division_populations where source = 'Invented census'`

  await app.pool`
    insert into district_releases (bill_id, division, released_on, support, oppose, neutral, learning, n, members_changed,
                                   is_withheld, unmatched)
    values (${bill_id}, ${ohio}, '2026-11-23', 18, 9, 3, 0, 30, 30, true, 0)`
  await page.reload()
  await expect(card).toContainText('Residents: Census Bureau, Census of 2020.')

  await page.goto(`/feed?highlight=${bill_id}&lang=es`)
  await expect(page.getByRole('region', { name: es('Where you live') })).toContainText(
    es("{place}'s congressional district {number}", { place: 'Ohio', number: '3' }),
  )
  await expect(page.getByRole('region', { name: es('Where you live') })).toContainText(
    es('Residents: {source}.', { source: es('Census Bureau, Census of 2020') }),
  )
})

test('a member whose address matched no district is asked to check it', async ({ page, app }) => {
  const { bill_id } = await app.bill(uniqueName('Lantern Act'))
  const ann = await app.member(uniqueName('ann'))
  await ann.call(updateProfile, { address: 'Nowhere Lane 12, Nowhere' })
  await openBillByLink(page, ann, bill_id)
  const card = page.getByRole('region', { name: 'Where you live' })
  await expect(card).toContainText('We could not match this address to a voting district yet.')
  await expect(card.getByRole('link', { name: 'Check your address' })).toHaveAttribute(
    'href',
    '/settings?section=location',
  )
})

// covers BEY-DISTRICT-02
test('a district in which fewer than ten people took a stance shows no number', async ({ page, app }) => {
  const { bill_id, person } = await releasedBill(app, false)
  await openBillByLink(page, person, bill_id)
  const card = page.getByRole('region', { name: 'Where you live' })
  await expect(card).toContainText(/^Where you liveFewer than 10 people from .+ have taken a stance here\./)
  await expect(card.getByRole('img')).toHaveCount(0)
})

import { updateProfile } from '#contract/people.ts'
import { chooseMyPlaces } from '#contract/places.ts'
import type { TestServer } from '#server/testing/testServer.ts'
import { openBillByLink } from './billSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

/** Creates a member with this address, whose districts the gazetteer finds. */
async function livingAt(app: TestServer, address: string) {
  const person = await app.member(uniqueName('mapped'), { email_verified_at: '2026-01-01T00:00:00Z' })
  await person.call(updateProfile, { address })
  return person
}

test("the map of the Location tab fills in the member's congressional district, and a text names it", async ({
  page,
  app,
}) => {
  const person = await livingAt(app, '200 W 24th St, Cheyenne, WY 82001')
  await signIn(page, person)
  await page.goto('/settings?section=location')
  await expect(page.getByRole('img', { name: 'Map of Wyoming with the whole state filled in' })).toBeVisible()
  await expect(page.getByText('Wyoming is one congressional district.')).toBeVisible()
})

test('when an address is ambiguous, all possible districts are filled in, and after the member chooses one, only that one is', async ({
  page,
  app,
}) => {
  // This ZIP code lies in three districts.
  const person = await livingAt(app, '555 Otterbridge Lane, Portland, OR 97202')
  await signIn(page, person)
  await page.goto('/settings?section=location')
  await expect(
    page.getByRole('img', { name: 'Map of Oregon with districts 1, 3, and 5 filled in' }),
  ).toBeVisible()
  await expect(
    page.getByText('Oregon has 6 congressional districts. Yours is one of districts 1, 3, and 5'),
  ).toBeVisible()
  await person.call(chooseMyPlaces, {
    congressional_district: 'ocd-division/country:us/state:or/cd:3',
  })
  await page.reload()
  await expect(page.getByRole('img', { name: 'Map of Oregon with district 3 filled in' })).toBeVisible()
  await takeScreenshots(page, 'settings-location-map')
})

test('a district that is only possible is not called the member’s own', async ({ page, app }) => {
  for (const [address, text] of [
    // This ZIP code lies in two states.
    ['12 Oak Street, Rome 30165', 'Your congressional district may be district 3 of Alabama'],
    ['PO Box 94604, Lincoln, NE 68509', 'Your congressional district may be district 1 of Nebraska'],
  ] as const) {
    await signIn(page, await livingAt(app, address))
    await page.goto('/settings?section=location')
    await expect(page.getByText(text)).toBeVisible()
  }
})

test('the contact form of a federal bill shows the district on request', async ({ page, app }) => {
  const person = await livingAt(app, '200 W 24th St, Cheyenne, WY 82001')
  await app.representative(uniqueName('WY'), {
    division: 'ocd-division/country:us/state:wy',
    rep_name: 'Wyn Plains',
    office_phone: '307-555-0111',
  })
  const { bill_id } = await app.bill(uniqueName('Mapped bill'), { government_level: 'federal' })
  await openBillByLink(page, person, bill_id)
  await page.getByRole('button', { name: 'Contact My Representative' }).click()
  await page.getByText('Your congressional district on the map').click()
  await expect(page.getByRole('img', { name: 'Map of Wyoming with the whole state filled in' })).toBeVisible()
})

import type { Page } from '@playwright/test'
import { updateProfile } from '#contract/people.ts'
import { tabTo } from './support/keyboard.ts'
import { expect, signIn, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const chicago = '233 South Wacker Drive, Chicago, IL 60606'
const illinois = 'ocd-division/country:us/state:il'

/** Creates a member whose ZIP code lies in one small district, and the representative of the district. */
async function residentOfChicago(app: TestServer) {
  const person = await app.member(uniqueName('loop'), verified)
  await person.call(updateProfile, { address: chicago })
  const stem = uniqueName('IL')
  await app.representative(`${stem}-7`, {
    rep_name: 'Dana Lakeshore',
    title: 'U.S. Representative',
    district: 'Illinois 7',
    party: 'Democratic',
    division: `${illinois}/cd:7`,
    office_phone: '202-555-0107',
  })
  return person
}

const map = (page: Page) => page.getByRole('img', { name: 'Map of Illinois with district 7 filled in' })
const peopleCard = (page: Page) => page.getByRole('region', { name: 'The people who represent you' })

// covers HURD-LOCATION-02
test('the map shows the district at a third of its width, and the state small beside it', async ({
  page,
  app,
}) => {
  await signIn(page, await residentOfChicago(app))
  await page.goto('/settings?section=location')
  await expect(map(page)).toBeVisible()
  const [frame, district, inset] = await map(page).evaluate((svg) =>
    [svg, svg.querySelector('path:last-of-type'), svg.nextElementSibling].map((element) => {
      const { x, y, width, height } = element!.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )
  const share = Math.max(district!.width / frame!.width, district!.height / frame!.height)
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.36)
  expect(inset!.width).toBeLessThan(frame!.width / 3)
  // The small map of the state must not cover the district.
  const isApart =
    inset!.x + inset!.width <= district!.x ||
    inset!.x >= district!.x + district!.width ||
    inset!.y + inset!.height <= district!.y ||
    inset!.y >= district!.y + district!.height
  expect(isApart).toBe(true)
})

// covers HURD-LOCATION-03
test('a member sees who represents them and writes to one of them from there, by keyboard', async ({
  page,
  app,
}) => {
  const person = await residentOfChicago(app)
  await signIn(page, person)
  await page.goto('/settings?section=location')
  const row = peopleCard(page).getByRole('listitem').filter({ hasText: 'Dana Lakeshore' }).first()
  await expect(row).toContainText('U.S. Representative, Illinois 7 · Democratic')
  await expect(row.getByRole('link', { name: '202-555-0107' })).toHaveAttribute('href', 'tel:202-555-0107')
  const write = row.getByRole('button', { name: 'Write to Dana Lakeshore' })
  await tabTo(page, write)
  await page.keyboard.press('Enter')
  const form = row.getByRole('region', { name: 'Your message to Dana Lakeshore' })
  await expect(form.getByRole('heading', { name: 'Your message to Dana Lakeshore', level: 3 })).toBeVisible()
  await expect(form.getByRole('heading')).toBeFocused()
  await expect(form.getByLabel('Message')).toHaveValue(/I am writing as your constituent\./)
  await form.getByRole('button', { name: 'Save message' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please fill in all fields')
  await form.getByLabel('Subject').fill('The bus on Wacker Drive')
  await form.getByRole('button', { name: 'Save message' }).click()
  await expect(form.getByText('Saved, not sent')).toBeVisible()
  const sent = await app.pool`
    select subject, bill_id from messages where user_id = ${person.user_id}`
  expect(sent).toEqual([{ subject: 'The bus on Wacker Drive', bill_id: null }])
  await form.getByRole('button', { name: 'Close the form' }).click()
  await expect(write).toBeFocused()
})

// covers HURD-LOCATION-05
test('saving an address shows what it makes possible, links to the feed, and the toast does not cover the map', async ({
  page,
  app,
}) => {
  const place = `${illinois}/place:chicago`
  await app.bill(uniqueName('Chicago bill'), { government_level: 'local', jurisdiction: place })
  const person = await residentOfChicago(app)
  await person.call(updateProfile, { address: '' })
  await signIn(page, person)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/settings?section=location')
    await page.getByLabel('Address', { exact: true }).fill(chicago)
    await page.getByRole('button', { name: 'Save location' }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Location updated successfully' })
    await expect(toast).toBeVisible()
    await expect(map(page)).toBeVisible()
    const [toastBox, mapBox] = [(await toast.boundingBox())!, (await map(page).boundingBox())!]
    const overlaps =
      toastBox.x < mapBox.x + mapBox.width &&
      mapBox.x < toastBox.x + toastBox.width &&
      toastBox.y < mapBox.y + mapBox.height &&
      mapBox.y < toastBox.y + toastBox.height
    expect(overlaps, `at ${size.width}`).toBe(false)
  }
  const benefits = page.getByRole('region', { name: 'What you can do with your address' })
  await expect(benefits.getByText(/Chicago, IL: [1-9]\d* bill/)).toBeVisible()
  await expect(benefits.getByRole('link', { name: /Chicago/ })).toHaveAttribute('href', /^\/groups\//)
  await takeScreenshots(page, 'settings-location-district')
  await benefits.getByRole('link', { name: 'Go to your feed' }).click()
  await expect(page).toHaveURL(/\/feed$/)
})

test('representatives that could not be loaded can be loaded again', async ({ page, app }) => {
  await signIn(page, await residentOfChicago(app))
  await page.route('**/api/representatives/for-user*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/settings?section=location')
  const failure = peopleCard(page).getByRole('heading', { name: 'Your representatives could not be loaded' })
  await expect(failure).toBeVisible()
  const benefits = page.getByRole('region', { name: 'What you can do with your address' })
  await expect(
    benefits.getByText('You can write to your representatives, about any bill or topic.'),
  ).toBeVisible()
  await page.unroute('**/api/representatives/for-user*')
  await peopleCard(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(peopleCard(page).getByText('Dana Lakeshore').first()).toBeVisible()
})

// covers HURD-DISTRICTS-04
test('a resident of San Juan reads who cannot vote in the House, and sees the many members at large on request', async ({
  page,
  app,
}) => {
  const division = 'ocd-division/country:us/territory:pr'
  const person = await app.member(uniqueName('juana'), verified)
  await person.call(updateProfile, { address: '12 Calle Fortaleza, San Juan, PR 00901' })
  await app.representative('PR-resident', {
    rep_name: 'Rita Coral',
    title: 'Resident Commissioner',
    division,
  })
  const ofLegislature = { government_level: 'state', division, district: 'Puerto Rico at large' } as const
  for (const name of ['Ana', 'Bea', 'Cid', 'Dora', 'Eli']) {
    await app.representative(`PR-${name}`, {
      ...ofLegislature,
      rep_name: `${name} Palma`,
      title: 'At-Large Senator',
    })
  }
  await signIn(page, person)
  await page.goto('/settings?section=location')
  const divisions = page.getByRole('region', { name: 'Your Location' }).getByRole('listitem')
  await expect(divisions.filter({ hasText: /^Puerto RicoTerritory/ })).toBeVisible()
  await expect(divisions.filter({ hasText: /^San Juan/ })).toContainText('City or town')
  const people = peopleCard(page)
  await expect(people.getByRole('listitem').filter({ hasText: 'Rita Coral' })).toContainText(
    'Cannot vote on the final passage of bills in the House',
  )
  await expect(people.getByText('Ana Palma')).toHaveCount(0)
  await people.getByRole('button', { name: 'Show 5' }).click()
  await expect(people.getByRole('listitem').filter({ hasText: 'Palma' })).toHaveCount(5)
})

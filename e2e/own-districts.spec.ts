import { updateProfile } from '#contract/people.ts'
import { chooseMyPlaces } from '#contract/places.ts'
import { listRepresentatives } from '#contract/representatives.ts'
import { dayFromNow, importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { openBillByLink } from './billSteps.ts'
import { passOtherDistricts } from './registerSteps.ts'
import { tabTo } from './support/keyboard.ts'
import { expect, signIn, signInAsNewcomer, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const place = 'ocd-division/country:us/state:ny/place:new_york'
const district = (number: number) => `${place}/council_district:${number}`

type Council = { name: string; rep_id: string }

/** The council of each product, because a district has one council member, whoever is the first of the tests. */
const councils = new WeakMap<TestServer, Promise<Council>>()

function prepareCouncil(app: TestServer): Promise<Council> {
  const council = councils.get(app) ?? createCouncil(app)
  councils.set(app, council)
  return council
}

/** Creates nine council members whose names nobody else has, and returns the name of the one of the 133rd district. */
async function createCouncil(app: TestServer): Promise<Council> {
  const rep_id = uniqueName('council')
  const name = uniqueName('Rosa Marbleton')
  const seat = {
    title: 'Council Member',
    government_level: 'local',
    organization: 'ny/place:new_york/council',
  } as const
  await app.representative(rep_id, { ...seat, rep_name: name, division: district(133) })
  for (const number of [134, 135, 136, 137, 138, 139, 140, 141]) {
    await app.representative(uniqueName('council'), {
      ...seat,
      rep_name: uniqueName('Otto Slate'),
      division: district(number),
    })
  }
  return { name, rep_id }
}

async function residentOfBrooklyn(app: TestServer) {
  const person = await app.member(uniqueName('brooklyn'), verified)
  await person.call(updateProfile, { address: '350 Jay Street, Brooklyn, NY 11201' })
  return person
}

// covers HURD-DISTRICTS-03
test('on a phone, each choice is as high as its names, and the question keeps the capitals of a place', async ({
  page,
  app,
}) => {
  for (const number of [1, 2, 3, 4, 5, 6]) {
    for (const name of ['Carmelo Ríos Santiago', 'Migdalia Padilla Alvelo']) {
      await app.representative(uniqueName('senator'), {
        rep_name: uniqueName(name),
        title: 'Senator of Puerto Rico',
        organization: 'pr/upper',
        government_level: 'state',
        division: `ocd-division/country:us/territory:pr/sldu:${number}`,
      })
    }
  }
  const person = await app.member(uniqueName('sanjuan'), verified)
  await person.call(updateProfile, { address: '150 Calle San Francisco, San Juan, PR 00901' })
  await signInAsNewcomer(page, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/feed')
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await page.getByRole('button', { name: 'Yes, this is my district' }).click()
  const step = page.getByRole('region', { name: 'Who is your senator of Puerto Rico?' })
  await expect(step.getByRole('radio').first()).toBeVisible()
  await takeScreenshots(page, 'welcome-2-senators', { fullPage: false })
  const rows = await step
    .locator('label:has(input[type=radio])')
    .evaluateAll((all) => all.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
  expect(rows.length).toBeGreaterThanOrEqual(6)
  expect(Math.max(...rows), 'the names leave their choice').toBeLessThanOrEqual(1)
})

// covers HURD-DISTRICTS-03
test('a newcomer finds the council member by name in the welcome card, and is asked for no district twice', async ({
  page,
  app,
}) => {
  const { name } = await prepareCouncil(app)
  const person = await residentOfBrooklyn(app)
  await signInAsNewcomer(page, person)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/feed')
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await page
    .getByRole('region', { name: 'Which district is yours?' })
    .getByRole('button', { name: "I don't know" })
    .click()

  const step = page.getByRole('region', { name: 'Who is your council member?' })
  await expect(step.getByRole('heading', { name: 'Who is your council member?' })).toBeFocused()
  await expect(step.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(step.getByRole('link', { name: /look it up at council.nyc.gov/ })).toHaveAttribute(
    'href',
    'https://council.nyc.gov/districts/',
  )
  await step.getByLabel('Name or number').fill(name)
  await expect(step.getByRole('radio')).toHaveCount(1)
  await takeScreenshots(page, 'welcome-2-council')
  await step.getByRole('radio', { name: new RegExp(name) }).check()
  await step.getByRole('button', { name: 'This is my district' }).click()

  await expect(step).toHaveCount(0)
  // Districts of the state's legislature are asked for too if the records of other tests have any.
  await passOtherDistricts(page)
  await expect(page.getByRole('region', { name: 'Where do you stand?' })).toContainText('3 of 3')
  const { representatives } = await person.call(listRepresentatives, { government_level: 'local' })
  expect(representatives.map(({ rep_name }) => rep_name)).toContain(name)
})

// covers HURD-DISTRICTS-03
test('a resident chooses and changes the council district in the settings, with the keyboard', async ({
  page,
  app,
}) => {
  const { name } = await prepareCouncil(app)
  const person = await residentOfBrooklyn(app)
  await signIn(page, person)
  await page.goto('/settings?section=location')
  const people = page.getByRole('region', { name: 'The people who represent you' })
  const choose = people.getByRole('button', { name: 'Choose your district: Council district' })
  await tabTo(page, choose)
  await page.keyboard.press('Enter')
  const form = people.getByRole('region', { name: 'Who is your council member?' })
  await expect(form.getByRole('heading', { name: 'Who is your council member?' })).toBeFocused()
  const option = form.getByRole('radio', { name: new RegExp(name) })
  await option.focus()
  await page.keyboard.press('Space')
  await expect(option).toBeChecked()
  const search = form.getByLabel('Name or number')
  await search.fill('zzz')
  await expect(form.getByText('No district has this name or number.')).toBeVisible()
  await expect(option, 'the chosen district stays in view').toBeChecked()
  await search.fill('')
  await takeScreenshots(page, 'settings-council-district')
  const save = form.getByRole('button', { name: 'This is my district' })
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(people.getByRole('link', { name })).toBeVisible()
  await expect(people).toContainText('council district 133 · chosen by you')
  await expect(people.getByRole('button', { name: 'Change your district: Council district' })).toBeVisible()
})

// covers HURD-DISTRICTS-03
test('the open bill says that the own council member sponsors it, and says nothing to others', async ({
  page,
  app,
}) => {
  const { rep_id } = await prepareCouncil(app)
  const title = uniqueName('Cafes on the roadway')
  const { bill_id } = await app.bill(title, { government_level: 'local', jurisdiction: place })
  await app.pool`
    insert into bill_sponsorships (bill_id, position, name, classification, entity_type, rep_id)
    values (${bill_id}, 1, 'Council Member', 'primary', 'person', ${rep_id})`
  const person = await residentOfBrooklyn(app)
  await person.call(chooseMyPlaces, { council_district: district(133) })
  await openBillByLink(page, person, bill_id)
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByText('Your council member sponsors this')).toBeVisible()
  await person.call(chooseMyPlaces, { council_district: null })
  await page.reload()
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
  await expect(dialog.getByText('Your council member sponsors this')).toHaveCount(0)
})

// covers HURD-DISTRICTS-07
test('a bill of the own city names the mayor it was sent to and the own council member, or how to choose one', async ({
  page,
  app,
}) => {
  const { name } = await prepareCouncil(app)
  const mayor = uniqueName('Greta Oakshade')
  const seat = { title: 'Mayor', government_level: 'local', rep_name: mayor, division: place } as const
  await app.representative(uniqueName('mayor'), seat)
  const source_id = 'nyc/2026/int8655'
  await importRecords(app.pool, [
    importedBill(8655, {
      source_name: 'New York City Council',
      source_id,
      bill_code: 'Int 8655-2026',
      status: 'pending',
      government_level: 'local',
      jurisdiction: place,
      source_checked_at: `${dayFromNow(-60)}T00:00:00.000Z`,
      actions: [
        { date: dayFromNow(-90), text: 'Introduced', chamber: 'City Council' },
        { date: dayFromNow(-70), text: 'Passed by the Council', chamber: 'City Council' },
        { date: dayFromNow(-70), text: 'Sent to the mayor', chamber: 'City Council' },
      ],
    }),
  ])
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = ${source_id}`
  const person = await residentOfBrooklyn(app)
  await openBillByLink(page, person, row!.bill_id)
  const people = page.getByRole('dialog').getByRole('region', { name: 'Your representatives' })
  await expect(people.getByRole('listitem')).toHaveText([new RegExp(`${mayor}.*Sent to the Mayor`)])
  await expect(people).toContainText('Your council member appears once you choose a district.')
  await takeScreenshots(page, 'bill-own-city', { fullPage: false, visible: people })

  await person.call(chooseMyPlaces, { council_district: district(133) })
  await page.reload()
  await expect(people.getByRole('link', { name })).toBeVisible()
  await expect(people).not.toContainText('once you choose')
})

// covers HURD-DISTRICTS-05
test('beside the feed stand the nearest representatives, with their source and what is missing', async ({
  page,
  app,
}) => {
  const { name, rep_id } = await prepareCouncil(app)
  const person = await residentOfBrooklyn(app)
  await page.setViewportSize({ width: 1440, height: 1400 })
  await signIn(page, person)
  await page.goto('/feed')
  const rail = page.getByRole('region', { name: 'Who represents you' })
  await expect(rail).toContainText(/Your .*council member.* appears? once you choose/)
  await expect(rail.getByRole('link', { name: 'Choose your district' })).toHaveAttribute(
    'href',
    '/settings?section=location',
  )
  await person.call(chooseMyPlaces, { council_district: district(133) })
  await page.reload()
  await expect(rail.getByRole('link', { name })).toHaveAttribute('href', `/representatives/${rep_id}`)
  await expect(rail).toContainText('Source: Test records, last checked June 15, 2026')
  await page.setViewportSize({ width: 1440, height: 800 })
  await expect(rail, 'the notifications leave room for the whole card').toBeInViewport({ ratio: 1 })
  await takeScreenshots(page, 'feed-who-represents-you')

  await person.call(updateProfile, { address: '' })
  await page.reload()
  await expect(rail).toContainText('Add your address to see them here.')
  await expect(rail.getByRole('link', { name: 'Add your address' })).toBeVisible()
})

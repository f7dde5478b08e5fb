import type { Page } from '@playwright/test'
import { updateProfile } from '#contract/people.ts'
import { getMyPlaces } from '#contract/places.ts'
import { card as billCard, failWithoutMessage, nextDate, openBill } from './billSteps.ts'
import { passOtherDistricts } from './registerSteps.ts'
import { expect, signInAsNewcomer, test, uniqueName, type TestServer } from './support/product.ts'

const welcome = (page: Page, name: RegExp | string) => page.getByRole('region', { name })
const topicsUrl = '**/api/bills/topics'

// covers HURD-WELCOME-13
test('topics that fail to load can be loaded again in the first step', async ({ page, app }) => {
  await app.bill(uniqueName('Topic bill '), { created_at: nextDate() })
  await signInAsNewcomer(page, await app.member(uniqueName('newcomer')))
  await page.route(topicsUrl, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto('/feed')
  const step = welcome(page, 'What do you care about?')
  await expect(step.getByRole('heading', { name: 'The topics could not be loaded' })).toBeVisible()
  await expect(step.getByRole('button', { name: 'Next' })).toHaveCount(0)
  await page.unroute(topicsUrl)
  await step.getByRole('button', { name: 'Try Again' }).click()
  await expect(step.getByRole('list', { name: 'Topics' }).getByRole('button').first()).toBeVisible()
})

// covers HURD-WELCOME-14
test('the bills do not wait for a welcome card that does not arrive', async ({ page, app }) => {
  const title = uniqueName('Shown without a card ')
  await app.bill(title, { created_at: nextDate() })
  await signInAsNewcomer(page, await app.member(uniqueName('newcomer')))
  const script = Promise.withResolvers<void>()
  await page.route(/\/assets\/WelcomeCard-.*\.js$/, async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/feed')
  await expect(billCard(page, title)).toBeVisible()
  await expect(welcome(page, 'What do you care about?')).toHaveCount(0)
  script.resolve()
})

// covers HURD-WELCOME-15
test('a first stance on a card below completes the last step', async ({ page, app }) => {
  const title = uniqueName('Stance below ')
  await app.bill(title, { created_at: nextDate() })
  await signInAsNewcomer(page, await app.member(uniqueName('newcomer')))
  await page.goto('/feed')
  for (const name of ['What do you care about?', 'Where do you live?']) {
    await welcome(page, name).getByRole('button', { name: 'Skip this step' }).click()
  }
  const step = welcome(page, 'Where do you stand?')
  // The bill of the welcome card appears above the feed and moves the cards, so the test waits for it.
  await expect(step.getByRole('article')).toBeVisible()
  await billCard(page, title)
    .getByRole('radio', { name: /^support/i })
    .click()
  // Taking a stance on a card opens its bill, whose stances have the same heading as the step.
  await openBill(page).getByRole('button', { name: 'Close' }).click()
  await expect(step).toContainText('You have taken your first stance.')
  await step.getByRole('button', { name: 'Next' }).click()
  await expect(step).toHaveCount(0)
})

/** Opens the second step of a newcomer with this address. */
async function openDistrictStep(page: Page, app: TestServer, address: string) {
  await app.bill(uniqueName('Topic bill '), { created_at: nextDate() })
  const person = await app.member(uniqueName('newcomer'))
  await person.call(updateProfile, { address })
  await signInAsNewcomer(page, person)
  await page.goto('/feed')
  await welcome(page, 'What do you care about?').getByRole('button', { name: 'Skip this step' }).click()
  return person
}

// covers HURD-WELCOME-16
test('a newcomer with a P.O. box confirms the only district that is probable, and it is saved', async ({
  page,
  app,
}) => {
  await app.representative(uniqueName('NE'), {
    rep_name: 'Nell Plains',
    title: 'U.S. Representative',
    division: 'ocd-division/country:us/state:ne/cd:1',
  })
  const person = await openDistrictStep(page, app, 'PO Box 94604, Lincoln, NE 68509')
  const step = welcome(page, 'Is this your district?')
  await expect(step.getByText('Nell Plains').first()).toBeVisible()
  await step.getByRole('button', { name: 'Yes, this is my district' }).click()
  await passOtherDistricts(page)
  const { places } = await person.call(getMyPlaces, {})
  expect(places?.divisions).toContainEqual(
    expect.objectContaining({ kind: 'congressional_district', chosen: true }),
  )
})

// covers HURD-WELCOME-16
test('a newcomer of the District of Columbia sees the Delegate in the card', async ({ page, app }) => {
  await app.representative(uniqueName('DC'), {
    rep_name: 'Della Capitol',
    title: 'U.S. Delegate',
    division: 'ocd-division/country:us/district:dc/cd:at-large',
  })
  await openDistrictStep(page, app, '1350 Pennsylvania Ave NW, Washington, DC 20004')
  await expect(welcome(page, 'Is this your district?').getByText('Della Capitol').first()).toBeVisible()
})

// covers HURD-WELCOME-11
test('a newcomer whose address names only a state is asked for a better address', async ({ page, app }) => {
  await openDistrictStep(page, app, '5 County Road 12, TX')
  const step = welcome(page, 'Where do you live?')
  await expect(step).toContainText('Add your ZIP code to find your districts.')
  await expect(step.getByRole('link', { name: 'Change address' })).toBeVisible()
})

// covers HURD-WELCOME-16
test('the map of the first of two states does not name a district of the second one as chosen', async ({
  page,
  app,
}) => {
  await openDistrictStep(page, app, '12 Oak Street, Rome 30165')
  const step = welcome(page, 'Which district is yours?')
  const map = step.getByRole('img', { name: /^Map of Alabama/ })
  await step.getByRole('radio', { name: /^3rd/ }).check()
  await expect(map).toHaveAccessibleName('Map of Alabama with district 3 numbered. district 3 is chosen.')
  await step.getByRole('radio', { name: /^14th/ }).check()
  await expect(map).toHaveAccessibleName('Map of Alabama with district 3 numbered')
})

// covers HURD-WELCOME-16
test('a map that cannot be loaded leaves no empty frame beside the district', async ({ page, app }) => {
  await page.route('**/maps/*.json', failWithoutMessage)
  await openDistrictStep(page, app, '233 South Wacker Drive, Chicago, IL 60606')
  const form = welcome(page, 'Is this your district?').locator('form')
  await expect(form).toBeVisible()
  await expect(form.locator('xpath=following-sibling::*')).toHaveCount(0)
})

// covers HURD-WELCOME-08
test('the large numbers of people after the first stance are easy to read', async ({ page, app }) => {
  const { bill_id } = await app.bill(uniqueName('Divided '), { created_at: nextDate() })
  await app.pool`update bill_counters set oppose_count = 1203 where bill_id = ${bill_id}`
  await signInAsNewcomer(page, await app.member(uniqueName('newcomer')))
  await page.goto('/feed')
  for (const name of ['What do you care about?', 'Where do you live?']) {
    await welcome(page, name).getByRole('button', { name: 'Skip this step' }).click()
  }
  const step = welcome(page, 'Where do you stand?')
  await step.getByRole('radio', { name: /^support/i }).click()
  await expect(step).toContainText('1,203 of 1,204 people see it differently.')
})

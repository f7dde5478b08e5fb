import type { Page } from '@playwright/test'
import { expect, signIn, storedIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const profileCall = '**/api/users/profile'
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save location' })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

const failureWithoutMessage = { status: 500, json: { success: false } }

// covers ACC-SETTINGS-14 ACC-SETTINGS-15 ACC-SETTINGS-38
test('a member changes their address, sees that it is saved, and clears it by leaving it empty', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('place'), verified)
  await signIn(page, maya)
  await page.goto('/settings?section=location')
  await expect(page.getByText(/find your representatives through a civic information service/)).toBeVisible()
  await field(page, 'Address').fill('1 Elm Rd')
  await saveButton(page).click()
  await expect(field(page, 'Address')).toHaveAccessibleDescription(
    /Address must be at least 10 characters long for voting district verification/,
  )
  await expect(field(page, 'Address')).toBeFocused()

  await field(page, 'Address').fill('Nowhere Lane 12, Nowhere')
  await saveButton(page).click()
  await expect(page.getByRole('alert').getByText('Location updated successfully')).toBeVisible()
  await expect(page.getByText('We could not match this address to a voting district yet.')).toBeVisible()
  await takeScreenshots(page, 'settings-location')
  await page.reload()
  await expect(field(page, 'Address')).toHaveValue('Nowhere Lane 12, Nowhere')
  expect(JSON.stringify(await storedIn(page))).not.toContain('Nowhere')

  // The ZIP code of this address lies in three districts. The city is taken from the address as the member wrote it.
  await field(page, 'Address').fill('555 Otterbridge Lane, Portland, OR 97202')
  await saveButton(page).click()
  await expect(page.getByRole('heading', { name: 'Your districts' })).toBeVisible()
  await expect(page.getByText('We could not match this address')).toHaveCount(0)
  const divisions = page.getByRole('region', { name: 'Your Location' }).getByRole('listitem')
  await expect(divisions.filter({ hasText: 'Oregon' })).toContainText('State')
  // Nobody chose the city that the address names, so the page asks.
  await expect(divisions.filter({ hasText: 'Portland, OR' })).toContainText(
    'City or town · from your address, not confirmed yet',
  )
  await expect(
    page.getByText('Based on your ZIP code. Congressional districts of the 119th Congress.'),
  ).toBeVisible()
  const question = page.getByRole('group', { name: 'Which congressional district do you live in?' })
  await expect(question.getByRole('radio', { name: "I don't know" })).toBeChecked()
  await takeScreenshots(page, 'settings-location-open')
  await question.getByRole('radio', { name: /3rd congressional district/ }).check()
  await page.getByRole('button', { name: 'Save choice' }).click()
  await expect(divisions.filter({ hasText: '3rd congressional district' })).toContainText('chosen by you')
  await page.reload()
  await expect(question.getByRole('radio', { name: /3rd congressional district/ })).toBeChecked()
  // With the keyboard the member chooses that they live outside the city limits.
  const asked = page.getByRole('group', { name: 'Do you live in Portland, OR?' })
  await expect(asked.getByRole('radio', { checked: true })).toHaveCount(0)
  await asked.getByRole('radio', { name: 'Portland, OR' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(divisions.filter({ hasText: 'Portland, OR' })).toHaveCount(0)
  const city = page.getByRole('group', { name: 'Which city or town do you live in?' })
  await page.route('**/api/places/mine', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(failureWithoutMessage) : route.continue(),
  )
  await city.getByRole('radio', { name: 'Portland, OR' }).check()
  await page.getByRole('button', { name: 'Save choice' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to save your choice' })).toBeVisible()
  await expect(city.getByRole('radio', { name: 'Portland, OR' })).toBeChecked()
  await page.unroute('**/api/places/mine')

  await field(page, 'Address').fill('')
  await field(page, 'Address').press('Enter')
  await expect(page.getByText('Location updated successfully')).toBeVisible()
  await expect(page.getByText('We could not match this address')).toHaveCount(0)
  const [row] = await app.pool`select address from users where user_id = ${maya.user_id}`
  expect(row).toEqual({ address: null })
})

// covers ACC-SETTINGS-37
test('an address that cannot be saved stays in its field, and an address that cannot be loaded is not cleared', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('lost'), { ...verified, address: '1 Long Street, Albany, NY' })
  await signIn(page, maya)
  const own = `**/api/users/${maya.user_id}`
  await page.route(own, (route) => route.fulfill(failureWithoutMessage))
  await page.goto('/settings?section=location')
  await expect(page.getByRole('heading', { name: 'Your address could not be loaded' })).toBeVisible()
  await page.unroute(own)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(field(page, 'Address')).toHaveValue('1 Long Street, Albany, NY')

  await field(page, 'Address').fill('2 Short Street, Albany, NY')
  for (const [message, response] of [
    ['Failed to update location', failureWithoutMessage],
    ['Failed to update location', 'cut'],
    ['The server is down', { status: 503, json: { success: false, error: 'The server is down' } }],
  ] as const) {
    await page.route(profileCall, (route) => (response === 'cut' ? route.abort() : route.fulfill(response)))
    await saveButton(page).click()
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(field(page, 'Address')).toHaveValue('2 Short Street, Albany, NY')
    await page.unroute(profileCall)
  }
})

test('where addresses are sent to the Census Bureau, the form says so before saving', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('census'), verified)
  await signIn(page, maya)
  await page.goto('/settings?section=location')
  await expect(field(page, 'Address')).toBeVisible()
  await expect(page.getByText('U.S. Census Bureau')).toHaveCount(0)

  await page.route('**/api/places/mine', (route) =>
    route.fulfill({ json: { success: true, places: null, geocoder: 'census' } }),
  )
  await page.reload()
  await expect(page.getByText('to the geocoder of the U.S. Census Bureau, without your name.')).toBeVisible()
})

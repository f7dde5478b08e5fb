import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { listOwnStances, updateProfile } from '#contract/people.ts'
import { failWithoutMessage, refuseWith } from './billSteps.ts'
import { countCalls, hold, openProfile, section } from './profileSteps.ts'
import { expect, goodPassword, setPassword, storedIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const savePath = updateProfile.path
const form = (page: Page) => page.getByRole('form', { name: 'Edit Profile' })
const edit = (page: Page) => page.getByRole('button', { name: 'Edit Profile' })
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save' })

// covers ACC-PROFILE-48 ACC-PROFILE-49 ACC-PROFILE-50 ACC-PROFILE-51 ACC-PROFILE-54 ACC-PROFILE-55 ACC-PROFILE-56
// covers ACC-PROFILE-57 ACC-PROFILE-60 ACC-API-21
test('a member edits name, bio and address with the keyboard alone; they are saved once and read again', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('maya'), {
    full_name: 'Maya Okafor',
    address: '1 Long Street, Albany, NY',
  })
  await openProfile(page, maya)
  const statsCalls = countCalls(page, `/api/users/${maya.user_id}/profile-stats`)
  await expect(section(page, 'Statistics').getByRole('article').first()).toBeVisible()
  const profileCalls = countCalls(page, `/api/users/${maya.user_id}`)
  const release = await hold(page, savePath, 'PUT')
  const before = statsCalls.length

  await edit(page).focus()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Full name')).toBeFocused()
  await expect(field(page, 'Address')).toHaveValue('1 Long Street, Albany, NY')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Maya O.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('I read bills.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await takeScreenshots(page, 'profile-edit')
  await field(page, 'Address').focus()
  await page.keyboard.press('Tab')
  const sent = page.waitForRequest(`**${savePath}`)
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toEqual({ full_name: 'Maya O.', bio: 'I read bills.', address: '' })
  await expect(form(page).getByRole('button', { name: 'Saving...' })).toBeVisible()
  release()
  await expect(form(page)).toHaveCount(0)
  await expect(edit(page)).toBeFocused()
  await expect(page.getByRole('heading', { level: 1, name: 'Maya O.' })).toBeVisible()
  await expect(section(page, 'Profile').getByText('I read bills.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Account menu/ })).toContainText('Maya O.')
  await expect.poll(() => statsCalls.length).toBe(before + 1)
  await expect.poll(() => profileCalls).toEqual(['GET'])
  expect(await storedIn(page, 'sessionStorage')).toEqual({})
  await page.reload()
  await edit(page).click()
  await expect(field(page, 'Address')).toHaveValue('')
})

// covers ACC-PROFILE-53
test('Cancel discards changes', async ({ page, app }) => {
  await openProfile(page, await app.member(uniqueName('maya'), { full_name: 'Maya Okafor' }))
  await edit(page).click()
  await field(page, 'Full name').fill('Somebody Else')
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Okafor' })).toBeVisible()
  await expect(edit(page)).toBeFocused()
  await edit(page).click()
  await expect(field(page, 'Full name')).toHaveValue('Maya Okafor')
  expect(await storedIn(page, 'sessionStorage')).toEqual({})
})

// covers ACC-PROFILE-58 ACC-PROFILE-59
test('an invalid field shows its message, and the text stays', async ({ page, app }) => {
  await openProfile(page, await app.member(uniqueName('maya')))
  const calls = countCalls(page, savePath)
  await edit(page).click()
  await field(page, 'Full name').fill('')
  await field(page, 'Bio').fill('b'.repeat(501))
  await expect(form(page).getByText('501/500')).toBeVisible()
  await field(page, 'Address').fill('1 Main St')
  await save(page).click()
  await expect(form(page).getByRole('heading', { name: 'Please check 3 fields' })).toBeVisible()
  const address = 'Address must be at least 10 characters long for voting district verification'
  for (const message of ['Full name is required', 'Bio must be less than 500 characters', address]) {
    await expect(form(page).getByText(message)).toHaveCount(2)
  }
  await takeScreenshots(page, 'profile-edit-errors')
  expect(calls).toEqual([])
  await form(page).getByRole('link', { name: address }).click()
  await expect(field(page, 'Address')).toBeFocused()
  await expect(field(page, 'Address')).toHaveValue('1 Main St')
})

// covers ACC-PROFILE-70
test('a save that fails says why and keeps the form', async ({ page, app }) => {
  await openProfile(page, await app.member(uniqueName('maya')))
  await edit(page).click()
  await field(page, 'Bio').fill('Half a life')
  await page.route(`**${savePath}`, refuseWith('Not today'))
  await save(page).click()
  await expect(form(page).getByRole('alert')).toHaveText('Failed to update profile: Not today')
  await expect(field(page, 'Bio')).toHaveValue('Half a life')
  await page.unroute(`**${savePath}`)
  await page.route(`**${savePath}`, failWithoutMessage)
  await save(page).click()
  await expect(form(page).getByRole('alert')).toHaveText(
    'Failed to update profile: An unexpected error occurred',
  )
  await page.unroute(`**${savePath}`)
  await save(page).click()
  await expect(form(page)).toHaveCount(0)
  await expect(section(page, 'Profile').getByText('Half a life')).toBeVisible()
})

test('an address in no known district says so', async ({ page, app }) => {
  await openProfile(page, await app.member(uniqueName('maya')))
  await edit(page).click()
  await field(page, 'Address').fill('12 Nowhere Lane, Atlantis')
  await save(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'We could not match this address to a voting district yet.' }),
  ).toBeVisible()
})

test('text being written survives an expired session', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'), { full_name: 'Maya Okafor' })
  await setPassword(app, maya)
  await openProfile(page, maya)
  await edit(page).click()
  await field(page, 'Bio').fill('A long and careful bio')
  const hash = createHash('sha256')
    .update(maya.token ?? '')
    .digest()
  await app.pool`delete from sessions where token_hash = ${hash}`
  // The server may accept a token for another second after its session has ended.
  await expect.poll(() => maya.refusal(listOwnStances, {})).toBe('session_expired')
  await save(page).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(field(page, 'Bio')).toHaveValue('A long and careful bio')
  await expect(field(page, 'Full name')).toHaveValue('Maya Okafor')
})

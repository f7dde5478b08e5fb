import type { Page } from '@playwright/test'
import { expect, goodPassword, setPassword, signIn, storedIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const inactive = { ...verified, account_status: 'inactive' } as const
const welcome = (page: Page) => page.getByRole('dialog', { name: 'Reactivating? Welcome Back!' })
const question = (page: Page) => page.getByRole('alertdialog')
const press = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).click()
const deactivateButton = (page: Page) => page.getByRole('button', { name: 'Deactivate', exact: true })
const deleteButton = (page: Page) => page.getByRole('button', { name: 'Delete account' })

function countCalls(page: Page, method: string, path: string) {
  const counted = { calls: 0 }
  page.on('request', (request) => {
    if (request.method() === method && request.url().endsWith(path)) counted.calls += 1
  })
  return counted
}

async function storedStatus(page: Page): Promise<string> {
  return JSON.parse((await storedIn(page)).user ?? '{}').accountStatus
}

// covers ACC-LIFECYCLE-01 ACC-LIFECYCLE-02 ACC-LIFECYCLE-03 ACC-LIFECYCLE-07 ACC-LIFECYCLE-08 ACC-LIFECYCLE-09
// covers ACC-LIFECYCLE-18 ACC-SHELL-24
test('a member who returns to a deactivated account is asked, can decline, and reactivates with one press', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('back'), inactive)
  await setPassword(app, maya)
  await page.goto('/login')
  await page.getByLabel('Email').fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(welcome(page)).toBeVisible()
  await takeScreenshots(page, 'reactivation', { fullPage: false })
  await welcome(page).getByRole('button', { name: 'Not Now' }).click()
  await expect(welcome(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'NEWS', exact: true }).click()
  await expect(page).toHaveURL('/news')
  await expect(welcome(page)).toHaveCount(0)

  await page.reload()
  await expect(welcome(page)).toBeVisible()
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route('**/api/auth/reactivate', (route) =>
    route.fulfill({ status: 500, json: { success: false } }),
  )
  await welcome(page).getByRole('button', { name: 'Yes, Reactivate' }).click()
  await expect.poll(() => logged.join()).toContain('Failed to reactivate account')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('Failed to reactivate account')).toHaveCount(0)
  expect(await storedStatus(page)).toBe('inactive')

  await page.unroute('**/api/auth/reactivate')
  const reactivated = page.waitForRequest('**/api/auth/reactivate')
  await welcome(page).getByRole('button', { name: 'Yes, Reactivate' }).click()
  expect((await reactivated).method()).toBe('POST')
  await expect(welcome(page)).toHaveCount(0)
  expect(await storedStatus(page)).toBe('active')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(welcome(page)).toHaveCount(0)
})

// covers ACC-SHELL-25
test('a member with an active account is not asked to reactivate', async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('active'), verified))
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('after "Not Now" the settings offer to reactivate and show a failure', async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('later'), inactive))
  await page.goto('/settings')
  await welcome(page).getByRole('button', { name: 'Close' }).press('Escape')
  await expect(welcome(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your account is deactivated. Reactivate it to continue.')
  await page.route('**/api/auth/reactivate', (route) => route.abort())
  await page.getByRole('button', { name: 'Reactivate', exact: true }).click()
  await expect(page.getByRole('alert').getByText('Failed to reactivate account')).toBeVisible()
  await page.unroute('**/api/auth/reactivate')
  await page.getByRole('button', { name: 'Reactivate', exact: true }).click()
  await expect(deactivateButton(page)).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
  expect(await storedStatus(page)).toBe('active')
})

// covers ACC-LIFECYCLE-04 ACC-LIFECYCLE-06 ACC-LIFECYCLE-14 HURD-FIRST-04
test('deactivating asks twice, each time with the focus on Cancel, and signs out', async ({ page, app }) => {
  const maya = await app.member(uniqueName('pause'), verified)
  await signIn(page, maya)
  await page.goto('/settings')
  const counted = countCalls(page, 'PUT', '/api/users/deactivate')

  await deactivateButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('Are you sure you want to deactivate your account?')
  await expect(question(page)).toHaveAccessibleName('Deactivate account: step 1 of 2')
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await takeScreenshots(page, 'deactivate', { fullPage: false })
  // A click outside the dialog does not close it.
  await page.mouse.click(10, 10)
  await expect(question(page)).toBeVisible()
  await question(page).press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(deactivateButton(page)).toBeFocused()

  await deactivateButton(page).click()
  await press(page, 'Confirm')
  await expect(question(page)).toContainText(
    'Your profile will be hidden until you sign in and reactivate. Deactivate now?',
  )
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, 'Cancel')
  await expect(question(page)).toHaveCount(0)
  expect(counted.calls).toBe(0)

  await deactivateButton(page).click()
  await press(page, 'Confirm')
  await expect(question(page)).toHaveAccessibleName('Deactivate account: step 2 of 2')
  await press(page, 'Confirm')
  await expect(page).toHaveURL('/login')
  await expect(
    page.getByRole('group', { name: 'Deactivated. Sign in at any time to come back.' }),
  ).toBeFocused()
  await takeScreenshots(page, 'deactivated', { fullPage: false })
  expect(counted.calls).toBe(1)
  expect(await storedIn(page)).toEqual({})
  const [row] = await app.pool`select account_status from users where user_id = ${maya.user_id}`
  expect(row).toEqual({ account_status: 'inactive' })
})

// covers ACC-LIFECYCLE-05 ACC-LIFECYCLE-10 ACC-LIFECYCLE-11 ACC-LIFECYCLE-12 ACC-LIFECYCLE-13 HURD-FIRST-04
test('deleting asks twice and then for exactly DELETE; anything else cancels it', async ({ page, app }) => {
  const maya = await app.member(uniqueName('gone'), verified)
  await signIn(page, maya)
  await page.goto('/settings')
  const counted = countCalls(page, 'DELETE', '/api/users/account')

  await deleteButton(page).click()
  await expect(question(page)).toHaveAccessibleName('Delete account: step 1 of 3')
  await expect(question(page)).toContainText('Are you sure you want to delete your account?')
  await press(page, 'Cancel')
  await deleteButton(page).click()
  await press(page, 'Confirm')
  await expect(question(page)).toContainText(
    'This cannot be undone. Delete your account and all of its data?',
  )
  const removal = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000)
  const day = removal.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  await expect(question(page)).toContainText(`All of your data is removed on ${day}.`)
  await expect(question(page)).toContainText(`with the link that we email to ${maya.email}.`)
  await takeScreenshots(page, 'delete-sure', { fullPage: false })
  await press(page, 'Cancel')
  await expect(question(page)).toHaveCount(0)

  const word = question(page).getByLabel('Type DELETE to confirm')
  for (const typed of ['delete', 'DELETE ', '']) {
    await deleteButton(page).click()
    await press(page, 'Confirm')
    await press(page, 'Confirm')
    await word.fill(typed)
    await press(page, 'Confirm')
    await expect(page.getByRole('alert')).toHaveText('Account deletion cancelled')
    await expect(question(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  expect(counted.calls).toBe(0)

  await deleteButton(page).click()
  await press(page, 'Confirm')
  await press(page, 'Confirm')
  await expect(question(page)).toHaveAccessibleName('Delete account: step 3 of 3')
  await takeScreenshots(page, 'delete', { fullPage: false })
  await word.fill('DELETE')
  await word.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(`Deleted. The link in your email restores it until ${day}.`)).toBeVisible()
  await takeScreenshots(page, 'deleted', { fullPage: false })
  expect(counted.calls).toBe(1)
  expect(await storedIn(page)).toEqual({})
  expect(
    await app.pool`select 1 from users where email = ${maya.email} and account_status <> 'closed'`,
  ).toHaveLength(0)
})

// covers ACC-LIFECYCLE-15 ACC-LIFECYCLE-16
test('when a request fails, its dialog shows the reason and stays open for another attempt', async ({
  page,
  app,
}) => {
  await signIn(page, await app.member(uniqueName('stays'), verified))
  await page.goto('/settings')
  for (const [button, path, message] of [
    [deactivateButton(page), '**/api/users/deactivate', 'Failed to deactivate account'],
    [deleteButton(page), '**/api/users/account', 'Failed to delete account'],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status: 500, json: { success: false } }))
    await button.click()
    await press(page, 'Confirm')
    await press(page, 'Confirm')
    const word = question(page).getByLabel('Type DELETE to confirm')
    if (message.includes('delete')) {
      await word.fill('DELETE')
      await press(page, 'Confirm')
    }
    await expect(question(page).getByRole('group')).toHaveText(message)
    await page.unroute(path)
    await page.route(path, (route) =>
      route.fulfill({ status: 503, json: { success: false, error: 'The server is down' } }),
    )
    await press(page, 'Confirm')
    await expect(question(page).getByRole('group')).toHaveText('The server is down')
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveCount(0)
    expect(await storedIn(page)).toHaveProperty('token')
  }
})

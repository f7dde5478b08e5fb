import type { Page } from '@playwright/test'
import { updateNotificationSettings } from '#contract/alerts.ts'
import { expect, goodPassword, setPassword, signIn, storedIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const profileCall = '**/api/users/profile'
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved' })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

const failureWithoutMessage = { status: 500, json: { success: false } }

// covers ACC-SETTINGS-01 ACC-SETTINGS-02 ACC-SETTINGS-03 ACC-SETTINGS-04 ACC-SETTINGS-07 ACC-SETTINGS-08
// covers ACC-SETTINGS-22 ACC-SETTINGS-23 ACC-ROUTES-21
test('four tabs are reachable by keyboard and by URL, and notifications are chosen on the last', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('tabs'), verified)
  await signIn(page, maya)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Account', 'Location', 'Privacy', 'Notifications'])
  await expect(tab(page, 'Account')).toHaveAttribute('aria-selected', 'true')

  await tab(page, 'Account').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  // Moving the mouse over the tabs does not open them.
  await expect(tab(page, 'Account')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings?section=privacy')
  await tab(page, 'Notifications').click()
  const panel = page.getByRole('tabpanel', { name: /^Notifications/ })
  await expect(panel.getByText('Your browser blocks notifications of this site.')).toBeVisible()
  for (const [name, isOn] of [
    ['email_new_bills', true],
    ['email_comments', true],
    ['email_representatives', true],
    ['push_notifications', false],
    ['stance_notifications', true],
    ['group_notifications', true],
  ] as const) {
    const isOffered = name !== 'push_notifications'
    await expect(page.locator(`[name=${name}]`)).toBeEnabled({ enabled: isOffered })
    await expect(page.locator(`[name=${name}]`)).toBeChecked({ checked: isOn })
  }
  const digest = page.locator('[name=email_digest]')
  await expect(digest).toHaveValue('daily')
  const options = await digest
    .locator('option')
    .evaluateAll((all) => all.map((element) => element.getAttribute('value')))
  expect(options).toEqual(['immediate', 'daily', 'weekly', 'never'])
  await takeScreenshots(page, 'settings-notifications')
  await panel.getByRole('switch', { name: 'Posts in my groups' }).click()
  await expect(panel.getByText('Saved', { exact: true })).toBeVisible()
  await expect(panel.getByText('Saved', { exact: true })).toHaveCount(0)
  await digest.selectOption('weekly')
  await panel.getByRole('button', { name: 'Save changes' }).first().click()
  await expect(panel.getByText('Saved', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  // The browser restores the position after a reload, and this test is about the row of tabs, not about the page.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.reload()
  await expect(tab(page, 'Notifications'), 'the selected tab is in view').toBeInViewport({ ratio: 0.9 })
  await expect(page.locator('[name=group_notifications]')).not.toBeChecked()
  await expect(page.locator('[name=email_comments]')).toBeChecked()
  await expect(digest).toHaveValue('weekly')

  await page.reload()
  await expect(tab(page, 'Notifications')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(tab(page, 'Privacy')).toHaveAttribute('aria-selected', 'true')
  await page.goto('/dashboard?tab=settings&section=location')
  await expect(tab(page, 'Location')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Account').click()
  await expect(page).toHaveURL('/dashboard?tab=settings&section=account')

  await tab(page, 'Notifications').click()
  await expect(digest).toHaveValue('weekly')
  await tab(page, 'Account').click()
  await maya.call(updateNotificationSettings, { email_digest: 'never' })
  // A saved account form makes the page read everything again.
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await tab(page, 'Notifications').click()
  await expect(digest, 'the frequency that was chosen on another device').toHaveValue('never')
})

// covers ACC-SETTINGS-09 ACC-SETTINGS-10 ACC-SETTINGS-11 ACC-SETTINGS-12 ACC-SETTINGS-13 ACC-SETTINGS-16
// covers ACC-SETTINGS-18 ACC-SETTINGS-32
test('name and username are saved and appear in the header; "Saved" stays for three seconds', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('account'), { ...verified, full_name: 'Maya Okafor' })
  await signIn(page, maya)
  await page.clock.install()
  await page.goto('/settings')
  for (const name of ['Profile Information', 'Change Password', 'Account Management']) {
    await expect(part(page, name)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Deactivate', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible()
  await expect(page.getByText('This device')).toBeVisible()
  await expect(field(page, 'Email')).toHaveAttribute('type', 'email')
  await expect(field(page, 'Email')).toHaveValue(maya.email)
  await takeScreenshots(page, 'settings')

  const renamed = uniqueName('renamed')
  await field(page, 'Full name').fill('  Maya O. Okafor ')
  await field(page, 'Username').fill(renamed)
  const response = Promise.withResolvers<void>()
  let sent: unknown
  await page.route(profileCall, async (route) => {
    sent = route.request().postDataJSON()
    await response.promise
    await route.continue()
  })
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  response.resolve()
  await expect(saved(page)).toBeVisible()
  expect(sent).toMatchObject({ full_name: 'Maya O. Okafor', username: renamed, email: maya.email })
  await page.clock.runFor(2_900)
  await expect(saved(page)).toBeVisible()
  await page.clock.runFor(200)
  await expect(saved(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Account menu of Maya O\. Okafor/ })).toBeVisible()
  await expect(field(page, 'Full name')).toHaveValue('Maya O. Okafor')
  expect(await storedIn(page)).toMatchObject({ user: expect.stringContaining(renamed) })
})

// covers ACC-SETTINGS-29 ACC-SETTINGS-30 ACC-SETTINGS-31 ACC-SETTINGS-34 ACC-SETTINGS-35 ACC-ERRORS-05
test("a missing field shows its message, a refusal shows the server's message, and typed text stays", async ({
  page,
  app,
}) => {
  const existing = await app.member(uniqueName('existing'), verified)
  await signIn(page, await app.member(uniqueName('wrong'), verified))
  await page.goto('/settings')
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/profile')) calls += 1
  })
  for (const name of ['Full name', 'Username', 'Email']) await field(page, name).fill(' ')
  await save(page).click()
  await expect(page.getByRole('heading', { name: 'Please check 3 fields' })).toBeVisible()
  await expect(field(page, 'Full name')).toHaveAccessibleDescription('Full name is required')
  await expect(field(page, 'Username')).toHaveAccessibleDescription('Username is required')
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Email is required/)
  await page.getByRole('link', { name: 'Username is required' }).click()
  await expect(field(page, 'Username')).toBeFocused()
  expect(calls).toBe(0)

  // The server checks the rules of the registration here, and the form shows its messages at the fields.
  await field(page, 'Full name').fill('M')
  await field(page, 'Username').fill('not a name')
  await field(page, 'Email').fill('nowhere')
  await save(page).click()
  await expect(field(page, 'Full name')).toHaveAccessibleDescription(
    'Full name must be at least 2 characters',
  )
  await expect(field(page, 'Full name')).toBeFocused()
  await expect(field(page, 'Username')).toHaveAccessibleDescription(
    'Username can only contain letters, numbers, underscores, and hyphens',
  )
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Please enter a valid email address/)
  await field(page, 'Full name').fill('Ben Moreau')
  await field(page, 'Email').fill('ben.moreau@example.org')
  await field(page, 'Username').fill(existing.username.toUpperCase())
  await field(page, 'Username').press('Enter')
  await expect(field(page, 'Username')).toHaveAccessibleDescription('Username is already taken')
  await takeScreenshots(page, 'settings-refused')

  for (const [message, response] of [
    ['Failed to update account', failureWithoutMessage],
    ['Failed to update account information', 'cut'],
    ['The server is down', { status: 503, json: { success: false, error: 'The server is down' } }],
  ] as const) {
    await page.route(profileCall, (route) => (response === 'cut' ? route.abort() : route.fulfill(response)))
    await save(page).click()
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(field(page, 'Full name')).toHaveValue('Ben Moreau')
    await page.unroute(profileCall)
  }
})

test('a member whose session ends while they edit the form finds their changes after signing in again', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('expired'), { ...verified, address: '1 Long Street, Albany, NY' })
  await setPassword(app, maya)
  await signIn(page, maya)
  await page.goto('/settings?section=location')
  await field(page, 'Address').fill('2 Short Street, Albany, NY')
  await tab(page, 'Account').click()
  await field(page, 'Full name').fill('Maya Half Typed')
  await page.route(profileCall, (route) =>
    route.fulfill({ status: 401, json: { success: false, error: 'Session expired. Please log in again.' } }),
  )
  await save(page).click()
  await expect(page).toHaveURL('/login')
  await page.unroute(profileCall)
  await page.getByLabel('Email').fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/settings?section=account')
  await expect(field(page, 'Full name')).toHaveValue('Maya Half Typed')
  await tab(page, 'Location').click()
  await expect(field(page, 'Address')).toHaveValue('2 Short Street, Albany, NY')
  expect(JSON.stringify(await storedIn(page))).not.toContain('Street')
})

test('a new email address takes effect only through its link, which can be resent, and the change can be canceled', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('moving'), verified)
  const wanted = `${uniqueName('moved')}@example.org`
  const notice = page.getByRole('heading', {
    name: `Confirm your new email address: we sent a link to ${wanted}.`,
  })
  await signIn(page, maya)
  await page.goto('/settings')
  await field(page, 'Email').fill(wanted)
  await save(page).click()
  await expect(notice).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue(maya.email)
  await takeScreenshots(page, 'settings-pending-email')
  const resend = page.getByRole('button', { name: 'Resend', exact: true })
  await resend.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Verification email sent! Please check your inbox.')
  await expect(resend).toBeFocused()

  await page.route('**/api/auth/cancel-email-change', (route) => route.abort())
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('alert').last()).toHaveText('Failed to cancel the change. Please try again.')
  await page.unroute('**/api/auth/cancel-email-change')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(notice).toHaveCount(0)
  await expect(field(page, 'Email')).toBeFocused()

  await field(page, 'Email').fill(wanted)
  await save(page).click()
  await expect(notice).toBeVisible()
  const [mail] = await app.pool<{ text: string }[]>`
    select text from emails where to_address = ${wanted} order by created_at desc limit 1`
  await page.goto(/\/verify-email\?token=[0-9a-f]{64}/.exec(mail!.text)?.[0] ?? '')
  await page.getByRole('link', { name: 'Continue to Dashboard' }).click()
  await page.goto('/settings')
  await expect(field(page, 'Email')).toHaveValue(wanted)
  await expect(notice).toHaveCount(0)
})

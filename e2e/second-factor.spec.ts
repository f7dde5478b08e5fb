import type { Page } from '@playwright/test'
import { codeOf, withSecondFactor } from '#server/testing/setups/secondFactors.ts'
import { holdPosts } from './support/lostResponses.ts'
import { expect, goodPassword, setPassword, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const card = (page: Page) => page.getByRole('region', { name: 'Two-Step Sign-In' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function enterPassword(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
}

// covers HURD-SECOND-08
test('a member turns two-step sign-in on, saves the recovery codes, signs in with both, and turns it off', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const maya = await app.member(uniqueName('twostep'), verified)
  await setPassword(app, maya)
  await signIn(page, maya)
  await page.goto('/settings')
  await card(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(card(page).getByRole('heading', { name: 'Add Hurd to your authenticator app' })).toBeFocused()
  await expect(card(page).getByRole('img', { name: 'QR code with the key for your app' })).toBeVisible()
  const secret = (await card(page).locator('code').innerText()).replaceAll(' ', '')
  await card(page).getByRole('button', { name: 'Turn on' }).click()
  const code = card(page).getByLabel('6-digit code from the app')
  await expect(code).toHaveAccessibleDescription('Enter the code from your app')
  await code.fill('000000')
  await card(page).getByLabel('Your password').fill(goodPassword)
  await card(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(code).toHaveAccessibleDescription(/That code is incorrect or already used/)
  await expect(code).toBeFocused()
  await expect(card(page).getByLabel('Your password')).toHaveValue(goodPassword)
  await takeScreenshots(page, 'second-factor-set-up')

  await code.fill(codeOf(secret))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await takeScreenshots(page, 'second-factor-codes')
  const saved = await codes.allInnerTexts()
  await card(page).getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Recovery codes copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(saved.join('\n'))
  const download = page.waitForEvent('download')
  await card(page).getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('hurd-recovery-codes.txt')
  await card(page).getByRole('button', { name: 'I saved them' }).click()
  await expect(card(page).getByText('10 codes left.')).toBeVisible()
  await takeScreenshots(page, 'second-factor-on')

  await app.pool`update second_factors set last_step = 0 where user_id = ${maya.user_id}`
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await enterPassword(page, maya.email)
  const field = page.getByLabel('6-digit code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await field.fill('000000')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/That code is incorrect/)
  await expect(field).toHaveValue('000000')
  await takeScreenshots(page, 'second-step')
  await field.fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)

  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await enterPassword(page, maya.email)
  await button(page, 'Back').click()
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(maya.email)
  await button(page, 'Sign in').click()
  await button(page, 'Use a recovery code').click()
  await page.getByLabel('Recovery code').fill(saved[0]?.toLowerCase() ?? '')
  await takeScreenshots(page, 'second-step-recovery')
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto('/settings')
  await expect(card(page).getByText('9 codes left.')).toBeVisible()
  await card(page).getByRole('button', { name: 'Get new codes' }).click()
  await card(page)
    .getByLabel('Code from your app')
    .fill(saved[1] ?? '')
  await card(page).getByLabel('Your password').fill(goodPassword)
  await takeScreenshots(page, 'second-factor-renew')
  await card(page).getByRole('button', { name: 'Get new codes' }).click()
  await expect(codes).toHaveCount(10)
  expect(await codes.allInnerTexts()).not.toContain(saved[2])
  const [fresh = ''] = await codes.allInnerTexts()
  await card(page).getByRole('button', { name: 'I saved them' }).click()
  await card(page).getByRole('button', { name: 'Turn off' }).click()
  await card(page).getByLabel('Code from your app').fill(fresh)
  await card(page).getByLabel('Your password').fill('not my password')
  await card(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(card(page).getByLabel('Your password')).toHaveAccessibleDescription(
    'Current password is incorrect',
  )
  await card(page).getByLabel('Your password').fill(goodPassword)
  await card(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(card(page).getByRole('heading', { name: 'Off' })).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Turn on' })).toBeFocused()
})

// covers HURD-SECOND-08
test('a reload at the second step starts over with the email, and a lost connection keeps the typed code', async ({
  page,
  app,
}) => {
  const noah = await app.member(uniqueName('twostep'), verified)
  await setPassword(app, noah)
  await app.pool`
    insert into second_factors (user_id, sealed_secret, last_step)
    values (${noah.user_id}, ${Buffer.alloc(48)}, 0)`
  await page.goto('/login')
  await enterPassword(page, noah.email)
  await page.route('**/api/auth/login', (route) => route.abort())
  await page.getByLabel('6-digit code').fill('123456')
  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert')).toContainText('Login failed. Please try again.')
  await expect(page.getByLabel('6-digit code')).toHaveValue('123456')
  await page.reload()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toHaveCount(0)
})

// covers HURD-RECOVERY-03
test('a member without a verified address is offered the verification email in place of two-step sign-in', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('unverified'))
  await signIn(page, maya)
  await page.goto('/settings')
  await expect(card(page).getByText('Verify your email address first.')).toBeVisible()
  await expect(card(page).getByRole('button')).toHaveCount(1)
  await takeScreenshots(page, 'second-factor-unverified')
  await card(page).getByRole('button', { name: 'Send verification email' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Verification email sent! Please check your inbox.')).toBeVisible()
})

// covers HURD-SECOND-10
test('a member with two-step sign-in confirms a change of email, a new key and a deletion with a code', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('confirm'))
  const { secret } = await withSecondFactor(maya, app)
  const forget = () => app.pool`update second_factors set last_step = 0 where user_id = ${maya.user_id}`
  await forget()
  await signIn(page, maya)
  const read = '**/api/auth/second-factor'
  await page.route(read, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto('/settings')
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const confirmIn = async (name: string) => {
    await dialog(name).getByLabel('Code from your app').fill(codeOf(secret))
    await page.keyboard.press('Enter')
    await expect(dialog(name)).toHaveCount(0)
    await forget()
  }

  await page.getByLabel('Email', { exact: true }).fill(`new.${maya.email}`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog('Change your email')).toContainText("We couldn't load your sign-in settings")
  await page.unroute(read)
  await dialog('Change your email').getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog('Change your email').getByLabel('Code from your app')).toBeVisible()
  await expect(dialog('Change your email').getByLabel('Your password')).toHaveCount(0)
  await takeScreenshots(page, 'second-step-dialog')
  await dialog('Change your email').getByLabel('Code from your app').fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog('Change your email').getByText(/That code is incorrect/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText("Nothing was changed, because you didn't confirm that it's you.")).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await confirmIn('Change your email')
  await expect(page.getByText('Confirm your new email address')).toBeVisible()

  await page.getByText('For developers').click()
  await page.getByLabel('Name of the new key').fill('Reader')
  await page.getByRole('button', { name: 'Create key' }).click()
  await dialog('Create an API key').getByLabel('Code from your app').fill(codeOf(secret))
  const { release } = await holdPosts(page, '**/api/keys')
  await page.keyboard.press('Enter')
  await expect(dialog('Create an API key').getByRole('button', { name: 'Confirming...' })).toBeVisible()
  // The call is already sent, so the key will exist, and it is shown only once.
  await page.keyboard.press('Escape')
  release()
  await expect(page.getByLabel('Your new API key')).toHaveValue(/^hurd_pk_/)
  await expect(dialog('Create an API key')).toHaveCount(0)
  await forget()

  await page.getByRole('button', { name: 'Delete account' }).click()
  for (const step of [1, 2]) {
    await page
      .getByRole('alertdialog', { name: `Delete account: step ${step} of 3` })
      .getByRole('button', { name: 'Confirm' })
      .click()
  }
  await page.getByLabel('Type DELETE to confirm').fill('DELETE')
  await page.keyboard.press('Enter')
  await confirmIn('Delete your account')
  await expect(page).toHaveURL('/login')
})

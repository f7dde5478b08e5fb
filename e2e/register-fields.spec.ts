import { expectRefusedAt, failure, field, fillRight, skip, submit } from './registerSteps.ts'
import { expect, freshName, issueCode, storedIn, test } from './support/product.ts'
import { shoot } from './support/shots.ts'

test('a server error about one field is shown at that field', async ({ page }) => {
  await page.goto('/login?view=register')
  await fillRight(page)
  for (const [name, code, words] of [
    ['password', 'password_too_common', 'This password is too common. Please choose another.'],
    ['email', 'email_taken', 'An account with this email already exists'],
  ] as const) {
    await page.route('**/api/auth/register', (route) =>
      route.fulfill({ status: 400, json: { success: false, error: words, code } }),
    )
    await submit(page).click()
    await expectRefusedAt(page, name, words)
    await page.unroute('**/api/auth/register')
    await field(page, name).fill(name === 'email' ? 'other@example.org' : 'loud ocean evening')
    await expect(field(page, name)).not.toHaveAttribute('aria-invalid', 'true')
    await expect(failure(page)).toHaveCount(0)
    if (name === 'password') await field(page, 'confirm').fill('loud ocean evening')
  }
})

test('the form says what each field is for, and what other members will see', async ({ page }) => {
  await page.goto('/login?view=register')
  for (const [name, words] of [
    ['fullName', /Shown next to everything you write/],
    ['username', /How others mention you: @ann_archer/],
    ['email', /Other members never see it/],
    ['accessCode', /Ask the library or group/],
    ['address', /for example 350 Fifth Avenue, New York, NY 10118/],
  ] as const) {
    await expect(field(page, name)).toHaveAccessibleDescription(words)
  }
  await expect(
    page.getByText('Other members can see your name, username, stances and comments.'),
  ).toContainText(
    'You can change this later in Settings, under Privacy. Other members never see your email or address.',
  )
})

// covers ACC-REGISTER-20 ACC-REGISTER-21 ACC-REGISTER-27
test("one press sends one request: the button is busy, and a failure without a message shows the page's own", async ({
  page,
}) => {
  let calls = 0
  const pending = Promise.withResolvers<void>()
  await page.route('**/api/auth/register', async (route) => {
    calls += 1
    await pending.promise
    await route.fulfill({ status: 500, json: { success: false } })
  })
  await page.goto('/login?view=register')
  await fillRight(page)
  await submit(page).click()
  const busy = page.getByRole('button', { name: 'Creating account...' })
  await expect(busy).toBeDisabled()
  await busy.click({ force: true })
  await field(page, 'confirm').press('Enter')
  pending.resolve()
  await expect(failure(page)).toContainText('Registration failed. Please try again.')
  await expect(failure(page)).toBeFocused()
  expect(calls).toBe(1)
})

test('names survive a reload; passwords, code and address are not stored', async ({ page }) => {
  await page.goto('/login?view=register')
  const words = await fillRight(page)
  await page.reload()
  await expect(field(page, 'fullName')).toHaveValue(words.fullName ?? '')
  await expect(field(page, 'email')).toHaveValue(words.email)
  await expect(field(page, 'password')).toHaveValue('')
  const kept = JSON.stringify([await storedIn(page), await storedIn(page, 'sessionStorage')])
  for (const secret of [words.password, words.accessCode, words.address]) expect(kept).not.toContain(secret)
})

test('a visitor fills in and sends the whole form by keyboard', async ({ page, app }) => {
  const accessCode = await issueCode(app)
  const username = freshName('keys')
  await page.goto('/login?view=register')
  await field(page, 'fullName').focus()
  const steps = [
    'Kay Keys',
    username,
    `${username}@example.org`,
    accessCode,
    null, // Why do you need my address?
    null, // the address, to be skipped
  ]
  for (const words of steps) {
    if (words) await page.keyboard.type(words)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
  await expect(skip(page)).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('correct horse battery')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('correct horse battery')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('an address without a known district is reported on the first screen until it is dismissed', async ({
  page,
  app,
}) => {
  await page.goto('/login?view=register')
  const address = 'Nowhere Lane 12, Nowhere'
  await fillRight(page, { accessCode: await issueCode(app), address })
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  const shown = page.getByRole('alert').filter({
    hasText: 'We could not match this address to a voting district yet.',
  })
  await expect(shown).toContainText(
    'Check that it has the street, city, state and ZIP code. You can correct it in Settings, under Location.',
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
  await shoot(page, 'register-unmatched')
  await shown.getByRole('button', { name: 'Dismiss' }).click()
  await expect(shown).toHaveCount(0)
})

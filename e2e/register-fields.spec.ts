import { expectRefusedAt, failure, field, fillForm, skip, submit } from './registerSteps.ts'
import { expect, issueCode, storedIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

test('a server error about one field is shown at that field', async ({ page }) => {
  await page.goto('/login?view=register')
  await fillForm(page)
  for (const [name, code, message] of [
    ['password', 'password_too_common', 'This password is too common. Please choose another.'],
    ['email', 'email_taken', 'An account with this email already exists'],
  ] as const) {
    await page.route('**/api/auth/register', (route) =>
      route.fulfill({ status: 400, json: { success: false, error: message, code } }),
    )
    await submit(page).click()
    await expectRefusedAt(page, name, message)
    await page.unroute('**/api/auth/register')
    await field(page, name).fill(name === 'email' ? 'other@example.org' : 'loud ocean evening')
    await expect(field(page, name)).not.toHaveAttribute('aria-invalid', 'true')
    await expect(failure(page)).toHaveCount(0)
    if (name === 'password') await field(page, 'confirm').fill('loud ocean evening')
  }
})

test('the form says what each field is for, and what other members will see', async ({ page }) => {
  await page.goto('/login?view=register')
  for (const [name, message] of [
    ['fullName', /Shown next to everything you write/],
    ['username', /How others mention you: @ann_archer/],
    ['email', /Other members never see it/],
    ['accessCode', /Ask the library or group/],
    ['address', /for example Brooklyn, NY 11201/],
  ] as const) {
    await expect(field(page, name)).toHaveAccessibleDescription(message)
  }
  await expect(
    page.getByText('Other members can see your name, username, stances and comments.'),
  ).toContainText(
    'You can change this later in Settings, under Privacy. Other members never see your email or address.',
  )
})

// covers ACC-REGISTER-20 ACC-REGISTER-21 ACC-REGISTER-27
test('a visitor who presses the button sends one request, sees that it is busy, and reads a message if it fails', async ({
  page,
}) => {
  let calls = 0
  const response = Promise.withResolvers<void>()
  await page.route('**/api/auth/register', async (route) => {
    calls += 1
    await response.promise
    await route.fulfill({ status: 500, json: { success: false } })
  })
  await page.goto('/login?view=register')
  await fillForm(page)
  await submit(page).click()
  const busy = page.getByRole('button', { name: 'Creating account...' })
  await expect(busy).toBeDisabled()
  await busy.click({ force: true })
  await field(page, 'confirm').press('Enter')
  response.resolve()
  await expect(failure(page)).toContainText('Registration failed. Please try again.')
  await expect(failure(page)).toBeFocused()
  expect(calls).toBe(1)
})

test('names survive a reload; passwords, code and address are not stored', async ({ page }) => {
  await page.goto('/login?view=register')
  const texts = await fillForm(page)
  await page.reload()
  await expect(field(page, 'fullName')).toHaveValue(texts.fullName ?? '')
  await expect(field(page, 'email')).toHaveValue(texts.email)
  await expect(field(page, 'password')).toHaveValue('')
  const kept = JSON.stringify([await storedIn(page), await storedIn(page, 'sessionStorage')])
  for (const secret of [texts.password, texts.accessCode, texts.address]) expect(kept).not.toContain(secret)
})

test('a visitor fills in and sends the whole form by keyboard', async ({ page, app }) => {
  const accessCode = await issueCode(app)
  const username = uniqueName('keys')
  await page.goto('/login?view=register')
  await field(page, 'fullName').focus()
  const steps = [
    'Kay Keys',
    username,
    `${username}@example.org`,
    accessCode,
    null, // The button "Why do you need my address?" gets no input.
    null, // The address is skipped below, so it gets no input.
  ]
  for (const input of steps) {
    if (input) await page.keyboard.type(input)
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
  await fillForm(page, { accessCode: await issueCode(app), address })
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  const shown = page.getByRole('alert').filter({
    hasText: 'We could not match this address to a voting district yet.',
  })
  await expect(shown).toContainText(
    'Check that it has the street, city, state and ZIP code. You can correct it in Settings, under Location.',
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
  await takeScreenshots(page, 'register-unmatched')
  await shown.getByRole('button', { name: 'Dismiss' }).click()
  await expect(shown).toHaveCount(0)
})

// covers HURD-REGISTER-02
test('a field is checked when the visitor leaves it, and not while they type or when it is empty', async ({
  page,
}) => {
  await page.goto('/login?view=register')
  const messageAt = (name: 'username' | 'email' | 'confirm') =>
    expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
  await field(page, 'fullName').focus()
  await page.keyboard.press('Tab')
  await expect(field(page, 'fullName')).not.toHaveAttribute('aria-invalid')
  await page.keyboard.type('a!')
  await expect(field(page, 'username')).toHaveValue('a!')
  await expect(field(page, 'username')).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Tab')
  await messageAt('username')
  await expect(field(page, 'email')).toBeFocused()
  // The summary belongs to the submission, and would move the form away.
  await expect(page.getByText(/^Please check/)).toHaveCount(0)

  await field(page, 'password').fill('loud ocean evening')
  await field(page, 'confirm').fill('loud ocean evenin')
  await field(page, 'fullName').focus()
  await messageAt('confirm')
  await field(page, 'password').fill('loud ocean evenin')
  await field(page, 'fullName').focus()
  await expect(field(page, 'confirm')).not.toHaveAttribute('aria-invalid')
})

// covers HURD-REGISTER-02
test('a message that appears when a field is left does not take the press of the button', async ({
  page,
}) => {
  await page.goto('/login?view=register')
  await field(page, 'confirm').fill('other')
  const button = submit(page)
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not visible')
  await page.mouse.move(box.x + box.width / 2, box.y + 4)
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.getByText(/^Please check/)).toBeVisible()
})

// covers HURD-REGISTER-03
test('the form names the bill from whose page the visitor came, also after looking at the sign-in', async ({
  page,
  app,
}) => {
  const title = uniqueName('Harbor lights ')
  const { bill_id } = await app.bill(title)
  await page.goto(`/login?view=register&bill=${bill_id}`)
  const bill = page.getByRole('link', { name: title })
  await expect(bill).toHaveAttribute('href', `/bills/${bill_id}`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(bill).toBeVisible()
  await bill.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

  await page.goto('/login?view=register')
  await expect(field(page, 'fullName')).toBeVisible()
  await expect(page.getByText('Then you can take a stance on')).toHaveCount(0)
})

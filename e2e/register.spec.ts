import { startTestServer } from '#server/testing/testServer.ts'
import {
  expectDescriptions,
  expectRefusedAt,
  failure,
  field,
  fillForm,
  names,
  skip,
  submit,
  type FieldTexts,
} from './registerSteps.ts'
import { dist, expect, issueCode, storedIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// covers ACC-REGISTER-03 ACC-REGISTER-04 ACC-REGISTER-05 ACC-REGISTER-06 ACC-REGISTER-07 ACC-REGISTER-08
// covers ACC-REGISTER-09 ACC-REGISTER-10
test('the form has every field, under names that browsers and password managers know', async ({ page }) => {
  await page.goto('/login?view=register')
  await expect(field(page, 'fullName')).toHaveAttribute('autocomplete', 'name')
  await expect(field(page, 'username')).toBeEditable()
  await expect(field(page, 'email')).toHaveAttribute('autocomplete', 'email')
  await expect(field(page, 'accessCode')).toBeEditable()
  await expect(field(page, 'address')).toHaveAttribute('autocomplete', 'street-address')
  await expect(skip(page)).not.toBeChecked()
  for (const name of ['password', 'confirm'] as const) {
    await expect(field(page, name)).toHaveAttribute('type', 'password')
    await expect(field(page, name)).toHaveAttribute('autocomplete', 'new-password')
  }
  await takeScreenshots(page, 'register')
})

// covers HURD-OPEN-01
test('where joining is open, a visitor with an invitation keeps the code on the way back from the sign-in form, and can replace it', async ({
  page,
}) => {
  const open = await startTestServer({ registration: 'open' }, dist)
  await page.goto(`${open.origin}/login?view=register&code=OPEN-HOUSE`)
  const code = field(page, 'accessCode')
  await expect(code).toHaveValue('OPEN-HOUSE')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await submit(page).click()
  await expect(code).toHaveValue('OPEN-HOUSE')
  await code.fill('')
  await expect(code).toBeFocused()
  await open.close()
})

// covers ACC-REGISTER-11 ACC-REGISTER-12 ACC-REGISTER-13 ACC-REGISTER-14 ACC-REGISTER-15
test('"Why do you need my address?" explains the four uses and returns the focus', async ({ page }) => {
  await page.goto('/login?view=register')
  const why = page.getByRole('button', { name: 'Why do you need my address?' })
  await why.click()
  const help = page.getByRole('dialog', { name: 'Why do you need my address?' })
  for (const use of ['Government groups', 'Contacting representatives', 'Local insights', 'Privacy']) {
    await expect(help.getByRole('heading', { name: use })).toBeVisible()
  }
  await takeScreenshots(page, 'register-why', { fullPage: false })
  await help.getByRole('button', { name: 'Got it' }).click()
  await expect(help).toBeHidden()
  await expect(why).toBeFocused()
})

// covers ACC-REGISTER-30 ACC-REGISTER-31 ACC-REGISTER-32 ACC-REGISTER-36 ACC-REGISTER-41 ACC-REGISTER-43
// covers ACC-REGISTER-46 ACC-REGISTER-48 ACC-REGISTER-50 ACC-REGISTER-28
test('an empty form shows all errors at once, with a summary that links to each field', async ({ page }) => {
  let calls = 0
  await page.route('**/api/auth/register', (route) => {
    calls += 1
    return route.abort()
  })
  await page.goto('/login?view=register')
  await submit(page).click()
  const expected = {
    fullName: 'Full name is required',
    username: 'Username is required',
    email: 'Email is required',
    accessCode: 'Access code is required',
    address: 'Address is required for district verification',
    password: 'Password is required',
    confirm: 'Please confirm your password',
  }
  await expectDescriptions(page, expected)
  const heading = page.getByRole('heading', { name: 'Please check 7 fields' })
  await expect(page.locator(':focus').filter({ has: heading })).toHaveCount(1)
  await page.getByRole('link', { name: 'Access code is required' }).click()
  await expect(field(page, 'accessCode')).toBeFocused()

  await field(page, 'accessCode').fill('A')
  await expect(page.getByText('Access code is required')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Please check 6 fields' })).toBeVisible()
  expect(calls).toBe(0)
})

// covers ACC-REGISTER-33 ACC-REGISTER-34 ACC-REGISTER-35 ACC-REGISTER-37 ACC-REGISTER-38 ACC-REGISTER-39
// covers ACC-REGISTER-42 ACC-REGISTER-44 ACC-REGISTER-45 ACC-REGISTER-47 ACC-REGISTER-49 ACC-REGISTER-51
// covers ACC-REGISTER-52
test('each rule has its own message', async ({ page }) => {
  await page.goto('/login?view=register')
  const attempts: [FieldTexts, FieldTexts][] = [
    [
      {
        fullName: '   ',
        username: 'ab',
        email: 'ann@',
        accessCode: 'ABC12',
        address: '1 Main St ',
        password: '1234567',
        confirm: 'other words',
      },
      {
        fullName: 'Full name is required',
        username: 'Username must be at least 3 characters',
        email: 'Please enter a valid email address',
        accessCode: 'Access code must be at least 6 characters',
        address: 'Please enter a complete address',
        password: 'Password must be at least 8 characters',
        confirm: 'Passwords do not match',
      },
    ],
    [
      { fullName: 'A', username: 'a'.repeat(51), accessCode: 'A'.repeat(21), password: 'a'.repeat(129) },
      {
        fullName: 'Full name must be at least 2 characters',
        username: 'Username must be less than 50 characters',
        accessCode: 'Access code must be less than 20 characters',
        password: 'Password must be less than 128 characters',
      },
    ],
    [
      { fullName: 'a'.repeat(256), username: 'a b!c' },
      {
        fullName: 'Full name must be less than 255 characters',
        username: 'Username can only contain letters, numbers, underscores, and hyphens',
      },
    ],
  ]
  for (const [index, [typed, expected]] of attempts.entries()) {
    for (const name of names) if (typed[name] !== undefined) await field(page, name).fill(typed[name])
    await submit(page).click()
    await expectDescriptions(page, expected)
    if (index === 0) await takeScreenshots(page, 'register-errors')
  }
})

// covers ACC-REGISTER-16 ACC-REGISTER-17 ACC-REGISTER-18 ACC-REGISTER-19 ACC-REGISTER-02 ACC-REGISTER-54
// covers ACC-REGISTER-22 ACC-REGISTER-23 ACC-REGISTER-40
test('skipping the address warns, empties and locks the field, and sends null', async ({ page, app }) => {
  const accessCode = await issueCode(app)
  await page.goto('/login?view=register')
  const texts = await fillForm(page, {
    accessCode: ` ${accessCode.toLowerCase()} `,
    username: uniqueName('Ann_1-b'),
  })
  await skip(page).check()
  await expect(field(page, 'address')).toBeDisabled()
  await expect(field(page, 'address')).toHaveValue('')
  await expect(page.getByText('Without an address you cannot join local government groups')).toHaveText(
    'Without an address you cannot join local government groups, contact representatives, see local comment counts or get local bill recommendations. You can add it later in Settings.',
  )

  const sent = page.waitForRequest('**/api/auth/register')
  await submit(page).click()
  expect((await sent).postDataJSON()).toEqual({
    full_name: texts.fullName,
    username: texts.username,
    email: texts.email,
    access_code: accessCode.toLowerCase(),
    password: texts.password,
    address: null,
  })
  await expect(page).toHaveURL('/dashboard')
  const stored = await storedIn(page)
  expect(stored.token).toBeTruthy()
  expect(JSON.parse(stored.user ?? '{}')).toMatchObject({ username: texts.username, emailVerified: false })
})

// covers ACC-REGISTER-01 ACC-REGISTER-24 ACC-REGISTER-25 ACC-REGISTER-26 ACC-REGISTER-29 ACC-REGISTER-55
test("a refusal shows the server's message and keeps typed text, and a valid code then works", async ({
  page,
  app,
}) => {
  const existing = await app.member(uniqueName('taken'))
  const accessCode = await issueCode(app)
  await page.goto('/login?view=register')
  const texts = await fillForm(page)

  await submit(page).click()
  await expect(failure(page)).toContainText('Invalid access code')
  await expectRefusedAt(page, 'accessCode', 'Invalid access code')
  await takeScreenshots(page, 'register-failed')
  await field(page, 'accessCode').fill(accessCode)
  await expect(failure(page)).toHaveCount(0)

  await field(page, 'username').fill(existing.username)
  await submit(page).click()
  await expect(failure(page)).toContainText('Username is already taken')
  await expectRefusedAt(page, 'username', 'Username is already taken')
  await expect(field(page, 'fullName')).toHaveValue(texts.fullName ?? '')
  await expect(field(page, 'email')).toHaveValue(texts.email)
  await expect(field(page, 'address')).toHaveValue(texts.address ?? '')
  await expect(field(page, 'password')).toHaveValue(texts.password ?? '')

  await field(page, 'username').fill(texts.username)
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  const rows = await app.pool`select count(*)::int as n from users where username = ${texts.username}`
  expect(rows[0]).toEqual({ n: 1 })
})

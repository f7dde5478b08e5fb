import type { Page } from '@playwright/test'
import { brandPalette, themes } from '#contract/branding/brandColors.ts'
import { getBranding, saveBranding } from '#contract/branding/branding.ts'
import { logoPng } from '#server/testing/pictures.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { dist, expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// The branding belongs to a whole instance, so these tests start an instance that no other test uses.
let own: TestServer
test.beforeAll(async () => {
  own = await startTestServer({}, dist)
})
test.afterAll(() => own.close())

const springfield = {
  name: 'Springfield Forum',
  contact_email: 'hello@example.org',
  contact_text: '1 Main Street\nSpringfield, IL 62701',
  election_law_line: 'Paid for by Citizens of Springfield',
  brand_color: '#0b6e4f',
  terms: 'Be kind to each other.\n\nStay on topic.',
  privacy: 'We keep what you write until you delete it.',
}

async function administrator() {
  return operator(own, uniqueName('ada'), 'administrator')
}

/** Saves the branding of Springfield, with other values for `fields`, whatever an earlier test has saved. */
async function saveTestBranding(fields: Partial<typeof springfield> = {}) {
  const ada = await administrator()
  const { version } = (await ada.call(getBranding, {})).branding
  await ada.call(saveBranding, { ...springfield, ...fields, version })
}

/** Expects that the page has the color of Springfield in both themes. */
async function expectBrandColor(page: Page) {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    const color = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--color-brand').trim(),
    )
    expect(color, theme).toBe(brandPalette(springfield.brand_color)[theme].brand)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

// covers HURD-BRAND-08
test('by keyboard, an administrator names the instance and sees it in the header, the title and the footer', async ({
  page,
}) => {
  await signIn(page, await administrator(), own.origin)
  await page.goto(`${own.origin}/administration/members`)
  await page.getByRole('tab', { name: 'Members' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const name = page.getByLabel('Name', { exact: true })
  await name.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/Enter a name/)
  await page.keyboard.type(springfield.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('#ffcc00')
  await expect(page.getByRole('region', { name: 'Light theme' })).toContainText('Contrast 1.3:1, too low')
  await page.keyboard.press('Enter')
  const color = page.getByLabel('Color (optional)')
  await expect(color).toBeFocused()
  await expect(color).toHaveAccessibleDescription(/Choose a darker color/)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(springfield.brand_color)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Choose the color')).toBeFocused()
  await expect(page.getByLabel('Choose the color')).toHaveValue(springfield.brand_color)
  await expect(page.getByText('This green means support on every bill')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type(springfield.contact_email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1 Main Street')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Springfield, IL 62701')
  await page.keyboard.press('Tab')
  await page.keyboard.type(springfield.election_law_line)
  const light = page.getByRole('region', { name: 'Light theme' })
  await expect(light).toContainText(springfield.name)
  await expect(light).toContainText(springfield.election_law_line)
  const dark = page.getByRole('region', { name: 'Dark theme' })
  await expect(dark.locator('[data-theme-page]')).toHaveCSS('background-color', 'rgb(17, 14, 22)')
  await takeScreenshots(page, 'administration-branding-typed')
  await page.keyboard.press('Enter')

  await expect(page.getByText('The branding is saved')).toBeVisible()
  await expect(page).toHaveTitle(`Administration · ${springfield.name}`)
  await expect(page.getByRole('link', { name: `${springfield.name} home` })).toHaveText(springfield.name)
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(springfield.election_law_line)
  await expect(footer).toContainText('Springfield, IL 62701')
  await expect(footer.getByRole('link', { name: 'hello@example.org' })).toHaveAttribute(
    'href',
    'mailto:hello@example.org',
  )
  await expect(name).toHaveValue(springfield.name)
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCSS('background-color', 'rgb(11, 110, 79)')
  await takeScreenshots(page, 'administration-branding-saved')
  await page.goto(`${own.origin}/groups`)
  await expect(page).toHaveTitle(`Groups · ${springfield.name}`)
})

// covers HURD-BRAND-09
test('the sign-in shows the name before its scripts are loaded, and the scripts change nothing', async ({
  browser,
  page,
}) => {
  await saveTestBranding({ name: `O'Fallon & "Friends"` })
  const withoutScripts = await browser.newContext({ javaScriptEnabled: false })
  const early = await withoutScripts.newPage()
  await early.goto(`${own.origin}/login`)
  await expect(early.getByRole('heading', { level: 1 })).toHaveText(`Welcome to O'Fallon & "Friends"`)
  await expect(early.getByRole('contentinfo')).toContainText(springfield.election_law_line)
  await withoutScripts.close()

  const failures: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text())
  })
  page.on('pageerror', (error) => failures.push(error.message))
  await page.goto(`${own.origin}/login`)
  await expect(page).toHaveTitle(`Sign in · O'Fallon & "Friends"`)
  await expect(page.getByText(`New to O'Fallon & "Friends"?`)).toBeVisible()
  await takeScreenshots(page, 'branded-sign-in')
  await page.goto(`${own.origin}/login?view=register`)
  await expect(page.getByRole('contentinfo')).toContainText('1 Main Street')
  await takeScreenshots(page, 'branded-register')
  expect(failures).toEqual([])
})

// covers HURD-BRAND-14
test('the registration and the footer lead to the terms, in the color of the instance', async ({ page }) => {
  await saveTestBranding()
  await page.goto(`${own.origin}/login?view=register`)
  await expect(page.getByText('By creating an account, you accept')).toContainText('our privacy policy')
  await expect(page.getByRole('link', { name: 'our terms' })).toHaveAttribute('href', '/terms')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveTitle(`Terms · ${springfield.name}`)
  await expect(page.getByText('Stay on topic.')).toBeVisible()
  await expectBrandColor(page)
  await takeScreenshots(page, 'branded-terms')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByText('We keep what you write until you delete it.')).toBeVisible()
})

// covers HURD-BRAND-13
test('every screen of a member has the color of the instance in both themes', async ({ page }) => {
  await saveTestBranding()
  await signIn(page, await administrator(), own.origin)
  await page.goto(`${own.origin}/feed`)
  await expect(
    page.getByRole('heading', { name: 'Bills', exact: true }).or(page.locator('#bill-list')),
  ).not.toHaveCount(0)
  await expectBrandColor(page)
  await takeScreenshots(page, 'branded-feed')
  await page.goto(`${own.origin}/settings`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectBrandColor(page)
  await takeScreenshots(page, 'branded-settings')
})

// covers HURD-BRAND-04 HURD-BRAND-10
test('when two forms are open, the second keeps the typed text and offers the branding that the first saved', async ({
  page,
  context,
}) => {
  await saveTestBranding()
  await signIn(page, await administrator(), own.origin)
  await page.goto(`${own.origin}/administration/branding`)
  const other = await context.newPage()
  await other.goto(`${own.origin}/administration/branding`)
  await page.getByLabel('Name', { exact: true }).fill('The first name')
  await other.getByLabel('Name', { exact: true }).fill('The second name')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The branding is saved')).toBeVisible()

  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('alert')).toContainText('Someone else has saved other values')
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('The second name')
  await takeScreenshots(other, 'administration-branding-conflict')
  const open = other.getByRole('button', { name: 'Open the saved values' })
  const failure = { status: 500, json: { success: false, error: 'Please try again later.' } }
  await other.route('**/api/administration/branding', (route) => route.fulfill(failure), { times: 1 })
  await open.press('Enter')
  await expect(other.getByText('Please try again later.').first()).toBeVisible()
  await open.press('Enter')
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('The first name')
  await expect(other.locator('#content')).toBeFocused()
  await other.getByLabel('Name', { exact: true }).fill('The second name')
  await other.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(other).toHaveTitle('Administration · The second name')
})

// covers HURD-BRAND-10
test('a name that the server refuses stays in the form, with the reason at its field', async ({ page }) => {
  await saveTestBranding()
  await signIn(page, await administrator(), own.origin)
  await page.goto(`${own.origin}/administration/branding`)
  await page.route('**/api/administration/branding', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    return route.fulfill({
      status: 400,
      json: { success: false, error: 'Invalid', code: 'invalid_request', fields: { name: 'Not this one' } },
    })
  })
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('A refused name')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/Not this one/)
  await expect(name).toHaveValue('A refused name')
})

// covers HURD-BRAND-11
test('a long name leaves the header usable, and the footer stays above the tab bar of a phone', async ({
  page,
}) => {
  await saveTestBranding({ name: 'The Greater Springfield Civic Discussion' })
  await signIn(page, await administrator(), own.origin)
  await page.goto(`${own.origin}/groups`)
  await expect(page.getByRole('heading', { name: /^All Groups/ })).toBeVisible()
  await takeScreenshots(page, 'branded-header')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const link = await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).boundingBox()
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect(link!.y + link!.height).toBeLessThanOrEqual(bar!.y)
})

// covers HURD-BRAND-16 HURD-BRAND-17
test('an administrator uploads a logo beside a half-filled form and sees it in the header, until it is removed', async ({
  page,
}) => {
  await saveTestBranding()
  await signIn(page, await administrator(), own.origin)
  await page.goto(`${own.origin}/administration/branding`)
  await page.getByLabel('Election-law line (optional)').fill('Paid for by the neighbors')
  const file = page.getByLabel('Logo', { exact: true })
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByRole('alert')).toContainText('Only JPEG, PNG, and WebP')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await logoPng() }
  await file.setInputFiles(logo)
  await expect(page.getByRole('img', { name: `The logo of ${springfield.name}` })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  for (const theme of ['Light theme', 'Dark theme']) {
    await expect(page.getByRole('region', { name: theme }).getByRole('img')).toHaveCSS(
      'background-color',
      'rgb(255, 255, 255)',
    )
  }
  await takeScreenshots(page, 'administration-branding-logo')

  // What was typed before the upload is still there, and the upload is no conflict with it.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The branding is saved')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Paid for by the neighbors')
  const home = page.getByRole('link', { name: `${springfield.name} home` })
  await expect(home.getByRole('img', { name: springfield.name })).toBeVisible()

  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Upload a logo' })).toBeFocused()

  // A form that is opened after that continues from the version without the logo.
  await page.getByRole('tab', { name: 'Access codes' }).click()
  await expect(page.getByRole('button', { name: 'Issue codes' })).toBeVisible()
  await page.getByRole('tab', { name: 'Branding' }).click()
  await page.getByLabel('Election-law line (optional)').fill('Paid for by the city')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The branding is saved')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Paid for by the city')
  await page.reload()
  await expect(home).toHaveText(springfield.name)
  await expect(home.getByRole('img')).toHaveCount(0)
})

// covers HURD-BRAND-17
test('the sign-in and a shared page have the logo before their scripts, and nothing moves when it has loaded', async ({
  browser,
  page,
}) => {
  await saveTestBranding({ name: 'Springfield & Friends' })
  await signIn(page, await administrator(), own.origin)
  await page.goto(`${own.origin}/administration/branding`)
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logoPng(800, 192) })
  await expect(page.getByRole('button', { name: 'Change logo' })).toBeVisible()

  const withoutScripts = await browser.newContext({ javaScriptEnabled: false })
  const early = await withoutScripts.newPage()
  const release = Promise.withResolvers<void>()
  await early.route('**/logo/*', async (route) => {
    await release.promise
    await route.continue()
  })
  await early.goto(`${own.origin}/login`, { waitUntil: 'commit' })
  const mark = early.getByRole('img', { name: 'Springfield & Friends' }).first()
  const reserved = await mark.boundingBox()
  expect(reserved?.height).toBe(36)
  release.resolve()
  await early.waitForLoadState('load')
  await expect.poll(() => mark.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(96)
  expect(await mark.boundingBox()).toEqual(reserved)
  await early.goto(`${own.origin}/us/119/hr/1`)
  await expect(early.getByRole('link', { name: 'Springfield & Friends home' }).locator('img')).toHaveCSS(
    'background-color',
    'rgb(255, 255, 255)',
  )
  await withoutScripts.close()

  const visitor = await browser.newContext()
  const entrance = await visitor.newPage()
  const failures: string[] = []
  entrance.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text())
  })
  entrance.on('pageerror', (error) => failures.push(error.message))
  await entrance.goto(`${own.origin}/login`)
  await expect(entrance).toHaveTitle('Sign in · Springfield & Friends')
  await expect(entrance.getByRole('img', { name: 'Springfield & Friends' }).first()).toBeVisible()
  expect(failures).toEqual([])
  await takeScreenshots(entrance, 'branded-sign-in-logo')
  await entrance.goto(`${own.origin}/us/119/hr/1`)
  await takeScreenshots(entrance, 'branded-message-logo')
  await visitor.close()

  await page.goto(`${own.origin}/feed`)
  await expect(page.getByRole('link', { name: 'Springfield & Friends home' }).getByRole('img')).toBeVisible()
  await takeScreenshots(page, 'branded-feed-logo')
  await page.goto(`${own.origin}/administration/branding`)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Upload a logo' })).toBeVisible()
})

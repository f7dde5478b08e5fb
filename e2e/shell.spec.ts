import type { Page } from '@playwright/test'
import { openBill } from './billSteps.ts'
import { uniquePlace } from './groupSteps.ts'
import { expect, signIn, test, uniqueName, type Person } from './support/product.ts'
import { saveScreenshot, takeScreenshots } from './support/screenshots.ts'

const tabsOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
const menuButton = (page: Page) => page.getByRole('button', { name: /Account menu/ })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

let maya: Person
test.beforeEach(async ({ page, app }) => {
  maya = await app.member(uniqueName('shell'), { full_name: 'Maya Okafor' })
  await signIn(page, maya)
})

// covers ACC-SHELL-01 ACC-SHELL-02 ACC-SHELL-03 ACC-SHELL-04 ACC-SHELL-05 ACC-ROUTES-06 CIV-SHELL-05
test('on /dashboard the tabs switch in place, and the URL keeps the open one; elections open the guide', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'FEED', exact: true })).toHaveAttribute('aria-current', 'page')
  expect(await tabsOf(page)).toEqual(['FEED', 'GROUPS', 'ELECTIONS', 'NEWS', 'PROFILE', 'SETTINGS'])

  for (const tab of ['GROUPS', 'PROFILE', 'SETTINGS']) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page).toHaveURL(`/dashboard?tab=${tab.toLowerCase()}`)
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await page.goBack()
  await page.goBack()
  await page.reload()
  await expect(page).toHaveURL('/dashboard?tab=groups')
  await page.getByRole('link', { name: 'ELECTIONS', exact: true }).click()
  await expect(page).toHaveURL('/elections')
  await page.goto('/dashboard?tab=elections')
  await expect(page.getByText('Elections feature coming soon...', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Open the elections guide' }).click()
  await expect(page).toHaveURL('/elections')
})

// covers CIV-SHELL-01 CIV-SHELL-02 CIV-SHELL-03 CIV-SHELL-04 ACC-SHELL-06
test('on other pages the same tabs lead to the URLs of their sections, and the logo leads home', async ({
  page,
}) => {
  await page.goto('/settings')
  for (const [tab, path] of [
    ['GROUPS', '/groups'],
    ['ELECTIONS', '/elections'],
    ['NEWS', '/news'],
    ['PROFILE', '/profile'],
    ['SETTINGS', '/settings'],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
    expect(await tabsOf(page)).toEqual(['FEED', 'GROUPS', 'ELECTIONS', 'NEWS', 'PROFILE', 'SETTINGS'])
    await expect(page.locator('main')).toBeFocused()
  }
  await page.getByRole('link', { name: 'FEED', exact: true }).click()
  await expect(page).toHaveURL('/feed')
  await page.goto('/news')
  await page.getByRole('link', { name: 'Hurd home' }).click()
  await expect(page).toHaveURL('/feed')
  await page.getByRole('link', { name: 'ELECTIONS', exact: true }).click()
  await expect(page).toHaveURL('/elections')
})

// covers ACC-SHELL-07 ACC-SHELL-08 ACC-SHELL-09 ACC-SHELL-10 ACC-SHELL-11 ACC-SHELL-12
test('the account menu leads to profile and settings, and signs out completely', async ({ page }) => {
  await page.goto('/news')
  await menuButton(page).click()
  await takeScreenshots(page, 'shell-menu', { fullPage: false })
  await menuItem(page, 'Your Profile').click()
  await expect(page).toHaveURL('/profile')
  // The URL changes before the screen appears, which then takes the focus.
  await expect(page.locator('main')).toBeFocused()
  await menuButton(page).press('Enter')
  await expect(menuItem(page, 'Your Profile')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')

  await menuButton(page).click()
  const logoutResponse = page.waitForResponse('**/api/auth/logout')
  await menuItem(page, 'Sign Out').click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeFocused()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  expect((await logoutResponse).status()).toBe(200)
  expect((await maya.send('GET', `/api/users/${maya.user_id}`)).status).toBe(401)
  // Signing out does not remember the page, so the next person who signs in here is not led to it.
  expect(await page.evaluate(() => history.state?.usr ?? null)).toBeNull()
})

// covers ACC-SHELL-13
test('below 480 px the account menu is a row of icons with their names below them', async ({ page }) => {
  for (const [width, text] of [
    [480, 'Your Profile'],
    [479, 'Profile'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/news')
    await menuButton(page).click()
    await expect(menuItem(page, 'Your Profile')).toHaveText(text)
    await expect(menuItem(page, 'Sign Out')).toHaveText('Sign Out')
    const [first, last] = [
      await menuItem(page, 'Your Profile').boundingBox(),
      await menuItem(page, 'Sign Out').boundingBox(),
    ]
    expect(first?.y === last?.y, 'in a row').toBe(width === 479)
    await saveScreenshot(page, `account-menu-${width}`)
    const box = await menuItem(page, 'Settings').boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Escape')
    await expect(menuButton(page)).toBeFocused()
  }
})

test('a chosen theme overrides the system at once and after a reload', async ({ page }) => {
  await page.goto('/news')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await menuButton(page).click()
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  await expect.poll(background).not.toBe(light)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'dark' })
  await menuButton(page).click()
  await page.getByRole('menuitemradio', { name: 'Light theme' }).click()
  await expect.poll(background).toBe(light)
})

// covers ACC-SHELL-18 ACC-SHELL-19
test('a bill or a comment in the URL selects the feed, whatever tab it names', async ({ page, app }) => {
  const title = `Highlighted Bill ${uniqueName('n')}`
  const { bill_id } = await app.bill(title)
  const comment = '00000000-0000-4000-8000-000000000000'
  for (const query of [
    `tab=groups&highlight=${bill_id}`,
    `tab=groups&highlight=${bill_id}&comment=${comment}`,
  ]) {
    await page.goto(`/dashboard?${query}`)
    await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('heading', { name: /^All Groups/, includeHidden: true })).toHaveCount(0)
  }
  await page.goto(`/dashboard?tab=groups&comment=${comment}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'FEED', exact: true })).toHaveAttribute('aria-current', 'page')
})

// covers ACC-SHELL-22 ACC-SHELL-23
test('an email verified elsewhere is adopted once, and the flag is removed', async ({ page }) => {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('emailJustVerified', 'true'))
  await page.route('**/api/users/**', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(menuButton(page)).toBeVisible()
  const remaining = await page.evaluate(() => [
    localStorage.getItem('emailJustVerified'),
    localStorage.getItem('user'),
  ])
  expect(remaining[0]).toBeNull()
  expect(JSON.parse(remaining[1] ?? '{}')).toMatchObject({ emailVerified: true })
})

test('the first Tab offers to skip the header', async ({ page }) => {
  await page.goto('/news')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await expect(page).toHaveTitle('News · Hurd')
})

test('nothing scrolls sideways from 320 px up, and on a phone the tabs are at the bottom', async ({
  page,
  app,
}) => {
  await app.resident(uniqueName('neighbor'), uniquePlace('sideways').division)
  for (const width of [320, 390, 768, 1080, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard?tab=groups')
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav).toBeVisible()
    const box = await nav.boundingBox()
    expect(box?.y ?? 0).toBeLessThanOrEqual(width > 768 ? 20 : 800)
    if (width <= 768) expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(800)
    // The heading has a number once the groups are loaded.
    await expect(page.getByRole('heading', { level: 1, name: /^All Groups \(\d/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

// covers HURD-SHELL-02
test('a long name is shortened and leaves the header in one row', async ({ page, app }) => {
  const long = await app.member(uniqueName('long'), {
    full_name: 'Maximiliana Alexandra Featherstonehaugh of Winchesterfield III',
  })
  await signIn(page, long)
  await page.goto('/news')
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const heights = [page.getByRole('navigation', { name: 'Main' }), menuButton(page)].map((part) =>
      part.evaluate((element) => {
        const { top, height } = element.getBoundingClientRect()
        return top + height / 2
      }),
    )
    const [tabs = 0, menu = 0] = await Promise.all(heights)
    expect(Math.abs(tabs - menu), `at ${width} px`).toBeLessThan(8)
    const name = menuButton(page).getByText(/^Maximiliana/)
    const isShortened = await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    expect(isShortened, `at ${width} px`).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

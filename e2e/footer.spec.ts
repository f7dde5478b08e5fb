import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { openBill, openBillByLink } from './billSteps.ts'
import { layoutShift } from './support/layout.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const footer = (page: Page) => page.getByRole('contentinfo')
const labels = [
  'About',
  'Terms',
  'Privacy',
  'Contact',
  'Public API',
  'Accessibility',
  'How we count',
  'Public tally',
  'Show a bill on your own site',
  'Español',
]

async function expectLinks(links: Locator) {
  await expect(links.getByRole('link')).toHaveText(labels)
  await expect(links).toContainText('Hurd')
  const [english, spanish] = await Promise.all(
    ['English', 'Español'].map((name) => links.getByText(name, { exact: true }).boundingBox()),
  )
  expect(spanish?.y, 'the languages are in one line').toBe(english?.y)
}

// covers HURD-FOOTER-01
test('every page of a visitor has the same footer', async ({ page, app }) => {
  const { bill_id } = await app.bill(uniqueName('Footed '))
  const addresses = [
    '/login',
    '/login?view=register',
    '/login?view=forgot',
    `/bills/${bill_id}`,
    '/about',
    '/terms',
  ]
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectLinks(footer(page))
    expect(await layoutShift(page), address).toBeLessThanOrEqual(0.02)
  }
})

// covers HURD-FOOTER-01
test('every screen of a member has the same footer, and so has an open bill', async ({ page, app }) => {
  const ann = await app.member(uniqueName('footed'))
  const { bill_id } = await app.bill(uniqueName('Footed '))
  await signIn(page, ann)
  const addresses = [
    '/feed',
    '/dashboard?tab=groups',
    '/groups',
    `/profile/${ann.username}`,
    '/settings',
    '/updates',
    '/search?q=Footed',
    '/elections',
    '/news',
    '/administration',
  ]
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectLinks(footer(page))
  }
  await page.goto('/groups')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await takeScreenshots(page, 'footer')
  await openBillByLink(page, ann, bill_id)
  await expectLinks(openBill(page).locator('.siteFooter'))
  await takeScreenshots(page, 'footer-of-a-bill', { fullPage: false })
})

// covers HURD-FOOTER-01 HURD-FOOTER-03
test('every link of the footer answers, and an unwritten page says what is missing', async ({ page }) => {
  await page.goto('/login')
  const urls = await footer(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(urls).toHaveLength(labels.length)
  // The link of the language would change that of this browser.
  for (const url of urls.filter((url) => !url.startsWith('?'))) {
    const response = await page.request.get(url)
    expect(await response.text(), url).toMatch(
      response.status() === 200 ? /./ : /Hurd has not published this page/,
    )
  }
  await footer(page).getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Hurd')
  await expect(page.getByText('The people who run Hurd have not published a contact.')).toBeVisible()
  await takeScreenshots(page, 'about')
})

// covers HURD-ACCESS-10
test('a buyer has the conformance report after two presses, from a page of a visitor and from a screen of a member', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const openReport = async () => {
    await footer(page).last().getByRole('link', { name: 'Accessibility' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accessibility')
    await expect(page.getByRole('term')).toHaveCount(55)
    // The browser saves the file, because it shows no YAML.
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'The conformance report for programs (OpenACR)' }).press('Enter')
    const report = await readFile(await (await download).path(), 'utf8')
    expect(report.match(/ num: /g)).toHaveLength(55)
  }
  await page.goto('/login')
  await openReport()
  await signIn(page, ann)
  await page.goto('/settings')
  await openReport()
})

// covers HURD-FOOTER-04
for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`by keyboard, the footer is one link away from the top of the feed at ${width} pixels`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width, height })
    for (const number of [1, 2, 3]) await app.bill(uniqueName(`Long feed ${number} `))
    await signIn(page, await app.member(uniqueName('skipper')))
    await page.goto('/feed')
    await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
    for (const name of ['Skip to content', 'Skip to bills', 'Skip to footer']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name })).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(footer(page)).toBeFocused()
    await expect(page).toHaveURL(/\/feed$/)
    await page.keyboard.press('Tab')
    const first = footer(page).getByRole('link').first()
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport()
    if (width > 500) return
    const last = footer(page).getByRole('link').last()
    await last.focus()
    const [link, bar] = await Promise.all([
      last.boundingBox(),
      page.getByRole('navigation', { name: 'Main' }).boundingBox(),
    ])
    expect(link!.y + link!.height, 'the tab bar does not cover the last link').toBeLessThanOrEqual(bar!.y)
  })
}

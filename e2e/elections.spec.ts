import type { Page } from '@playwright/test'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

/** Signs a member in, opens the guide, and returns the API requests that follow. */
async function openGuide(page: Page, app: Parameters<Parameters<typeof test>[2]>[0]['app'], search = '') {
  const reader = await app.member(uniqueName('voter'))
  await signIn(page, reader)
  await page.goto(`/elections${search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Elections guide' })).toBeVisible()
  // Requests from before the heading appeared do not count, because they refresh the session.
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
  })
  return calls
}

const race = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

// covers ACC-ROUTES-13 CIV-ELECTIONS-01 CIV-ELECTIONS-02 CIV-ELECTIONS-03 CIV-ELECTIONS-04 CIV-ELECTIONS-05
// covers CIV-ELECTIONS-06 CIV-ELECTIONS-07 CIV-ELECTIONS-08 CIV-ELECTIONS-09 CIV-ELECTIONS-10 CIV-ELECTIONS-11
// covers CIV-ELECTIONS-12 CIV-ELECTIONS-13 CIV-ELECTIONS-14 CIV-ELECTIONS-18 CIV-ELECTIONS-19 CIV-ELECTIONS-21
test('each of the six races shows its office, date and deadlines without a request to the server', async ({
  page,
  app,
}) => {
  const calls = await openGuide(page, app)
  const races = [
    [
      'Federal',
      'Nebraska House',
      'Nebraska House, District 2',
      'November 3, 2026',
      'General Election',
      'Completed',
    ],
    [
      'Federal',
      'Texas House 15',
      'Texas House, District 15',
      'November 3, 2026',
      'General Election',
      'Completed',
    ],
    ['State', 'Michigan Governor', 'Michigan Governor', 'November 3, 2026', 'General Election', 'Completed'],
    [
      'State',
      'Ohio Attorney General',
      'Ohio Attorney General',
      'November 3, 2026',
      'General Election',
      'Completed',
    ],
    ['Local', 'NYC Mayor', 'New York City Mayor', 'November 4, 2025', 'Local Election', 'Completed'],
    [
      'Local',
      'Buffalo City Council',
      'Buffalo City Council',
      'November 2, 2027',
      'Local Election',
      'Upcoming',
    ],
  ] as const
  for (const [level, name, title, date, type, status] of races) {
    await page.getByRole('region', { name: level }).getByRole('button', { name, exact: true }).click()
    const shown = page.getByRole('article')
    await expect(shown.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
    for (const text of [date, type, status]) {
      await expect(shown.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(shown.getByText(/\.$/).first()).toBeVisible()
    await expect(shown.getByRole('heading', { name: 'Key information' })).toBeVisible()
    expect(await shown.getByRole('listitem').count()).toBeGreaterThanOrEqual(3)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText('Election day')).toBeVisible()
    await expect(timeline.getByText(date)).toBeVisible()
  }
  expect(calls).toEqual([])
})

// covers CIV-ELECTIONS-25
test('the link to a candidate of the nearest race opens their card for a reader of another place', async ({
  page,
  app,
}) => {
  await openGuide(page, app)
  await page.getByRole('button', { name: /June Alvarado/ }).click()
  await expect(page).toHaveURL('/elections?race=nebraska-house&candidate=june-alvarado')
  await expect(page.getByRole('dialog', { name: 'June Alvarado' })).toBeVisible()
})

// covers CIV-ELECTIONS-15 CIV-ELECTIONS-16
test('a completed election has a green badge, and an upcoming one has a blue badge', async ({
  page,
  app,
}) => {
  await openGuide(page, app, '?race=nyc-mayor')
  const textColorOf = (text: string) =>
    page
      .getByRole('article')
      .getByText(text, { exact: true })
      .evaluate((badge) => getComputedStyle(badge).color)
  const [red, green, blue] = (await textColorOf('Completed')).match(/\d+/g)!.map(Number)
  expect(green).toBeGreaterThan(Math.max(red!, blue!))
  await race(page, 'Buffalo City Council').click()
  const upcomingColor = (await textColorOf('Upcoming')).match(/\d+/g)!.map(Number)
  expect(upcomingColor[2]).toBeGreaterThan(Math.max(upcomingColor[0]!, upcomingColor[1]!))
})

// covers CIV-ELECTIONS-20 CIV-ELECTIONS-22 CIV-ELECTIONS-23 CIV-ELECTIONS-24 CIV-ELECTIONS-46
test('comparing candidates says that it is not available yet, and a race without known candidates says so', async ({
  page,
  app,
}) => {
  const calls = await openGuide(page, app)
  await race(page, 'Nebraska House').click()
  const candidates = page.getByRole('region', { name: 'Candidates' })
  await expect(candidates.getByRole('button', { name: /June Alvarado/ })).toContainText(
    'Cap the price of insulin for everyone, and widen Interstate 80 with federal money.',
  )
  await race(page, 'NYC Mayor').click()
  await candidates.getByRole('button', { name: 'Compare Candidates' }).click()
  await expect(page.getByRole('alert')).toHaveText('The candidate comparison feature would open here.')

  for (const name of ['Texas House 15', 'Ohio Attorney General', 'Buffalo City Council']) {
    await race(page, name).click()
    await expect(candidates.getByText('No candidate information available yet.')).toBeVisible()
    await expect(candidates.getByRole('button')).toHaveCount(0)
  }
  expect(calls).toEqual([])
})

// covers CIV-ELECTIONS-25 CIV-ELECTIONS-26 CIV-ELECTIONS-27 CIV-ELECTIONS-28 CIV-ELECTIONS-29 CIV-ELECTIONS-30
// covers CIV-ELECTIONS-31 CIV-ELECTIONS-32 CIV-ELECTIONS-33 CIV-ELECTIONS-34 CIV-ELECTIONS-35 CIV-ELECTIONS-36
// covers CIV-ELECTIONS-37 CIV-ELECTIONS-38 CIV-ELECTIONS-39 CIV-ELECTIONS-40 HURD-SAMPLE-01
test("a candidate's card shows everything about them, marked as sample data", async ({ page, app }) => {
  const calls = await openGuide(page, app, '?race=michigan-governor')
  // The page, the race and each candidate have the label.
  const candidates = await page.getByRole('button', { name: /Sample content/ }).count()
  expect(candidates).toBeGreaterThan(1)
  await expect(page.getByText('Sample content')).toHaveCount(candidates + 2)
  await page.getByRole('button', { name: /Dana Whitfield/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Dana Whitfield' })
  await expect(dialog.getByText('DW', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Democratic · Michigan Governor')).toBeVisible()
  await expect(dialog.getByText('Sample data for demonstration')).toBeVisible()
  await expect(dialog.getByText('Sample content')).toBeVisible()
  const parts = {
    Platform: 'Train 20,000 more nurses by 2030',
    Experience: 'State senator, 2018 to 2026',
    Endorsements: 'Great Lakes Building Trades',
  }
  for (const [title, text] of Object.entries(parts)) {
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await expect(dialog.getByText(text)).toBeVisible()
  }
  for (const text of ['Raised', '$12,400,000', 'Spent', '$11,150,000', 'Cash on hand', '$1,250,000']) {
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(dialog.getByText('Teachers’ PAC of Michigan, Lakeshore Health Workers')).toBeVisible()
  const links = {
    'whitfield.example': 'https://whitfield.example',
    Email: 'mailto:team@whitfield.example',
    Twitter: 'https://twitter.example/danawhitfield',
    '517-555-0142': 'tel:+1-517-555-0142',
  }
  for (const [name, href] of Object.entries(links)) {
    await expect(dialog.getByRole('link', { name })).toHaveAttribute('href', href)
  }
  expect((await dialog.boundingBox())!.width).toBeLessThanOrEqual(900)

  await dialog.getByRole('button', { name: 'Donate to Campaign' }).click()
  await expect(page.getByRole('alert')).toHaveText('The donation page of this campaign would open here.')
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await takeScreenshots(page, 'elections-candidate', { fullPage: false })
  // A card that is taller than a phone fills the screen and starts at its top, where its close button is.
  await page.setViewportSize({ width: 390, height: 700 })
  await expect.poll(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 })
  await expect(dialog.getByRole('button', { name: 'Close' }).first()).toBeInViewport()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toHaveCount(0)
  expect(calls).toEqual([])
})

test('a reader picks a race and opens a candidate with the keyboard alone, and the focus returns to the candidate', async ({
  page,
  app,
}) => {
  await openGuide(page, app)
  await race(page, 'Michigan Governor').focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('button', { name: /Elena Marsh/ })
  await card.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Elena Marsh' })
  await expect(dialog.getByRole('button', { name: 'Close' }).first()).toBeFocused()
  await dialog.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(card).toBeFocused()
})

test('a candidate has a URL, and Back closes the card', async ({ page, app }) => {
  await openGuide(page, app, '?race=michigan-governor')
  await page.getByRole('button', { name: /Robert Kessler/ }).click()
  await expect(page).toHaveURL('/elections?race=michigan-governor&candidate=robert-kessler')
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Robert Kessler' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(race(page, 'Michigan Governor')).toHaveAttribute('aria-pressed', 'true')

  // Closing the card removes its history entry, so the next Back leaves this page.
  await race(page, 'NYC Mayor').click()
  await page.getByRole('region', { name: 'Candidates' }).getByRole('listitem').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/elections?race=nyc-mayor')
  // The card can be closed again after Forward has opened it again.
  await page.goForward()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/elections?race=nyc-mayor')
  await page.goBack()
  await expect(race(page, 'Michigan Governor')).toHaveAttribute('aria-pressed', 'true')
})

test('the guide looks right in screenshots at each width and in both themes', async ({ page, app }) => {
  await openGuide(page, app, '?race=michigan-governor')
  await expect(page.getByText('Sample data for demonstration')).toBeVisible()
  await takeScreenshots(page, 'elections')
  await race(page, 'Buffalo City Council').click()
  await takeScreenshots(page, 'elections-upcoming')
})

test('the guide opens with the election nearest to the reader', async ({ page, app }) => {
  const tess = await app.resident(uniqueName('tess'), 'ocd-division/country:us/state:tx/place:austin')
  await signIn(page, tess)
  await page.goto('/elections')
  await expect(race(page, 'Texas House 15')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Texas House, District 15',
  )
})

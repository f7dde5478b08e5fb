import type { Page } from '@playwright/test'
import { updateProfile } from '#contract/people.ts'
import { listRepresentatives } from '#contract/representatives.ts'
import { nextDate } from './billSteps.ts'
import { fillForm, passOtherDistricts, submit } from './registerSteps.ts'
import { press, reach } from './support/keyboard.ts'
import { layoutShift } from './support/layout.ts'
import {
  expect,
  issueCode,
  signIn,
  signInAsNewcomer,
  test,
  uniqueName,
  type Person,
  type TestServer,
} from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const chicago = '233 South Wacker Drive, Chicago, IL 60606'
const illinois = 'ocd-division/country:us/state:il'
const verified = { email_verified_at: '2026-01-01T00:00:00Z' }

const card = (page: Page, name: RegExp | string) => page.getByRole('region', { name })
const topicsCard = (page: Page) => card(page, 'What do you care about?')
const districtCard = (page: Page) => card(page, 'Is this your district?')
const stanceCard = (page: Page) => card(page, 'Where do you stand?')
const anyCard = (page: Page) =>
  page.getByRole('region', {
    name: /What do you care|Is this your district|Which district|Where do you (stand|live)/,
  })
const button = (page: Page, name: string | RegExp) => anyCard(page).getByRole('button', { name })
const skip = (page: Page) => button(page, 'Skip this step')

/** Creates bills of four topics, one of which concerns Chicago, and the representative of the district. */
async function prepareChicago(app: TestServer) {
  await app.bill(uniqueName('Bill of many topics'), {
    topics: ['health', 'energy', 'taxation', 'education'],
  })
  const title = uniqueName('Chicago slows down')
  await app.bill(title, {
    government_level: 'local',
    jurisdiction: `${illinois}/place:chicago`,
    created_at: nextDate(),
  })
  await app.representative(uniqueName('IL'), {
    rep_name: 'Dana Lakeshore',
    title: 'U.S. Representative',
    division: `${illinois}/cd:7`,
  })
  return title
}

async function newcomerOfChicago(app: TestServer): Promise<Person & { user_id: string }> {
  const person = await app.member(uniqueName('newcomer'), verified)
  await person.call(updateProfile, { address: chicago })
  return person
}

async function followThree(page: Page) {
  const chips = topicsCard(page).getByRole('list', { name: 'Topics' }).getByRole('button')
  for (const position of [0, 1, 2]) {
    await chips.nth(position).click()
    await expect(chips.nth(position)).toHaveAttribute('aria-pressed', 'true')
  }
}

// covers HURD-WELCOME-08
test('a newcomer registers and is led through topics, district and a first stance to what neighbors say', async ({
  page,
  app,
}) => {
  // Sixteen screenshots and eight checks with axe take long.
  test.slow()
  const title = await prepareChicago(app)
  // This bill concerns another place, so only its topics can move it to the top of the feed.
  await app.bill(uniqueName('Texas on many topics'), {
    topics: ['health', 'energy', 'taxation', 'education'],
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:tx',
  })
  await page.goto('/login?view=register')
  await fillForm(page, { accessCode: await issueCode(app), address: chicago })
  await submit(page).click()

  await expect(topicsCard(page)).toContainText('1 of 3')
  await expect(button(page, 'Choose 3 more')).toBeVisible()
  await takeScreenshots(page, 'welcome-1')
  await followThree(page)
  await button(page, 'Next').click()

  await expect(districtCard(page)).toContainText('2 of 3')
  await expect(districtCard(page).getByRole('heading', { name: 'Is this your district?' })).toBeFocused()
  await expect(
    districtCard(page).getByRole('img', {
      name: 'Map of Illinois with district 7 numbered. district 7 is chosen.',
    }),
  ).toBeVisible()
  await expect(districtCard(page).getByText('Dana Lakeshore').first()).toBeVisible()
  await takeScreenshots(page, 'welcome-2')
  await button(page, 'Yes, this is my district').click()

  await expect(stanceCard(page)).toContainText('3 of 3')
  await expect(stanceCard(page)).toContainText('A new bill of Chicago, IL. Take your first stance.')
  await expect(stanceCard(page).getByRole('link', { name: /Chicago slows down/ })).toBeVisible()
  await takeScreenshots(page, 'welcome-3')
  await stanceCard(page)
    .getByRole('radio', { name: /^support/i })
    .click()

  // The bill stays, and nothing is said about points.
  await expect(stanceCard(page).getByRole('link', { name: /Chicago slows down/ })).toBeVisible()
  await expect(stanceCard(page)).toContainText('You are the first to take a stance on this bill.')
  await expect(stanceCard(page)).not.toContainText('points')
  await takeScreenshots(page, 'welcome-4')
  await button(page, 'Go to the bills').click()
  await expect(page.getByRole('heading', { name: 'Bills', level: 1 })).toBeFocused()
  // The feed uses the followed topics at once, without a reload.
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: /You follow / })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: title }).first()).toBeVisible()
  await expect(anyCard(page)).toHaveCount(0)
})

// covers HURD-WELCOME-09
test('the card continues on another device, and never comes back once it is closed', async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  await prepareChicago(app)
  const person = await newcomerOfChicago(app)
  await signInAsNewcomer(page, person)
  await page.goto('/feed')
  await followThree(page)
  await button(page, 'Next').click()
  await expect(districtCard(page)).toBeVisible()

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: baseURL ?? '' })
  const phone = await context.newPage()
  await signInAsNewcomer(phone, await app.signInAgain(person))
  await phone.goto('/feed')
  await expect(districtCard(phone)).toContainText('2 of 3')
  // A card that continues from another device does not take the focus.
  await expect(districtCard(phone).getByRole('heading', { name: 'Is this your district?' })).not.toBeFocused()
  const closed = phone.waitForResponse('**/api/welcome')
  await button(phone, "Don't show again").click()
  await expect(anyCard(phone)).toHaveCount(0)
  await expect(phone.getByRole('heading', { name: 'Bills', level: 1 })).toBeFocused()
  await closed
  await context.close()

  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(anyCard(page)).toHaveCount(0)
})

// covers HURD-WELCOME-10
test('every step can be skipped by keyboard alone, and the focus follows', async ({ page, app }) => {
  await prepareChicago(app)
  await signInAsNewcomer(page, await newcomerOfChicago(app))
  await page.goto('/feed')
  await expect(topicsCard(page)).toBeVisible()
  // A press before three topics are chosen says what is missing and changes nothing.
  await press(page, button(page, 'Choose 3 more'))
  await expect(page.getByText('Choose 3 more topics, or skip this step.')).toBeAttached()
  await press(page, skip(page))
  await expect(districtCard(page).getByRole('heading', { name: 'Is this your district?' })).toBeFocused()
  await expect(page.getByText('Step 2 of 3')).toBeAttached()
  await press(page, skip(page))
  await expect(stanceCard(page).getByRole('heading', { name: 'Where do you stand?' })).toBeFocused()
  await reach(page, stanceCard(page).getByRole('radio', { name: /^support/i }))
  const saved: unknown[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().endsWith('/welcome')) saved.push(request.postDataJSON())
  })
  await press(page, skip(page))
  await expect(anyCard(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Bills', level: 1 })).toBeFocused()
  expect(saved, 'the last step is saved once').toEqual([{ skipped: 'stance', closed: true }])
})

// covers HURD-WELCOME-16
test('a newcomer whose ZIP code lies in three districts chooses one in the card, in the list or on the map', async ({
  page,
  app,
}) => {
  await prepareChicago(app)
  for (const [district, rep_name] of [
    ['7', 'Vera Northside'],
    ['8', 'Hal Eastside'],
    ['10', 'Dan Harborside'],
  ] as const) {
    await app.representative(uniqueName(`NY${district}`), {
      rep_name,
      title: 'U.S. Representative',
      division: `ocd-division/country:us/state:ny/cd:${district}`,
    })
  }
  const person = await app.member(uniqueName('brooklyn'), verified)
  await person.call(updateProfile, { address: '350 Jay Street, Brooklyn, NY 11201' })
  await signInAsNewcomer(page, person)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/feed')
  await skip(page).click()

  const step = card(page, 'Which district is yours?')
  await expect(step).toContainText('ZIP code 11201 lies in three.')
  await expect(step.getByRole('radio')).toHaveCount(3)
  await expect(step.getByRole('radio', { checked: true })).toHaveCount(0)
  await takeScreenshots(page, 'welcome-2-choose')
  // The chips stand above the card, and the first bill begins on the first screen.
  expect((await step.boundingBox())!.height).toBeLessThanOrEqual(345)
  expect((await page.getByRole('article').first().boundingBox())!.y).toBeLessThan(700)
  const chips = await page.getByRole('navigation', { name: 'Which bills to show' }).boundingBox()
  expect(chips!.y).toBeLessThan((await step.boundingBox())!.y)
  // Nothing is sent before a district is chosen.
  await press(page, button(page, 'This is my district'))
  await expect(step).toBeVisible()
  await step.getByRole('radio', { name: /^8th Hal Eastside/ }).check()
  await expect(step.getByRole('img', { name: /district 8 is chosen/ })).toBeVisible()
  const number = (await step.getByText('10', { exact: true }).boundingBox())!
  await page.mouse.click(number.x + number.width / 2, number.y + number.height / 2)
  await expect(step.getByRole('radio', { name: /^10th Dan Harborside/ })).toBeChecked()
  await button(page, 'This is my district').click()

  await passOtherDistricts(page)
  await expect(stanceCard(page)).toContainText('3 of 3')
  const { representatives } = await person.call(listRepresentatives, {})
  expect(representatives.map(({ rep_name }) => rep_name)).toContain('Dan Harborside')
  expect(representatives.map(({ rep_name }) => rep_name)).not.toContain('Hal Eastside')
})

// covers HURD-WELCOME-16
test('on a phone, the numbers on the map of neighboring districts do not touch', async ({ page, app }) => {
  await prepareChicago(app)
  const person = await app.member(uniqueName('brooklyn'), verified)
  await person.call(updateProfile, { address: '350 Jay Street, Brooklyn, NY 11201' })
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsNewcomer(page, person)
  await page.goto('/feed')
  await skip(page).click()
  const map = card(page, 'Which district is yours?').getByRole('img', { name: /^Map of New York/ })
  await expect(map.locator('circle')).toHaveCount(3)
  const boxes = await map.locator('circle').evaluateAll((circles) =>
    circles.map((circle) => {
      const { x, y, width } = circle.getBoundingClientRect()
      return { x: x + width / 2, y: y + width / 2, width }
    }),
  )
  for (const [index, a] of boxes.entries()) {
    for (const b of boxes.slice(index + 1)) {
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.width + 2)
    }
  }
  await takeScreenshots(page, 'welcome-2-phone', { fullPage: false })
})

// covers HURD-WELCOME-11
test('without an address the second step offers to add one, and asks for the district afterwards', async ({
  page,
  app,
}) => {
  await prepareChicago(app)
  await signInAsNewcomer(page, await app.member(uniqueName('unlocated'), verified))
  await page.goto('/feed')
  await skip(page).click()
  await expect(card(page, 'Where do you live?')).toContainText('2 of 3')
  await takeScreenshots(page, 'welcome-2-no-address')
  await card(page, 'Where do you live?').getByRole('link', { name: 'Add your address' }).click()
  await page.getByLabel('Address', { exact: true }).fill(chicago)
  await page.getByRole('button', { name: 'Save location' }).click()
  await page.getByRole('link', { name: 'Go to your feed' }).click()
  await expect(districtCard(page)).toContainText('2 of 3')
})

// covers HURD-WELCOME-12
test('the card appears together with the first bills and moves nothing, and is left out if its request fails', async ({
  page,
  app,
}) => {
  await prepareChicago(app)
  const person = await newcomerOfChicago(app)
  await signInAsNewcomer(page, person)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    // The feed waits for the slowest of its responses, which here is the response about topics.
    let topicReads = 0
    await page.route('**/api/bills/topics', async (route) => {
      topicReads += 1
      const response = await route.fetch()
      await expect(page.getByRole('article')).toHaveCount(0)
      await route.fulfill({ response })
    })
    await page.goto('/feed')
    await expect(topicsCard(page)).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(topicReads, `at ${size.width}`).toBeGreaterThan(0)
    expect(await layoutShift(page), `at ${size.width}`).toBeLessThanOrEqual(0.02)
    await page.unroute('**/api/bills/topics')
  }

  await page.route(`**/api/users/${person.user_id}`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/feed')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(anyCard(page)).toHaveCount(0)
})

test('on a phone, the first bill begins on the first screen below the topics', async ({ page, app }) => {
  await prepareChicago(app)
  await app.bill(uniqueName('Of other topics '), {
    topics: ['commerce', 'law', 'animals'],
    created_at: nextDate(),
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsNewcomer(page, await newcomerOfChicago(app))
  await page.goto('/feed')
  await expect(topicsCard(page).getByRole('button', { name: /^Follow / })).toHaveCount(5)
  const tabs = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!
  expect((await page.getByRole('article').first().boundingBox())!.y).toBeLessThan(tabs.y - 60)
})

test('an established member never sees the card', async ({ page, app }) => {
  await prepareChicago(app)
  await signIn(page, await newcomerOfChicago(app))
  await page.goto('/feed')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(anyCard(page)).toHaveCount(0)
})

// covers HURD-WELCOME-17
test('a chosen topic shows one current bill, from the own place before others, until it is given up', async ({
  page,
  app,
}) => {
  // No other test has a bill of Chicago with these topics.
  const topic = 'water_resources_development'
  const endedTopic = 'sports_and_recreation'
  const title = uniqueName('Chicago on water')
  const { path } = await app.bill(title, {
    topics: [topic],
    jurisdiction: `${illinois}/place:chicago`,
    government_level: 'local',
    created_at: nextDate(),
  })
  // This bill is newer, so an order by date alone would choose it.
  await app.bill(uniqueName('Texas on water'), {
    topics: [topic],
    jurisdiction: 'ocd-division/country:us/state:tx',
    government_level: 'state',
    created_at: nextDate(),
  })
  // An open bill of the state comes before a bill of the city that is over.
  const openTitle = uniqueName('Illinois on sports')
  await app.bill(openTitle, { topics: [endedTopic], jurisdiction: illinois, government_level: 'state' })
  await app.bill(uniqueName('Chicago on sports'), {
    topics: [endedTopic],
    jurisdiction: `${illinois}/place:chicago`,
    government_level: 'local',
    status: 'rejected',
  })
  await signInAsNewcomer(page, await newcomerOfChicago(app))
  await page.goto('/feed')
  const more = button(page, 'More topics')
  await more
    .or(topicsCard(page).getByRole('button', { name: /Water Resources/ }))
    .first()
    .waitFor()
  if (await more.isVisible()) await more.click()
  const chip = topicsCard(page).getByRole('button', { name: /Water Resources Development/ })
  await chip.click()
  const examples = topicsCard(page).getByRole('list', { name: 'A bill of each topic' })
  await expect(examples.getByRole('link', { name: title })).toHaveAttribute('href', `/${path}`)
  await expect(examples.getByRole('listitem')).toHaveCount(1)
  await expect(chip).toBeFocused()
  await chip.click()
  await expect(examples).toHaveCount(0)
  await topicsCard(page)
    .getByRole('button', { name: /Sports and Recreation/ })
    .click()
  await expect(examples.getByRole('link')).toHaveText([openTitle])
})

import type { Page } from '@playwright/test'
import { addBookmark } from '#contract/bills/bills.ts'
import { card, cutNetwork, failWithoutMessage, feedCalls, nextDate, openFeed } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const discover = (page: Page) => page.getByRole('button', { name: 'Discover' })
const panel = (page: Page) => page.getByRole('form', { name: 'Discover bills' })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply Filters' })

/** Collects the queries of the requests that read the feed. */
function queriesOf(page: Page): URLSearchParams[] {
  const queries: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (feedCalls(url)) queries.push(url.searchParams)
  })
  return queries
}

// covers CIV-FILTERS-01 CIV-FILTERS-02 CIV-FILTERS-03 CIV-FILTERS-04 CIV-FILTERS-05 CIV-FILTERS-06 CIV-FILTERS-07
// covers CIV-FILTERS-08 CIV-FILTERS-09 CIV-FILTERS-10 CIV-FILTERS-11 CIV-FILTERS-12 CIV-FILTERS-19
test('filters chosen in Discover are sent to the server when applied, and can be removed again', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  await app.bill(uniqueName('Health '), { topics: ['health'], created_at: nextDate() })
  await app.bill(uniqueName('Law '), { topics: ['law'], created_at: nextDate() })
  // With more than eight topics the panel shows the most frequent topics first, whichever bills other tests have
  // created.
  await app.bill(uniqueName('Many '), {
    topics: ['animals', 'commerce', 'congress', 'education', 'energy', 'families', 'immigration', 'taxation'],
    created_at: nextDate(),
  })
  await openFeed(page, ann)
  await expect(page.getByRole('article').first()).toBeVisible()

  await discover(page).click()
  await expect(panel(page)).toBeHidden()
  await discover(page).click()
  await expect(panel(page)).toBeVisible()
  await expect(panel(page).getByLabel('Keyword')).toBeVisible()

  const queries = queriesOf(page)
  await panel(page).getByRole('radio', { name: 'State' }).check()
  await panel(page)
    .getByRole('button', { name: /^Show all \d+ topics$/ })
    .click()
  await panel(page).getByRole('checkbox', { name: 'Health' }).check()
  await panel(page).getByRole('checkbox', { name: 'Law', exact: true }).check()
  await panel(page).getByLabel('Status').selectOption('Passed')
  await panel(page).getByRole('switch', { name: 'Trending' }).check()
  await panel(page).getByRole('switch', { name: 'Bookmarks only' }).check()
  await panel(page).getByRole('switch', { name: 'Bookmarks only' }).uncheck()
  expect(queries, 'nothing is requested before Apply Filters').toEqual([])

  await apply(page).click()
  await expect(panel(page)).toBeHidden()
  await expect(discover(page)).toBeFocused()
  await expect(discover(page)).toHaveText(/Discover\s*5/)
  await expect.poll(() => queries.length).toBe(1)
  expect(queries[0]!.getAll('topics')).toEqual(['health', 'law'])
  expect(Object.fromEntries(queries[0]!)).toMatchObject({
    government_level: 'state',
    status: 'passed',
    sort: 'activity_score',
    order: 'desc',
    offset: '0',
  })

  const chips = page.getByRole('list', { name: 'Filters' })
  await expect(chips.getByRole('listitem')).toHaveText([/Health/, /Law/, /State/, /Passed/, /Trending/])
  await chips.getByRole('button', { name: 'Remove filter: Law' }).click()
  await expect.poll(() => queries.at(-1)!.getAll('topics')).toEqual(['health'])
  await expect(discover(page)).toHaveText(/Discover\s*4/)

  await page.reload()
  await expect(chips.getByRole('listitem'), 'the URL keeps the filters').toHaveCount(4)
})

// covers HURD-ACCESS-06 CIV-FILTERS-04
test('the focus goes to the first of the other topics, and a topic that is cleared stays in its row', async ({
  page,
  app,
}) => {
  await app.bill(uniqueName('Nine '), {
    topics: [
      'animals',
      'commerce',
      'congress',
      'education',
      'energy',
      'families',
      'health',
      'law',
      'taxation',
    ],
    created_at: nextDate(),
  })
  await openFeed(page, await app.member(uniqueName('ann')))
  const choices = panel(page).getByRole('group', { name: 'Topics' }).getByRole('checkbox')
  await expect(choices).toHaveCount(8)
  await panel(page)
    .getByRole('button', { name: /^Show all \d+ topics$/ })
    .press('Enter')
  await expect(choices.nth(8)).toBeFocused()

  await page.keyboard.press('Space')
  await apply(page).click()
  await discover(page).click()
  await expect(choices).toHaveCount(9)
  await expect(choices.nth(8)).toBeChecked()
  await choices.nth(8).press('Space')
  await expect(choices.nth(8)).not.toBeChecked()
  await expect(choices.nth(8)).toBeFocused()
})

// covers CIV-FILTERS-13 CIV-FILTERS-15 CIV-FILTERS-16 CIV-FILTERS-17 CIV-FILTERS-18
test('a keyword filters loaded bills at once, in any case, by title, summary and code', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const word = uniqueName('Quokka')
  const shared = { created_at: nextDate() }
  await app.bill(`The ${word} Act`, { ...shared, summary: 'About an animal.' })
  await app.bill(uniqueName('Second '), { created_at: nextDate(), summary: `It would feed every ${word}.` })
  await app.bill(uniqueName('Third '), {
    created_at: nextDate(),
    bill_code: `${word} 12`,
    summary: 'Nothing else.',
  })
  await app.bill(uniqueName('Fourth '), { created_at: nextDate() })
  await openFeed(page, ann)
  await expect(card(page, `The ${word} Act`)).toBeVisible()

  // The server's response does not arrive, and the feed is filtered anyway.
  const queries = queriesOf(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    (url) => feedCalls(url) && url.searchParams.has('q'),
    async (route) => {
      await released
      await route.continue()
    },
  )
  await panel(page).getByLabel('Keyword').fill(word.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect.poll(() => queries.map((query) => query.get('q'))).toEqual([word.toUpperCase()])
  release()
  await expect(page.getByText('3 bills match.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
})

test('a keyword also finds bills that were not loaded', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const word = uniqueName('Wombat')
  await app.bill(`The ${word} Act`, { created_at: '2002-01-01T00:00:00.000Z' })
  await openFeed(page, ann)
  await expect(page.getByRole('article').first()).toBeVisible()
  await panel(page).getByLabel('Keyword').fill(word.toLowerCase())
  await apply(page).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, `The ${word} Act`)).toBeVisible()
})

// covers CIV-FILTERS-14 CIV-BOOKMARKS-01 CIV-BOOKMARKS-03 CIV-BOOKMARKS-04 CIV-BOOKMARKS-05
test('a member bookmarks bills and shows only the bookmarked ones', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const [mine, other] = [uniqueName('Mine '), uniqueName('Other ')]
  await app.bill(mine, { created_at: nextDate() })
  const { bill_id } = await app.bill(other, { created_at: '2003-01-01T00:00:00.000Z' })
  await ann.call(addBookmark, { id: bill_id })
  await openFeed(page, ann)

  const bookmark = card(page, mine).getByRole('button', { name: 'Bookmark' })
  await bookmark.click()
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')

  await panel(page).getByRole('switch', { name: 'Bookmarks only' }).check()
  await apply(page).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  const removed = page.waitForResponse((response) => response.url().endsWith(`/${bill_id}/bookmark`))
  await card(page, other).getByRole('button', { name: 'Bookmark' }).click()
  await expect(card(page, other)).toBeHidden()
  await removed
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.route('**/api/bills/*/bookmark', cutNetwork)
  await bookmark.click()
  await expect(page.getByRole('alert')).toHaveText(/^Failed to remove bookmark: Network error/)
  await expect(bookmark, 'the bookmark is restored').toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.unroute('**/api/bills/*/bookmark')
  await bookmark.click()
  await expect(page.getByRole('heading', { name: 'No bills match your filters' })).toBeVisible()

  await page.route(feedCalls, failWithoutMessage)
  await page.reload()
  await expect(page.getByText('Failed to load bookmarked bills')).toBeVisible()
  await page.unroute(feedCalls)
  await page.goto('/feed')
  await page.route('**/api/bills/*/bookmark', failWithoutMessage)
  await bookmark.click()
  await expect(page.getByRole('alert')).toHaveText(/^Failed to bookmark: /)
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false')
})

// covers CIV-TOPICS-06
test('topics that fail to load leave the rest of Discover usable', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  await app.bill(uniqueName('Topical '), { created_at: nextDate() })
  await page.route('**/api/bills/topics', failWithoutMessage)
  await openFeed(page, ann)
  await expect(panel(page).getByRole('alert')).toContainText('Failed to load topics')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.unroute('**/api/bills/topics')
  await panel(page).getByRole('button', { name: 'Try Again' }).click()
  const choices = panel(page).getByRole('group', { name: 'Topics' }).getByRole('checkbox')
  await expect(choices.first()).toBeVisible()

  // Topics that were loaded stay when a later load fails.
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.route('**/api/bills/topics', failWithoutMessage)
  await discover(page).click()
  const failed = page.waitForResponse('**/api/bills/topics')
  await discover(page).click()
  await failed
  await choices.first().check()
  await expect(panel(page).getByRole('alert')).toHaveCount(0)
})

test('depending on the width of the window, Discover is a rail, a panel or a sheet', async ({
  page,
  app,
}) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  await app.bill(uniqueName('Wide '), { created_at: nextDate(), topics: ['energy'] })
  await openFeed(page, ann, '?topics=energy&level=federal')
  await expect(panel(page)).toBeVisible()
  await page.setViewportSize({ width: 1100, height: 900 })
  await expect(panel(page)).toBeHidden()
  await discover(page).click()
  await expect(panel(page)).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  const sheet = page.getByRole('dialog', { name: 'Discover' })
  await expect(sheet).toBeVisible()
  await takeScreenshots(page, 'feed-discover', { fullPage: false })
  await page.setViewportSize({ width: 390, height: 844 })
  await sheet.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(discover(page)).toBeFocused()
})

test('bills of past sessions are left out of the feed until a filter includes them', async ({
  page,
  app,
}) => {
  const title = uniqueName('Forgotten ')
  const number = Math.trunc(Date.now() / 100) % 10_000_000
  await app.bill(title, {
    source_id: `us/101/hr/${number}`,
    status: 'passed',
    session_ended: true,
    created_at: nextDate(),
  })
  const other = uniqueName('Current ')
  await app.bill(other, { status: 'passed', created_at: nextDate() })
  // Bills that are over come after all that can still move. Among bills that passed, both are on the first page, however many
  // bills other tests have created.
  await openFeed(page, await app.member(uniqueName('ann')), '?status=passed')
  await expect(card(page, other)).toBeVisible()
  await expect(card(page, title)).toHaveCount(0)
  // Taking screenshots resizes the window, which closes the panel, so the screenshots come first.
  await takeScreenshots(page, 'feed-past-sessions')
  await panel(page).getByRole('switch', { name: 'Include bills from past sessions' }).check()
  await apply(page).click()
  await expect(card(page, title)).toBeVisible()
  await expect(page).toHaveURL(/past=true/)
  await page.reload()
  await expect(card(page, title)).toBeVisible()
  await page.getByRole('button', { name: /Remove.*With past sessions|With past sessions/ }).click()
  await expect(card(page, title)).toHaveCount(0)
  await expect(card(page, other)).toBeVisible()
})

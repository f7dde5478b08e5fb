import { followTopic, takeStance } from '#contract/bills/bills.ts'
import {
  card,
  cutNetwork,
  failWithoutMessage,
  feedCalls,
  nextDate,
  openBill,
  openFeed,
  passEarlierRequests,
} from './billSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// covers CIV-FEED-02 CIV-FEED-03 CIV-FEED-04 CIV-FEED-05 CIV-FEED-06
test('the feed opens with bills of all levels, the newest of a followed topic first, in two columns where there is room', async ({
  page,
  app,
}) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  const levels = ['federal', 'state', 'local'] as const
  const names = levels.map((level) => uniqueName(`${level} bill `))
  for (const [index, government_level] of levels.entries()) {
    await app.bill(names[index]!, {
      government_level,
      topics: ['emergency_management'],
      created_at: nextDate(),
    })
  }
  await ann.call(followTopic, { topic: 'emergency_management' })
  const feedRequest = page.waitForRequest((request) => feedCalls(new URL(request.url())))
  await openFeed(page, ann)
  const query = new URL((await feedRequest).url()).searchParams
  expect(Object.fromEntries(query)).toEqual({
    limit: '20',
    offset: '0',
    sort: 'created_at',
    order: 'relevance',
    past_sessions: 'exclude',
  })

  await page.goto('/feed?topics=emergency_management')
  await expect(page.getByRole('article').first()).toHaveAccessibleName(names[2]!)
  for (const [index, level] of levels.entries()) {
    await expect(card(page, names[index]!).getByText(level.toUpperCase(), { exact: true })).toBeVisible()
  }

  for (const [width, columns] of [
    [1440, 2],
    [1280, 2],
    [768, 2],
    [767, 1],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const countColumns = async () => {
      const lefts = await page
        .getByRole('article')
        .evaluateAll((cards) => cards.map((element) => Math.round(element.getBoundingClientRect().left)))
      return new Set(lefts.slice(0, 3)).size
    }
    await expect.poll(countColumns, `${width} px`).toBe(columns)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await takeScreenshots(page, 'feed')
})

// covers CIV-FEED-05
test('a button shows 20 more bills and focuses the first of them; returning from a bill restores the feed', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const stem = uniqueName('Long list ')
  const titles = Array.from({ length: 23 }, (_, index) => `${stem} number ${100 + index}`)
  for (const title of titles) await app.bill(title, { created_at: nextDate() })
  await openFeed(page, ann)
  await expect(page.getByRole('article')).toHaveCount(20)

  await page.getByRole('button', { name: 'Show 20 more bills' }).click()
  const firstNew = page.getByRole('article').nth(20).getByRole('heading').getByRole('link')
  await expect(firstNew).toBeFocused()
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: 'more' })).toHaveText(
    /^\d+ more bills?$/,
  )
  const shown = await page.getByRole('article').count()
  const titlesBefore = await page.getByRole('article').first().getAttribute('aria-labelledby')

  const title = await firstNew.innerText()
  await firstNew.click()
  await expect(openBill(page).getByRole('heading', { level: 1, name: title })).toBeFocused()
  const scrolled = await page.evaluate(() => window.scrollY)
  await page.goBack()
  await expect(openBill(page)).toBeHidden()
  await expect(firstNew).toBeFocused()
  await expect(page.getByRole('article')).toHaveCount(shown)
  await expect(page.getByRole('article').first()).toHaveAttribute('aria-labelledby', titlesBefore!)
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
})

// covers CIV-FEED-07 CIV-FEED-09 CIV-TOPICS-02 CIV-TOPICS-03 CIV-TOPICS-04 CIV-TOPICS-05
test('bills of followed topics come first the next time the feed loads', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const stem = uniqueName('wharf')
  const elsewhere = { government_level: 'state', jurisdiction: 'ocd-division/country:us/state:wy' } as const
  const bill = async (title: string, topic: 'animals' | 'law') =>
    app.bill(`${title} ${stem}`, { ...elsewhere, topics: [topic], created_at: nextDate() })
  const older = await bill('Sea otters', 'animals')
  const newer = await bill('Court hearings', 'law')
  const order = () =>
    page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((bill) => bill.querySelector('h2 a')?.id.replace('bill-', '') ?? ''))
  await openFeed(page, ann, `?q=${stem}`)
  await expect(page.getByRole('article').first()).toContainText(newer.bill_code)

  const bell = page.getByRole('button', { name: 'Follow Animals' })
  const showAll = page.getByRole('button', { name: /Show all \d+ topics/ })
  if (await showAll.isVisible()) await showAll.click()
  const lists: string[] = []
  page.on('request', (request) => feedCalls(new URL(request.url())) && lists.push(request.url()))
  const followed = page.waitForResponse('**/api/bills/topics/follow')
  await bell.click()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  await expect(card(page, 'Sea otters').first().getByTitle('You follow this topic')).toHaveText('Animals')
  await (await followed).finished()
  await passEarlierRequests(page)
  expect(lists, 'the list is not fetched again').toEqual([])
  expect((await order())[0], 'cards on the screen keep their positions').toBe(newer.bill_id)

  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByRole('article').first()).toContainText(older.bill_code)

  await page.getByRole('button', { name: 'Discover' }).click()
  if (await showAll.isVisible()) await showAll.click()
  await bell.click()
  await expect(bell).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByRole('article').first()).toContainText(newer.bill_code)
})

// covers CIV-FILTERS-12
test("with trending on, the server's order applies and followed topics do not come first", async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const stem = uniqueName('busy')
  const followed = await app.bill(`${stem} quiet`, { topics: ['animals'], created_at: nextDate() })
  const lively = await app.bill(`${stem} lively`, { topics: ['law'] })
  await ann.call(followTopic, { topic: 'animals' })
  await ann.call(takeStance, { id: lively.bill_id, stance: 'support' })
  const trendingRequest = page.waitForRequest((request) => request.url().includes('sort=activity_score'))
  await openFeed(page, ann, `?trending=true&q=${stem}`)
  await trendingRequest
  await expect(page.getByRole('article').nth(0)).toContainText(lively.bill_code)
  await expect(page.getByRole('article').nth(1)).toContainText(followed.bill_code)
})

// covers CIV-FEED-10 CIV-FEED-11 CIV-FEED-12
test('a feed that cannot be loaded says so, and Try Again loads it', async ({ page, app }) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  await app.bill(uniqueName('Lost and found '), { created_at: nextDate() })
  await page.route(feedCalls, failWithoutMessage)
  await openFeed(page, ann)
  await expect(page.getByRole('heading', { name: 'Error Loading Bills' })).toBeVisible()
  await expect(page.getByText('Failed to fetch bills')).toBeVisible()
  await takeScreenshots(page, 'feed-error')

  await page.unroute(feedCalls)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.route(feedCalls, cutNetwork)
  await page.reload()
  await expect(page.getByText('Failed to fetch bills')).toBeVisible()
})

// covers CIV-FEED-13
test('when no bill matches the filters, the feed says so and a member can clear them', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  await app.bill(uniqueName('Somewhere '), { created_at: nextDate() })
  await openFeed(page, ann, '?q=zzzz')
  await expect(page.getByRole('heading', { name: 'No bills match your filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).last().click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

// covers CIV-FEED-14 CIV-FEED-15
test('a feed without any bills asks members to come back later', async ({ page, app }) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  const nothing = {
    bills: [],
    pagination: { limit: 20, offset: 0, total: 0, has_more: false },
    total_is_exact: true,
  }
  await page.route(feedCalls, (route) => route.fulfill({ json: { success: true, ...nothing } }))
  await openFeed(page, ann)
  await expect(page.getByRole('heading', { name: 'No bills found' })).toBeVisible()
  await expect(page.getByText('Check back soon for new legislation.')).toBeVisible()
  await takeScreenshots(page, 'feed-empty')
})

test('placeholders appear while bills load, and nothing moves when they arrive', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  await app.bill(uniqueName('Slow '), { created_at: nextDate() })
  await page.setViewportSize({ width: 390, height: 844 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(feedCalls, async (route) => {
    await released
    await route.continue()
  })
  await openFeed(page, ann)
  await expect(page.getByText('Loading bills...')).toBeVisible()
  const top = (element: ReturnType<typeof page.locator>) =>
    element.evaluate((element) => element.getBoundingClientRect().top)
  const shapeTop = await top(page.getByRole('status').filter({ hasText: 'Loading bills...' }))
  release()
  await expect(page.getByText(/comes first\./)).toBeVisible()
  expect(await top(page.getByRole('article').first())).toBeCloseTo(shapeTop, 0)
})

// covers CIV-HIGHLIGHT-05
test('a linked bill outside the list is put on top, and its parameter leaves the URL after 3 s', async ({
  page,
  app,
}) => {
  await page.clock.install()
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Hidden away ')
  const { bill_id, path } = await app.bill(title, { created_at: '2001-01-01T00:00:00.000Z' })
  await app.bill(uniqueName('In front '), { created_at: nextDate() })
  await openFeed(page, ann, `?highlight=${bill_id}&level=federal&q=front`)
  await expect(openBill(page).getByRole('heading', { level: 1, name: title })).toBeFocused()
  expect(page.url()).toContain('highlight=')
  await page.clock.fastForward(3_000)
  await expect(page).toHaveURL(`/${path}`)
  await expect(openBill(page)).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(openBill(page)).toBeHidden()
  await expect(page).toHaveURL(/\/feed\?level=federal&q=front$/)
  await expect(page.getByRole('article').first()).toHaveAccessibleName(title)
  await expect(card(page, title).getByRole('link', { name: title })).toBeFocused()
})

test('a link to a deleted bill says so and leaves the feed unchanged', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  await app.bill(uniqueName('Still here '), { created_at: nextDate() })
  await openFeed(page, ann, '?highlight=00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('alert').filter({ hasText: 'This bill is no longer available.' })).toBeVisible()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test("another screen can link to a member's bookmarks and to a bill", async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Sent here ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  await openFeed(page, ann)
  await expect(card(page, title)).toBeVisible()
  const arriveWith = (state: object) =>
    page.evaluate((usr) => {
      history.pushState({ usr, key: 'test', idx: 1 }, '', '/feed')
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }, state)

  await arriveWith({ filter: 'bookmarks' })
  await expect(page).toHaveURL(/\/feed\?bookmarks=true$/)
  await expect(page.getByRole('heading', { name: 'No bills match your filters' })).toBeVisible()
  await arriveWith({ expandBillId: bill_id })
  await expect(openBill(page).getByRole('heading', { level: 1, name: title })).toBeVisible()
})

// covers HURD-FEED-15
test('the keys j and k step through the bills, but not while a member types, over an open bill or when turned off', async ({
  page,
  app,
}) => {
  const word = uniqueName('steppe')
  for (const name of ['One', 'Two']) await app.bill(`${word} ${name}`)
  await signIn(page, await app.member(uniqueName('kay')))
  await page.goto(`/feed?q=${word}`)
  const titles = page.getByRole('article').getByRole('heading').getByRole('link')
  await expect(titles).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(titles.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(titles.nth(1)).toBeFocused()
  await page.keyboard.press('j')
  await expect(titles.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(titles.first()).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('jk')
  await expect(page.getByRole('combobox', { name: 'Search Hurd' })).toHaveValue(/jk$/)
  await expect(titles.first()).not.toBeFocused()
  await page.keyboard.press('Escape')

  await titles.first().press('Enter')
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1 }) })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('j')
  await expect(titles.nth(1)).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(titles.first()).toBeFocused()

  await page.goto('/search')
  await page.getByRole('checkbox', { name: 'j and k for the next and previous bill' }).uncheck()
  await page.goto(`/feed?q=${word}`)
  await expect(titles).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})

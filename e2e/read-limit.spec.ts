import { followGroup, listGroups } from '#contract/groups.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { card, feedCalls, nextDate, openFeed } from './billSteps.ts'
import { dist, expect, signIn, test, uniqueName } from './support/product.ts'

// covers HURD-GROUPS-07
test('a member over the read limit sees a message, stays signed in, and can read again when the time is over', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Read Later Act ')
  await app.bill(title, { created_at: nextDate() })
  await page.route(feedCalls, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '120' },
      json: {
        success: false,
        error: 'Too many attempts. Please try again later.',
        code: 'too_many_attempts',
      },
    }),
  )
  await openFeed(page, ann)
  const notice = page.getByRole('alert').filter({ hasText: 'Please wait a minute, then try again.' })
  await expect(notice).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain(ann.token)
  await expect(page).toHaveURL(/\/feed$/)

  await page.unroute(feedCalls)
  await notice.getByRole('button', { name: 'Try Again' }).click()
  await expect(card(page, title)).toBeVisible()
})

// covers HURD-GROUPS-06
test('a library opens the list of groups twenty times in five minutes, and every count stays true', async ({
  page,
}) => {
  test.slow()
  const app = await startTestServer({ rateLimits: true }, dist)
  const city = 'ocd-division/country:us/state:tx/place:austin'
  const ana = await app.resident('ana', city)
  await app.resident('ben', city)
  const cyn = await app.member('cyn', { address: '2 Other Street' })
  await cyn.call(followGroup, { id: await app.groupOf(city) })
  const { groups } = await app.visitor.call(listGroups, { order: 'places' })
  const counts = groups.map(({ member_count }) => `Members: ${member_count}`).toSorted()
  expect(counts).toContain('Members: 3')
  const reads: string[] = []
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/groups')) reads.push(pathname)
    if (response.status() === 429) refused.push(pathname)
  })

  for (const reader of [null, ana]) {
    if (reader) await signIn(page, reader, app.origin)
    for (let opened = 0; opened < 20; opened += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the list is opened again and again
      await page.goto(`${app.origin}/groups`)
      // oxlint-disable-next-line no-await-in-loop -- see above
      await expect(page.locator('[data-group-id]')).toHaveCount(groups.length)
    }
    const shown = await page.getByText(/^Members: \d+$/).allTextContents()
    expect(shown.toSorted()).toEqual(counts)
  }
  expect(refused).toEqual([])
  // Each opening sends one request.
  expect(reads).toEqual(Array.from({ length: 40 }, () => '/api/groups'))
  await page.goto('about:blank')
  await app.close()
})

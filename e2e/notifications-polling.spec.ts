import type { Page, Request } from '@playwright/test'
import { expect, signIn, test, uniqueName } from './support/product.ts'

const panelOf = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })
const toggleOf = (page: Page) => panelOf(page).getByRole('button', { name: /^Notifications/ })
const titleOf = (page: Page, name: string) => panelOf(page).getByRole('heading', { name, level: 3 })

test.beforeEach(async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('ana'), { full_name: 'Ana Reader' }))
})

/** Counts how often the page has requested each list. */
function countCalls(page: Page) {
  const calls = { notifications: 0, activity: 0 }
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/notifications') calls.notifications += 1
    if (pathname === '/api/activity/groups') calls.activity += 1
  })
  return calls
}

/** Waits for the next responses of both lists. Advancing the clock before they arrive would time the requests out. */
function bothAnswered(page: Page) {
  const finished = (path: string) =>
    page.waitForEvent('requestfinished', (request) => new URL(request.url()).pathname === path)
  return Promise.all([finished('/api/notifications'), finished('/api/activity/groups')])
}

// covers CIV-NOTIFICATIONS-19 CIV-NOTIFICATIONS-21 CIV-GROUPACTIVITY-06
test('the lists are requested again every two minutes while the panel is open, and not while it is closed', async ({
  page,
}) => {
  await page.clock.install()
  const calls = countCalls(page)
  let bothLists = bothAnswered(page)
  await page.goto('/feed')
  await expect(titleOf(page, 'Elections & Alerts')).toBeVisible()
  await bothLists
  expect(calls).toEqual({ notifications: 1, activity: 1 })
  // From now on the clock is stopped, because a request fails when ten seconds pass without a response.
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.clock.fastForward(70_000)
  expect(calls).toEqual({ notifications: 1, activity: 1 })
  bothLists = bothAnswered(page)
  await page.clock.fastForward(50_000)
  await bothLists
  expect(calls).toEqual({ notifications: 2, activity: 2 })

  await toggleOf(page).click()
  await page.clock.fastForward(600_000)
  expect(calls).toEqual({ notifications: 2, activity: 2 })
  await toggleOf(page).click()
  await expect.poll(() => calls).toEqual({ notifications: 3, activity: 3 })
})

// covers CIV-NOTIFICATIONS-20
test("a signed-out visitor's page requests no notifications", async ({ page }) => {
  await page.clock.install()
  await page.goto('/feed')
  await expect(panelOf(page)).toBeVisible()
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login/)
  const calls = countCalls(page)
  // A panel that was removed, or a page without a session, would send its requests within this time.
  await page.clock.runFor(300_000)
  await page.goto('/feed')
  await expect(page).toHaveURL(/\/login/)
  await page.clock.runFor(300_000)
  expect(calls).toEqual({ notifications: 0, activity: 0 })
})

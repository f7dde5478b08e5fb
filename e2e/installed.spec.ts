import type { Page } from '@playwright/test'
import { followTarget } from '#contract/alerts.ts'
import { card, nextDate, openBill } from './billSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

test.use({ serviceWorkers: 'allow' })

const bar = (page: Page) => page.getByRole('region', { name: 'Connection' })
const feed = (title: string) => `/feed?q=${encodeURIComponent(title)}`

async function waitForWorker(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Returns the names of the caches with saved responses. Each session has its own. */
async function savedCaches(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => caches.keys())
  return names.filter((name) => name.startsWith('saved '))
}

/** Returns the URLs of the responses that are saved in these caches, by default in all of this browser. Each of the caches exists afterward. */
async function savedUrls(page: Page, names?: string[]): Promise<string[]> {
  return page.evaluate(
    async (listed) => {
      const requests = await Promise.all(listed.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => url)
    },
    names ?? (await savedCaches(page)),
  )
}

async function savedPaths(page: Page, names?: string[]): Promise<string[]> {
  return (await savedUrls(page, names)).map((url) => new URL(url).pathname)
}

// covers HURD-OFFLINE-01 HURD-OFFLINE-02 HURD-OFFLINE-03
test('without a network, the app opens with the last feed and the bills that the member follows, and says when they were saved', async ({
  page,
  context,
  app,
}) => {
  const maya = await app.member(uniqueName('maya'))
  const title = uniqueName('Offline Followed ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  await maya.call(followTarget, { target_type: 'bill', target_id: bill_id })
  for (let number = 0; number < 21; number += 1) await app.bill(uniqueName('Offline Page '))
  await signIn(page, maya)
  // The pages of the build before are kept, but they are not shown without a network either.
  await page.evaluate(async () => {
    const before = await caches.open('shell before')
    await before.put('/feed', new Response('The feed of the build before'))
  })
  await page.goto('/feed')
  await waitForWorker(page)
  await expect.poll(() => savedPaths(page)).toContain(`/api/bills/${bill_id}`)
  await page.reload()
  const first = page.getByRole('article').first()
  await expect(first).toBeVisible()
  const firstTitle = await first.getByRole('heading').first().innerText()
  await expect.poll(() => savedPaths(page)).toContain('/api/bills')
  await page.getByRole('button', { name: 'Show 20 more bills' }).click()
  await expect(page.getByRole('article').nth(20)).toBeVisible()
  await page.goto('/updates')
  // Responses are saved one after the other.
  await expect.poll(() => savedPaths(page)).toContain('/api/updates')
  expect((await savedUrls(page)).filter((url) => url.includes('after='))).toEqual([])

  await context.setOffline(true)
  await page.goto('/feed')
  await expect(page.getByRole('article', { name: firstTitle })).toBeVisible()
  await expect(bar(page)).toHaveText(/^You're offline\. .* What you see was saved on \w+ \d/)
  await takeScreenshots(page, 'offline-start', { fullPage: false })
  await page.goto(`/feed?highlight=${bill_id}`)
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)

  const fresh = `${title} amended`
  await app.pool`update bills set title = ${fresh} where bill_id = ${bill_id}`
  await context.setOffline(false)
  await expect(bar(page)).toHaveCount(0)
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(fresh)
})

// covers HURD-OFFLINE-04
test('signing out deletes what was saved, and the next member of this browser sees nothing of it', async ({
  page,
  context,
  app,
}) => {
  await app.bill(uniqueName('Offline Shared '), { created_at: nextDate() })
  await signIn(page, await app.member(uniqueName('first')))
  await page.goto('/feed')
  await waitForWorker(page)
  await page.reload()
  await expect.poll(() => savedPaths(page)).toContain('/api/bills')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect.poll(() => savedPaths(page)).toEqual([])

  await signIn(page, await app.member(uniqueName('second')))
  await page.goto('/feed')
  await expect.poll(() => savedPaths(page)).toContain('/api/bills')
  // The record of a member has the postal address.
  expect((await savedPaths(page)).filter((path) => path.startsWith('/api/users/'))).toEqual([])
  const former = await savedCaches(page)

  // Another session begins in this browser without a sign-out of the one before.
  await signIn(page, await app.member(uniqueName('third')))
  await page.goto('/feed')
  await expect.poll(() => savedPaths(page, former)).toEqual([])
  await expect.poll(() => savedPaths(page)).toContain('/api/bills')
  await context.setOffline(true)
  await page.goto('/feed')
  await expect(bar(page)).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  // Checked again, because responses are saved one after the other.
  expect((await savedPaths(page)).filter((path) => path.startsWith('/api/users/'))).toEqual([])
})

// covers HURD-OFFLINE-05
test('files of the open build stay available, and a page always comes from the server while there is one', async ({
  page,
  context,
  app,
}) => {
  await signIn(page, await app.member(uniqueName('reader')))
  await page.goto('/feed')
  await waitForWorker(page)
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/assets/') && name.endsWith('.js')),
  )
  expect(files.length).toBeGreaterThan(2)
  const title = uniqueName('Offline Fresh ')
  await app.bill(title, { created_at: nextDate() })
  await page.goto(feed(title))
  await expect(card(page, title)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await context.setOffline(true)
  const statuses = await page.evaluate(
    (names) => Promise.all(names.map(async (name) => (await fetch(name)).status)),
    files,
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
})

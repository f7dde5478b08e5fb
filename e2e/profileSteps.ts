import type { Page } from '@playwright/test'
import type { TestServer } from '#server/testing/testServer.ts'
import { signIn, type Person } from './support/product.ts'

/** Signs the member in and opens their profile, or the profile of `username`. */
export async function openProfile(page: Page, person: Person, username?: string) {
  await signIn(page, person)
  await page.goto(username ? `/profile/${username}` : '/profile')
}

export function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

export function statistic(page: Page, title: string) {
  return section(page, 'Statistics').getByRole('article', { name: title })
}

/** Sets the member's numbers of stances, comments and followers, from which the server computes their points. */
export async function setTotals(app: TestServer, person: Person, totals: [number, number, number]) {
  const [total_stances, total_comments, follower_count] = totals
  await app.pool`
    update users set ${app.pool({ total_stances, total_comments, follower_count })}
     where user_id = ${person.user_id}`
}

/** Collects the methods of the requests that the page sends to this path. */
export function countCalls(page: Page, path: string) {
  const methods: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) methods.push(request.method())
  })
  return methods
}

/** Holds the requests with this path and method back until the returned function is called. */
export async function hold(page: Page, path: string, method: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === method) await released
    await route.continue()
  })
  return release
}

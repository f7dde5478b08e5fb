import type { Page } from '@playwright/test'
import type { TestServer } from '../server/testing/testServer.ts'
import { signIn, type Person } from './support/product.ts'

/** Signed in, on a profile. */
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

/** Enough stances, comments and followers for these points. */
export async function setTotals(app: TestServer, person: Person, totals: [number, number, number]) {
  const [total_stances, total_comments, follower_count] = totals
  await app.pool`
    update users set ${app.pool({ total_stances, total_comments, follower_count })}
     where user_id = ${person.user_id}`
}

/** Requests of the page to this path, by method. */
export function countCalls(page: Page, path: string) {
  const methods: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) methods.push(request.method())
  })
  return methods
}

/** Holds matching requests back until they are released. */
export async function hold(page: Page, path: string, method: string) {
  const pending = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === method) await pending.promise
    await route.continue()
  })
  return pending.resolve
}

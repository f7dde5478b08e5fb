import type { Page, Route } from '@playwright/test'
import { postComment, type CategoryId } from '../contract/discussions/discussions.ts'
import type { Person } from '../server/testing/testServer.ts'
import { signIn, type TestServer } from './support/product.ts'

/** Signed in, on the feed. `query` is the query string of the URL. */
export async function openFeed(page: Page, person: Person, query = '') {
  await signIn(page, person)
  await page.goto(`/feed${query}`)
}

export function card(page: Page, title: string) {
  return page.getByRole('article', { name: title })
}

/** The open bill. */
export function openBill(page: Page) {
  return page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1 }) })
}

export function stance(place: ReturnType<typeof card>, name: string) {
  return place.getByRole('radio', { name })
}

/** The discussion, contact and stance of a bill, in a page that came by its link. */
export async function openBillByLink(page: Page, person: Person, bill_id: string, comment_id?: string) {
  const comment = comment_id ? `&comment=${comment_id}` : ''
  await openFeed(page, person, `?highlight=${bill_id}${comment}`)
}

/** Adds a comment and returns its id. */
export async function say(
  person: Person,
  id: string,
  content: string,
  parent: string | null = null,
  category_id: CategoryId = 'general-discussion',
): Promise<string> {
  const input = { id, content, category_id, parent_comment_id: parent }
  return (await person.call(postComment, input)).comment.comment_id
}

let lastDay = 0

/** Call it after changing comments by SQL: the server keeps their pages while the version of the discussion stays the same. */
export async function raiseDiscussionVersion(app: TestServer, bill_id: string) {
  await app.pool`insert into bill_counter_steps (bill_id, echo_changes) values (${bill_id}, 0)`
}

/** Dates of no other bill, each later than the one before, because the newest bills lead the feed. */
export function nextDate(): string {
  lastDay += 1
  return new Date(Date.UTC(2030, 0, 1) + lastDay * 3_600_000).toISOString()
}

/** The server fails without a message. */
export function failWithoutWords(route: Route) {
  return route.fulfill({ status: 500, json: { success: false } })
}

/** The server refuses with this message. */
export function refuseWith(words: string) {
  return (route: Route) => route.fulfill({ status: 400, json: { success: false, error: words } })
}

export function cutNetwork(route: Route) {
  return route.abort('internetdisconnected')
}

/** URLs of one endpoint with and without a query. */
export const feedCalls = (url: URL) => url.pathname === '/api/bills'

/** Keeps an element at the top of the open bill, even after the window size changes. */
export async function keepOnTop(page: Page, words: string) {
  await page.evaluate((wanted) => {
    document.documentElement.dataset['keptOnTop'] = wanted
    const show = () => {
      if (document.documentElement.dataset['keptOnTop'] !== wanted) return
      const places = [...document.querySelectorAll('h2, [data-comment]')]
      const found = places.find((place) => place.textContent?.includes(wanted))
      found?.scrollIntoView({ block: 'start' })
    }
    window.addEventListener('resize', () => setTimeout(show))
    show()
  }, words)
}

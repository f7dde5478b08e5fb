import type { Locator, Page, Route } from '@playwright/test'
import { postComment, type CategoryId } from '#contract/discussions.ts'
import type { Person } from '#server/testing/testServer.ts'
import { signIn } from './support/product.ts'

/** Signs the member in and opens the feed. `query` is the query string of the URL. */
export async function openFeed(page: Page, person: Person, query = '') {
  await signIn(page, person)
  await page.goto(`/feed${query}`)
}

export function card(page: Page, title: string) {
  return page.getByRole('article', { name: title })
}

/** Finds the dialog of the bill that is open. */
export function openBill(page: Page) {
  return page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1 }) })
}

export function stance(container: Locator, name: string) {
  return container.getByRole('radio', { name })
}

/** Signs the member in and opens a bill by its link. With `comment_id`, the link highlights that comment. */
export async function openBillByLink(page: Page, person: Person, bill_id: string, comment_id?: string) {
  const comment = comment_id ? `&comment=${comment_id}` : ''
  await openFeed(page, person, `?highlight=${bill_id}${comment}`)
}

/** Supports the open bill and writes why in the moment after it. */
export async function supportWithReason(page: Page, reason: string) {
  const bill = openBill(page)
  await stance(bill.getByRole('region', { name: 'Where do you stand?' }), 'SUPPORT').click()
  await bill.getByRole('textbox', { name: 'Why you support it' }).fill(reason)
  await page.keyboard.press('Control+Enter')
}

/** Adds a comment and returns its id. */
export async function addComment(
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

/**
 * Returns a later date with every call. The feed starts with the newest bills, so the next bill of a test comes first.
 */
export function nextDate(): string {
  lastDay += 1
  return new Date(Date.UTC(2030, 0, 1) + lastDay * 3_600_000).toISOString()
}

/** Answers as a server that fails without a message. */
export function failWithoutMessage(route: Route) {
  return route.fulfill({ status: 500, json: { success: false } })
}

/** Answers as a server that refuses the request with this message. */
export function refuseWith(message: string) {
  return (route: Route) => route.fulfill({ status: 400, json: { success: false, error: message } })
}

export function cutNetwork(route: Route) {
  return route.abort('internetdisconnected')
}

/** Sends a request and waits for its response. Routes and listeners have then seen what the page requested before it. */
export async function passEarlierRequests(page: Page) {
  await page.evaluate(() => fetch('/robots.txt', { cache: 'no-store' }).then(() => undefined))
}

/** Ends a moment without a network. Routes and listeners have then seen what the page requests because of it. */
export async function reconnect(page: Page) {
  await page.evaluate(() => {
    for (const name of ['offline', 'online']) window.dispatchEvent(new Event(name))
  })
  await passEarlierRequests(page)
}

/** Matches the requests that read the feed, with any query. */
export const feedCalls = (url: URL) => url.pathname === '/api/bills'

/**
 * Scrolls the heading or comment with this text to the top of the open bill, and again when the window size changes.
 */
export async function keepOnTop(page: Page, text: string) {
  await page.evaluate((textOnTop) => {
    document.documentElement.dataset['textOnTop'] = textOnTop
    const scroll = () => {
      // A later call may have chosen another text.
      if (document.documentElement.dataset['textOnTop'] !== textOnTop) return
      const elements = [...document.querySelectorAll('h2, [data-comment]')]
      const element = elements.find(({ textContent }) => textContent?.includes(textOnTop))
      element?.scrollIntoView({ block: 'start' })
    }
    window.addEventListener('resize', () => setTimeout(scroll))
    scroll()
  }, text)
}

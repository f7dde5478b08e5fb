import type { Page, Request } from '@playwright/test'

/**
 * Loses the responses to the first `times` posts to this URL, although the server processes the requests. The result is
 * the list of the idempotency keys of all posts so far.
 */
export async function loseResponses(page: Page, address: string, times: number) {
  const keys: string[] = []
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push((await idempotencyKeyOf(route.request())) ?? 'none')
    if (keys.length > times) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return keys
}

/** Holds every post to this URL back until `release` is called. `keys` are the idempotency keys of all posts so far. */
export async function holdPosts(page: Page, address: string) {
  const keys: string[] = []
  const { promise: pending, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push((await idempotencyKeyOf(route.request())) ?? 'none')
    await pending
    return route.continue()
  })
  return { keys, release }
}

const idempotencyKeyOf = (request: Request) => request.headerValue('idempotency-key')

import type { Page, Request } from '@playwright/test'

/** The server processes the request and its answer is lost, for the first `times` posts to this URL. */
export async function loseAnswers(page: Page, address: string, times: number) {
  const keys: string[] = []
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push((await keyOf(route.request())) ?? 'none')
    if (keys.length > times) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return keys
}

/** Holds every post to this URL back. `keys` are the idempotency keys of those that arrived. */
export async function holdPosts(page: Page, address: string) {
  const keys: string[] = []
  const { promise: pending, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push((await keyOf(route.request())) ?? 'none')
    await pending
    return route.continue()
  })
  return { keys, release }
}

const keyOf = (request: Request) => request.headerValue('idempotency-key')

import type { Page, Route } from '@playwright/test'
import type { TestServer } from '#server/testing/testServer.ts'
import { expect, signIn, uniqueName } from './support/product.ts'

let lastPlace = 0
const country = 'ocd-division/country:us'

/** Invents a place in Texas that no other test uses. `name` is the name of its group. */
export function uniquePlace(stem: string) {
  lastPlace += 1
  const slug = `${stem}${lastPlace}`
  const name = `${slug.charAt(0).toUpperCase()}${slug.slice(1)}, TX`
  return { division: `${country}/state:tx/place:${slug}`, name, city: name.slice(0, -4) }
}

export function groupCard(page: Page, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** Answers as a server that fails without a message. */
export function failWithoutMessage(route: Route) {
  return route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' })
}

/** Answers as a server that fails with this message. */
export function failWith(error: string, status = 500) {
  return (route: Route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: JSON.stringify({ success: false, error }),
    })
}

/** Holds the requests to a URL back until the returned function is called. */
export async function holdBack(page: Page, address: string | RegExp, method = 'GET') {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await released
    return route.continue()
  })
  return release
}

/** Creates groups of fictional jurisdictions as an import does. In lists, they come after the groups of other states. */
export async function importGroups(app: TestServer, count: number, level: 'state' | 'local', stem: string) {
  const rows = Array.from({ length: count }, (_, index) => ({
    group_name: `${stem} ${String(index + 1).padStart(2, '0')}`,
    description: '',
    government_level: level,
    group_type: level === 'local' ? 'place' : 'state',
    jurisdiction: `${country}/state:wy/place:${stem.toLowerCase()}${index + 1}`,
  }))
  const groups = await app.pool<
    { group_id: string }[]
  >`insert into groups ${app.pool(rows)} returning group_id`
  return groups.map(({ group_id }) => group_id)
}

export const postsCall = /\/api\/groups\/[0-9a-f-]{36}\/posts(\?.*)?$/
export const canPostCall = /\/can-post$/

/** Signs a resident in and opens the group of their place. */
export async function openGroup(
  page: Page,
  app: TestServer,
  stem: string,
  more: Parameters<TestServer['member']>[1] = {},
) {
  const place = uniquePlace(stem)
  const person = await app.resident(uniqueName(stem), place.division, more)
  const id = await app.groupOf(place.division)
  await signIn(page, person)
  await page.goto(`/groups/${id}?tab=feed`)
  await expect(page.getByRole('heading', { level: 1, name: place.name })).toBeVisible()
  return { place, person, id }
}

export const box = (page: Page) => page.getByRole('textbox', { name: 'Write a post' })
export const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

import type { Request } from '@playwright/test'
import { uniquePlace } from './groupSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'

/**
 * Each screen, with a pattern of the reads that it sends only after it has an earlier response. The card of representatives beside
 * the feed waits for the notifications above it.
 */
const screens = {
  '/feed': /\/representatives\/for-user$/,
  '/dashboard': /\/representatives\/for-user$/,
  '/groups': /\/members\?limit=1$/,
  '/groups/:group': null,
  '/profile': null,
  '/profile/:other': /\/profile-stats$/,
  '/settings': null,
}

// covers HURD-SPEED-01
for (const [screen, later] of Object.entries(screens)) {
  test(`${screen} sends its reads while its scripts are still loading, and sends each once`, async ({
    page,
    app,
  }) => {
    const { division } = uniquePlace('early')
    const ann = await app.resident(uniqueName('early'), division)
    const group_id = await app.groupOf(division)
    const other = uniqueName('other')
    await app.member(other)
    const address = screen.replace(':group', group_id).replace(':other', other)
    await signIn(page, ann)
    const reads: string[] = []
    page.on('request', (request) => reads.push(...readsIn(request)))

    const scripts = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.firstReads)
    const sentEarly = await page.evaluate(() => [...(window.firstReads?.byUrl.keys() ?? [])])
    expect(sentEarly.length).toBeGreaterThan(1)
    scripts.resolve()

    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    // On their own profile a member's record is read twice, because the session and the profile each read it.
    const ownRecord = `/api/users/${ann.user_id}`
    const repeated = reads.filter((url, index) => reads.indexOf(url) !== index)
    expect(repeated.filter((url) => screen !== '/profile' || url !== ownRecord)).toEqual([])
    expect(reads.filter((url) => !sentEarly.includes(url) && !later?.test(url))).toEqual([])
  })
}

/** Returns the path and query if the request reads the API. The stream of notifications does not count as a read. */
function readsIn(request: Request): string[] {
  const { pathname, search } = new URL(request.url())
  const isRead = request.method() === 'GET' && pathname.startsWith('/api/') && !pathname.endsWith('/stream')
  return isRead ? [pathname + search] : []
}

// covers HURD-SPEED-02
test('the code of a screen is loaded when its link gets the focus or the pointer', async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('pointer')))
  await page.goto('/feed')
  const groups = page.waitForRequest(/\/assets\/GroupsScreen-.*\.js$/)
  await page.getByRole('link', { name: 'GROUPS', exact: true }).hover()
  await groups
  const elections = page.waitForRequest(/\/assets\/ElectionsScreen-.*\.js$/)
  await page.getByRole('link', { name: 'ELECTIONS', exact: true }).focus()
  await elections
})

import type { Request } from '@playwright/test'
import { freshPlace } from './groupSteps.ts'
import { expect, freshName, signIn, test } from './support/product.ts'

/** Each screen with the reads that follow from an earlier answer. */
const screens = {
  '/feed': null,
  '/dashboard': null,
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
    const { division } = freshPlace('early')
    const ann = await app.resident(freshName('early'), division)
    const group_id = await app.groupOf(division)
    const other = freshName('other')
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
    // The session and the profile each read the member's own record.
    const expected = reads.filter((url, index) => screen !== '/profile' || reads.indexOf(url) === index)
    expect(expected).toEqual([...new Set(reads)])
    expect(reads.filter((url) => !sentEarly.includes(url) && !later?.test(url))).toEqual([])
  })
}

/** The path and query if this is a read of the API other than the stream of notifications. */
function readsIn(request: Request): string[] {
  const { pathname, search } = new URL(request.url())
  const isRead = request.method() === 'GET' && pathname.startsWith('/api/') && !pathname.endsWith('/stream')
  return isRead ? [pathname + search] : []
}

// covers HURD-SPEED-02
test('the code of a screen is loaded when its link gets the focus or the pointer', async ({ page, app }) => {
  await signIn(page, await app.member(freshName('pointer')))
  await page.goto('/feed')
  const groups = page.waitForRequest(/\/assets\/GroupsScreen-.*\.js$/)
  await page.getByRole('link', { name: 'GROUPS', exact: true }).hover()
  await groups
  const elections = page.waitForRequest(/\/assets\/ElectionsScreen-.*\.js$/)
  await page.getByRole('link', { name: 'ELECTIONS', exact: true }).focus()
  await elections
})

import { addComment, feedCalls, openBill } from './billSteps.ts'
import { uniquePlace } from './groupSteps.ts'
import { expect, goodPassword, setPassword, signIn, test, uniqueName } from './support/product.ts'

// covers ACC-ROUTES-05 ACC-ROUTES-07 ACC-ROUTES-14 ACC-ROUTES-16 ACC-ROUTES-18 ACC-ROUTES-20 ACC-ROUTES-22
// covers ACC-ROUTES-27
test('a visitor is led from every members-only page to /login', async ({ page }) => {
  for (const path of [
    '/feed',
    '/dashboard',
    '/elections',
    '/news',
    '/profile',
    '/profile/maya',
    '/settings',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  }
})

// covers ACC-ROUTES-09 ACC-ROUTES-10 ACC-ROUTES-11 ACC-ROUTES-12
test('groups and one group are open to visitors and offer a way to sign in', async ({ page, app }) => {
  const place = uniquePlace('openroute')
  await app.resident(uniqueName('openroute'), place.division)
  await page.goto('/groups')
  await expect(page.getByRole('heading', { level: 1, name: /^All Groups/ })).toBeVisible()
  await expect(page).toHaveURL('/groups')
  await page.goto(`/groups/${await app.groupOf(place.division)}`)
  await expect(page.getByRole('heading', { level: 1, name: place.name })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/login')

  // A wrong password ends no session, so Back leads to the group and not to the sign-in.
  await page.getByLabel('Email').fill('maya@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Login Failed' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: place.name })).toBeVisible()
})

// covers ACC-ROUTES-28
test('after signing in a visitor is on the requested page, with query and hash', async ({ page, app }) => {
  const maya = await app.member(uniqueName('origin'))
  await setPassword(app, maya)
  await page.goto('/elections?year=2026#dates')
  await expect(page).toHaveURL('/login')
  // The requested page is not forgotten when the visitor opens another form and reloads the page.
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.reload()
  await page.getByLabel('Email').fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/elections?year=2026#dates')
})

test('a visitor who signs in is never redirected to another site', async ({ page, app }) => {
  const maya = await app.member(uniqueName('evil'))
  await setPassword(app, maya)
  await page.goto('/login')
  await page.evaluate(() => {
    history.replaceState({ ...history.state, usr: { from: 'https://evil.example/feed' } }, '')
  })
  await page.reload()
  await page.getByLabel('Email').fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard')
})

// covers CIV-ROUTES-05
test('a shared bill link opens its bill in the feed, after signing in if necessary', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('shared'))
  await setPassword(app, maya)
  const title = `Shared Link Bill ${uniqueName('n')}`
  const { bill_id } = await app.bill(title)
  await page.goto(`/bills/${bill_id}`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
})

// covers CIV-ROUTES-01 CIV-ROUTES-02 CIV-ROUTES-06 CIV-ROUTES-07 ACC-SHELL-20 ACC-SHELL-21
test('a link to a comment opens it once, however late the feed loads; names and mentions link to profiles', async ({
  page,
  app,
}) => {
  const [maya, tom] = [await app.member(uniqueName('reader')), await app.member(uniqueName('writer'))]
  const { bill_id, path } = await app.bill(uniqueName('Linked Bill '))
  const comment_id = await addComment(tom, bill_id, `Ask @${maya.username} about it`)
  const response = Promise.withResolvers<void>()
  await page.route(feedCalls, async (route) => {
    await response.promise
    await route.continue()
  })
  await signIn(page, maya)
  await page.clock.install()
  await page.goto(`/dashboard?tab=settings&highlight=${bill_id}&comment=${comment_id}`)
  await expect(page.getByRole('link', { name: 'FEED', exact: true })).toHaveAttribute('aria-current', 'page')
  response.resolve()

  const bill = openBill(page)
  await expect(bill.getByText('about it')).toBeInViewport()
  await expect(bill.getByRole('link', { name: `@${maya.username}` })).toHaveAttribute(
    'href',
    `/profile/${maya.username}`,
  )
  await expect(bill.getByRole('link', { name: `${tom.username} of the test` })).toHaveAttribute(
    'href',
    `/profile/${tom.username}`,
  )
  // After the link has opened the comment, both parameters leave the URL, and the bill stays open.
  await page.clock.fastForward(10_000)
  await expect(page).toHaveURL(`/${path}`)
  await expect(bill.getByText('about it')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'FEED', includeHidden: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page).toHaveURL(`/${path}`)
})

test.describe('signed in', () => {
  test.beforeEach(async ({ page, app }) => signIn(page, await app.member(uniqueName('routes'))))

  // covers ACC-ROUTES-03 ACC-ROUTES-04 ACC-ROUTES-25
  test('/ and unknown paths lead to the feed, whose tab is marked', async ({ page }) => {
    for (const path of ['/', '/no-such-page', '/groups/a/b', '/feed']) {
      await page.goto(path)
      await expect(page).toHaveURL('/feed')
    }
    await expect(page.getByRole('link', { name: 'FEED', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })

  // covers ACC-ROUTES-29 ACC-ROUTES-30
  test('/login and its other views lead to the dashboard', async ({ page }) => {
    for (const path of ['/login', '/login?view=register', '/login?view=forgot']) {
      await page.goto(path)
      await expect(page).toHaveURL('/dashboard')
    }
  })

  // covers ACC-ROLES-02 ACC-API-01
  test('every page opens for a member, and all its requests go to its own origin', async ({ page, app }) => {
    const otherSite: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== app.origin) otherSite.push(request.url())
    })
    const paths = ['/feed', '/dashboard', '/groups', '/elections', '/news', '/profile', '/settings']
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
    }
    expect(otherSite).toEqual([])
  })

  test('a hash link of a group update becomes the URL of the group', async ({ page }) => {
    await page.goto('/feed#/groups/abc-1')
    await expect(page).toHaveURL('/groups/abc-1?tab=feed')
    await page.goto('/settings')
    await page.evaluate(() => (window.location.hash = '#/groups/abc-2'))
    await expect(page).toHaveURL('/groups/abc-2?tab=feed')
  })
})

import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

test.beforeEach(async ({ page, app }) => {
  await signIn(page, await app.member(uniqueName('newsreader')))
  await page.goto('/news')
  await expect(page.getByRole('heading', { level: 1, name: 'News sources' })).toBeVisible()
})

// covers ACC-ROUTES-15 CIV-NEWS-01 CIV-NEWS-02 CIV-NEWS-03 CIV-NEWS-04 CIV-NEWS-05 CIV-NEWS-06 CIV-NEWS-10 CIV-NEWS-11
// covers HURD-SAMPLE-01
test('the page says that it is a demonstration, and its switch and numbers are not stored', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
  })
  await expect(page.getByText('All functionality on this page is for demonstration')).toBeVisible()
  // The page and each channel have the label.
  const cards = await page.getByRole('button', { name: /Save Source/ }).count()
  await expect(page.getByText('Sample content')).toHaveCount(cards + 1)
  await expect(page.getByText('When real sources are added, each will say who runs')).toBeVisible()
  const alerts = page.getByRole('switch', { name: 'Breaking news alerts' })
  await expect(alerts).toBeChecked()
  await alerts.click()
  await expect(alerts).not.toBeChecked()
  expect(calls).toEqual([])

  await page.reload()
  await expect(alerts).toBeChecked()
  const channels = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /Save Source/ }) })
  await expect(channels).toHaveCount(2)
  await expect(channels.first()).toContainText('1,284 viewers (demo)')
  await expect(channels.last()).toContainText('642 viewers (demo)')
})

// covers CIV-NEWS-07 CIV-NEWS-08 CIV-NEWS-09
test('saving a source writes one line to the console and sends no request', async ({ page }) => {
  const calls: string[] = []
  // Scripts do not count, because the panel of the feed may still be loading.
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') calls.push(request.url())
  })
  const line = page.waitForEvent('console')
  await page.getByRole('button', { name: 'Save Source Statehouse Live' }).click()
  expect((await line).text()).toBe('Saved the news source statehouse-live (demonstration)')
  expect(calls).toEqual([])

  const soon = page.getByRole('group', { name: 'Coming Soon' })
  await expect(soon).toHaveAttribute('disabled', '')
  await expect(soon.getByRole('button')).toHaveCount(0)
})

test('the page looks right in screenshots at each width and in both themes', async ({ page }) => {
  await takeScreenshots(page, 'news')
})

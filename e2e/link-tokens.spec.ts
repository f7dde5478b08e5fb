import type { Page } from '@playwright/test'
import { expect, signIn, test, uniqueName } from './support/product.ts'

const token = '0123456789abcdef'.repeat(4)
const linkPaths = [
  '/reset-password',
  '/verify-email',
  '/not-me',
  '/restore-account',
  '/appeal',
  '/download-data',
] as const

/** Records the address and the Referer of every request, and every address that the page had. */
async function record(page: Page) {
  const requests: { url: string; referer: string }[] = []
  const pending: Promise<void>[] = []
  page.on('request', (request) => {
    pending.push(
      request
        .allHeaders()
        .then(({ referer = '' }) => void requests.push({ url: request.url(), referer }))
        .catch(() => undefined),
    )
  })
  return async () => {
    await Promise.all(pending)
    return requests
  }
}

for (const path of linkPaths) {
  // covers HURD-LINK-01
  test(`the token of ${path} leaves the address before anything is requested, and no request carries it`, async ({
    page,
    app,
  }) => {
    const maya = await app.member(uniqueName('link'))
    await signIn(page, maya)
    const requestsSoFar = await record(page)
    const response = await page.goto(`${path}?token=${token}`, { waitUntil: 'load' })
    expect(response?.headers()['referrer-policy']).toBe('no-referrer')
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    const [first, ...others] = await requestsSoFar()
    expect(first?.url).toContain(token)
    expect(others.length).toBeGreaterThan(5)
    for (const { url, referer } of others) {
      expect(url).not.toContain(token)
      // Modules name the script that imports them, and nothing names the page.
      expect(referer, url).not.toContain(token)
      expect(referer, url).not.toMatch(new RegExp(`${path}(?:[?#]|$)`))
    }
    expect(await page.evaluate(() => document.referrer)).toBe('')
  })
}

// covers HURD-LINK-01
test('a link still works after a reload, and the tab forgets its token once it is used', async ({ page }) => {
  await page.goto(`/reset-password?token=${token}`)
  await expect(page.getByLabel('New Password', { exact: true })).toBeVisible()
  await page.reload()
  await page.getByLabel('New Password', { exact: true }).fill('loud ocean evening')
  await page.getByLabel('Confirm New Password', { exact: true }).fill('loud ocean evening')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This password reset link is invalid or has expired.')).toBeVisible()
  expect(
    await page.evaluate(() =>
      Object.keys(sessionStorage)
        .map((key) => sessionStorage.getItem(key))
        .join(' '),
    ),
  ).not.toContain(token)
})

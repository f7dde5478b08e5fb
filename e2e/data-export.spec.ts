import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { requestExport } from '#contract/people.ts'
import {
  expect,
  goodPassword,
  setPassword,
  signIn,
  test,
  uniqueName,
  type Person,
  type TestServer,
} from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const verified = { email_verified_at: '2026-01-01' }
const start = (page: Page) => page.getByRole('button', { name: 'Download my data' })

/** Requests an export, waits until its archive is ready, and returns the path of the link in the email. */
async function exportLink(app: TestServer, person: Person): Promise<string> {
  await person.call(requestExport, {})
  let path = ''
  await expect
    .poll(async () => {
      const [mail] = await app.pool<{ text: string }[]>`
        select text from emails
         where user_id = ${person.user_id} and purpose = 'data_export' and state = 'pending'`
      path = /\/download-data\?token=[0-9a-f]{64}/.exec(mail?.text ?? '')?.[0] ?? ''
      return path
    })
    .not.toBe('')
  return path
}

async function expectArchive(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  expect(file.suggestedFilename()).toBe('hurd-data.zip')
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
}

test('a signed-out member follows the export link to the sign-in, then downloads the archive repeatedly', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('carry'), verified)
  await setPassword(app, maya)
  const link = await exportLink(app, maya)
  await page.goto(link)
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your data export is ready' })).toBeVisible()
  await expect(page.getByText(maya.email)).toBeVisible()
  await takeScreenshots(page, 'data-export')

  await page.route('**/api/users/export/download', (route) => route.abort())
  await start(page).press('Enter')
  await expect(page.getByRole('heading', { name: "Your data couldn't be downloaded" })).toBeFocused()
  await page.unroute('**/api/users/export/download')
  await expectArchive(page, () => page.getByRole('button', { name: 'Try Again' }).press('Enter'))
  await expect(page.getByRole('heading', { name: 'Your download has started' })).toBeFocused()
  await expectArchive(page, () => page.getByRole('button', { name: 'Download again' }).click())
  await page.reload()
  await expectArchive(page, () => start(page).click())
})

test("another member's export link and an expired one say so and download nothing", async ({ page, app }) => {
  const maya = await app.member(uniqueName('carry'), verified)
  await setPassword(app, maya)
  const ben = await app.member(uniqueName('other'), verified)
  const link = await exportLink(app, maya)
  await signIn(page, ben)
  await page.goto(link)
  await start(page).click()
  await expect(page.getByRole('heading', { name: 'This link is for another account' })).toBeFocused()
  await expect(page.getByText('This download link belongs to a different account.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page, 'the sign-in leads back to the link').toHaveURL('/download-data')
  await expect(page.getByText(maya.email)).toBeVisible()
  await app.pool`update exports set expires_at = now() where user_id = ${maya.user_id}`
  await start(page).click()
  await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeFocused()
  await expect(page.getByText('This download link is invalid or has expired.')).toBeVisible()
  await expect(page).toHaveURL('/download-data')
  await page.getByRole('link', { name: 'Go to Settings' }).click()
  await expect(page).toHaveURL('/settings')
})

test('a member with an unverified email learns how to verify it before requesting the data', async ({
  page,
  app,
}) => {
  const eve = await app.member(uniqueName('unproved'))
  await signIn(page, eve)
  await page.goto('/settings')
  await expect(page.getByText('Verify your email address first, because we email you')).toBeVisible()
  await expect(start(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Verification email sent!' })).toBeVisible()
  const mails = await app.pool`select from emails where user_id = ${eve.user_id} and purpose = 'verify_email'`
  expect(mails).toHaveLength(1)
})

import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { card, nextDate, openBill } from './billSteps.ts'
import { dist, expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

/**
 * Changes the built pages as a build of other sources would: every file with a hash in its name gets another name. Returns the
 * previous names, under which no file exists anymore.
 */
function deploy(folder: string) {
  const assets = join(folder, 'assets')
  const hashed = /^[\w.-]+-[\w-]{8}(?=\.(?:js|css)$)/
  for (const name of readdirSync(assets).filter((name) => /\.(?:br|gz)$/.test(name))) {
    rmSync(join(assets, name))
  }
  const names = readdirSync(assets).filter((name) => hashed.test(name))
  const renamed = (name: string) => name.replace(hashed, (stem) => `${stem}2`)
  for (const name of names) renameSync(join(assets, name), join(assets, renamed(name)))
  const files = readdirSync(assets).filter((name) => /\.(?:js|css)$/.test(name))
  const pages = readdirSync(folder).filter((name) => name.endsWith('.html'))
  for (const file of [
    ...files.map((name) => join(assets, name)),
    ...pages.map((name) => join(folder, name)),
  ]) {
    let text = readFileSync(file, 'utf8')
    for (const name of names) text = text.replaceAll(name, renamed(name))
    writeFileSync(file, text)
  }
  const compressed = readdirSync(folder).filter((name) => /\.html\.(?:br|gz)$/.test(name))
  for (const name of compressed) rmSync(join(folder, name))
  return names
}

test('a page that was open during a deploy offers to reload and keeps the text being written', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'hurd-deploy-'))
  cpSync(dist, folder, { recursive: true })
  const deployed = await startTestServer({}, folder)
  const { origin } = deployed
  const ann = await deployed.member(uniqueName('ann'))
  const { bill_id } = await deployed.bill(uniqueName('Deployed '))
  const unread = uniqueName('Unread ')
  const { bill_id: unread_id } = await deployed.bill(unread, { created_at: nextDate() })
  await storeText(deployed, unread_id, { formatted_text: '<p>Be it enacted</p>' })
  await signIn(page, ann, origin)
  await page.goto(`${origin}/feed?highlight=${bill_id}`)
  const field = openBill(page).getByRole('textbox', { name: 'Add to the discussion' })
  await field.fill('Half a thought')
  await openBill(page).getByRole('button', { name: 'Back to feed' }).click()

  const [oldFile] = deploy(folder)
  const missing = await page.request.get(`${origin}/assets/${oldFile}`)
  expect([missing.status(), missing.headers()['cache-control']], 'proxies must not cache the 404').toEqual([
    404,
    'no-store',
  ])
  const index = await page.request.get(`${origin}/groups`)
  expect(index.headers()['cache-control'], 'a reload gets the new pages').toBe('no-cache')
  await page.getByRole('link', { name: 'GROUPS', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This part could not be loaded.' })).toBeVisible()
  await expect(page.getByText('Hurd has been updated. Reload the page to continue.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  await takeScreenshots(page, 'part-outdated', { fullPage: false })
  // The header and the screens whose code is already loaded still work.
  await page.getByRole('link', { name: 'FEED', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
  await card(page, unread).getByRole('link', { name: unread }).click()
  await openBill(page).getByRole('button', { name: 'READ FULL BILL' }).click()
  await expect(openBill(page).getByText('Hurd has been updated. Reload the page to continue.')).toBeVisible()
  await expect(openBill(page).getByRole('button', { name: 'Reload page' })).toBeVisible()
  await expect(openBill(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  await openBill(page).getByRole('button', { name: 'Back to feed' }).click()
  await page.getByRole('link', { name: 'GROUPS', exact: true }).click()
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /All Groups/ })).toBeVisible()
  await expect(page).toHaveURL(/\/groups$/)

  await page.goto(`${origin}/feed?highlight=${bill_id}`)
  await expect(field).toHaveValue('Half a thought')
  await deployed.close()
  rmSync(folder, { recursive: true })
})

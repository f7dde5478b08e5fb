import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

test('a member creates a key, copies it once, sees it in a list, and revokes it after confirming', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const maya = await app.member(uniqueName('dev'))
  await signIn(page, maya)
  await page.goto('/settings')
  await page.getByText('For developers').click()
  const name = page.getByLabel('Name of the new key')
  const create = page.getByRole('button', { name: 'Create key' })
  await create.click()
  await expect(name).toHaveAccessibleDescription(/Please enter a name/)
  await takeScreenshots(page, 'settings-api-keys-empty')

  await name.fill('Newsroom dashboard')
  await create.click()
  const secret = page.getByLabel('Your new API key')
  await expect(secret).toBeFocused()
  await expect(secret).toHaveValue(/^hurd_pk_[\w-]{43}$/)
  const key = await secret.inputValue()
  await takeScreenshots(page, 'settings-api-keys-new')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Key copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(secret).toHaveCount(0)
  await expect(name).toBeFocused()

  const response = await page.request.get('/api/public/v1/sessions', { headers: { 'x-api-key': key } })
  expect(response.status()).toBe(200)
  await page.reload()
  await page.getByText('For developers').click()
  const list = page.getByRole('list', { name: 'Your API keys' })
  await expect(list.getByRole('listitem')).toHaveText(
    new RegExp(`Newsroom dashboard.*Ends in ${key.slice(-4)}\\..*Last used`),
  )
  await expect(secret).toHaveCount(0)
  const inputs = page.locator('input')
  const values = await inputs.evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value))
  expect([...values, await page.content()].join('\n')).not.toContain(key)

  for (const label of ['Class project', 'Research']) {
    await name.fill(label)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Done' }).click()
  }
  await expect(page.getByText('You have 3 keys. Revoke one to create another.')).toBeFocused()
  await takeScreenshots(page, 'settings-api-keys')

  await page.getByRole('button', { name: 'Revoke Newsroom dashboard' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Revoke Newsroom dashboard' }).click()
  // While the revocation is on its way, nothing cancels it.
  const revocation = Promise.withResolvers<void>()
  await page.route('**/api/keys/*', async (route) => {
    await revocation.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  revocation.resolve()
  await expect(page.getByText('Key revoked')).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(name).toBeVisible()
  const refused = await page.request.get('/api/public/v1/sessions', { headers: { 'x-api-key': key } })
  expect(refused.status()).toBe(401)
})

test('a member whose API keys cannot be loaded can load them again', async ({ page, app }) => {
  const maya = await app.member(uniqueName('dev'))
  await signIn(page, maya)
  await page.route('**/api/keys', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto('/settings')
  await page.getByText('For developers').click()
  await expect(page.getByText("We couldn't load your keys")).toBeVisible()
  await page.unroute('**/api/keys')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByLabel('Name of the new key')).toBeVisible()
})

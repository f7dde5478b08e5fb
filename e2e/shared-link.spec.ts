import { nextDate, openBill, openBillByLink } from './billSteps.ts'
import { waitUntilStill } from './support/axe.ts'
import { expect, goodPassword, setPassword, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

test('a shared link describes its bill before anyone signs in, and opens the bill afterwards', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'), { email_verified_at: new Date().toISOString() })
  await setPassword(app, ann)
  const title = uniqueName('Harbor <b>Lights</b> Act ')
  const { bill_id } = await app.bill(title, { summary: 'Would light the harbor.', created_at: nextDate() })

  // A crawler reads the page without running scripts.
  const html = await (await page.request.get(`/bills/${bill_id}`)).text()
  expect(html).toContain('<meta property="og:description" content="Would light the harbor." />')
  expect(html).not.toContain('<b>Lights')
  const picture = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(html)?.[1] ?? ''
  expect(picture).toMatch(`/share/bills/${bill_id}.png`)
  const drawn = await page.request.get(picture)
  expect([drawn.status(), drawn.headers()['content-type']], await drawn.text()).toEqual([200, 'image/png'])
  await page.goto('/login')
  const size = await page.evaluate(async (address) => {
    const shown = new Image()
    shown.src = address
    await shown.decode()
    return [shown.naturalWidth, shown.naturalHeight]
  }, picture)
  expect(size).toEqual([1200, 630])

  await page.goto(`/bills/${bill_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(ann.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
})

// covers HURD-SHARED-13
test('the share menu shows the card that will be sent, and nothing moves when its picture arrives', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('A Local Law to require yearly tests of the indoor air in rented homes ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  const requested = Promise.withResolvers<void>()
  const response = Promise.withResolvers<void>()
  await page.route('**/share/bills/*', async (route) => {
    requested.resolve()
    await response.promise
    await route.continue()
  })
  await openBillByLink(page, ann, bill_id)
  await openBill(page).getByRole('button', { name: 'Share' }).click()
  const menu = page.getByRole('menu', { name: 'Share' })
  await expect(menu).toHaveAccessibleDescription('Ask a friend: where do you stand?')
  const popover = menu.locator('xpath=..')
  await expect(popover.getByText(title)).toBeVisible()
  await expect(popover.getByText(new URL(app.origin).host)).toBeVisible()
  await requested.promise
  const before = await menu.boundingBox()
  response.resolve()
  const picture = popover.locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200)
  expect(await menu.boundingBox()).toEqual(before)
  await takeScreenshots(page, 'share-menu', { fullPage: false })
})

// covers HURD-SHARED-13
test('without its picture the card keeps its size, and sharing works', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const { bill_id } = await app.bill(uniqueName('Pictureless '), { created_at: nextDate() })
  const response = Promise.withResolvers<void>()
  await page.route('**/share/bills/*', async (route) => {
    await response.promise
    await route.abort()
  })
  await page.setViewportSize({ width: 390, height: 500 })
  await openBillByLink(page, ann, bill_id)
  await openBill(page).getByRole('button', { name: 'Share' }).click()
  const menu = page.getByRole('menu', { name: 'Share' })
  const picture = menu.locator('xpath=..').locator('img')
  await expect(picture).toHaveCount(1)
  await waitUntilStill(page)
  const before = await menu.boundingBox()
  response.resolve()
  await expect(picture).toHaveCount(0)
  expect(await menu.boundingBox()).toEqual(before)
  // On a low screen the menu scrolls so that the card does not take the space of the items.
  await page.keyboard.press('End')
  await expect(menu.getByRole('menuitem', { name: 'Text message' })).toBeInViewport()
})

import { nextDate, openBill } from './billSteps.ts'
import { expect, freshName, givePassword, goodPassword, test } from './support/product.ts'

test('a shared link describes its bill before anyone signs in, and opens the bill afterwards', async ({
  page,
  world,
}) => {
  const ann = await world.member(freshName('ann'), { email_verified_at: new Date().toISOString() })
  await givePassword(world, ann)
  const title = freshName('Harbor <b>Lights</b> Act ')
  const { bill_id } = await world.bill(title, { summary: 'Would light the harbor.', created_at: nextDate() })

  // The page as a crawler gets it, without scripts.
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

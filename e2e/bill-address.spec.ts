import { openBill } from './billSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'

// covers BEY-OPEN-06
test('a stranger and a member open a bill by its address, even in another spelling', async ({
  page,
  app,
}) => {
  const number = Math.trunc(Date.now() / 100) % 10_000_000
  const title = uniqueName('Addressed ')
  await app.bill(title, { source_id: `us/119/hr/${number}`, bill_code: `H.R. ${number}` })
  await page.goto(`/US/119/H.R.%20${number}`)
  await expect(page).toHaveURL(`/us/119/hr/${number}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

  const ann = await app.member(uniqueName('ann'))
  await signIn(page, ann)
  await page.goto(`/us/119/hr/${number}`, { waitUntil: 'commit' })
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)

  // A link within the app opens the bill without loading the page again.
  await page.goto('/news')
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/us/119/HR${number}`)
  await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere/to/be/found')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL('/feed')
})

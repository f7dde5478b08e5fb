import { card, nextDate, openFeed, stance } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'

const header = 'x-hurd-position'
const position = '00000000016b3748.mwtz2p87.NtNHG0XAl0N4yi_GJkWpvg'

// covers HURD-REPLICA-01
test('after a stance, the reads of every tab send the position that the server returned', async ({
  page,
  app,
}) => {
  const title = uniqueName('Read your writes ')
  await app.bill(title, { created_at: nextDate() })
  // A server with a replica adds this header to its responses.
  await page.route(/\/api\/bills\/[^/]+\/stance$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), [header]: position } })
  })
  await openFeed(page, await app.member(uniqueName('ann')))
  const answered = page.waitForResponse((response) => response.headers()[header] === position)
  await stance(card(page, title), 'SUPPORT').click()
  await answered

  const other = await page.context().newPage()
  const sent = other.waitForRequest(/\/api\/bills\?/)
  await other.goto('/feed')
  expect((await sent).headers()[header]).toBe(position)
  const profileRequest = page.waitForRequest(/\/api\/users\/username\//)
  await page.goto(`/profile/${uniqueName('nobody')}`)
  expect((await profileRequest).headers()[header]).toBe(position)
})

import { card, feedCalls, nextDate, openFeed } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'

test('a member over the read limit sees a message, stays signed in, and can read again when the time is over', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Read Later Act ')
  await app.bill(title, { created_at: nextDate() })
  await page.route(feedCalls, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '120' },
      json: {
        success: false,
        error: 'Too many attempts. Please try again later.',
        code: 'too_many_attempts',
      },
    }),
  )
  await openFeed(page, ann)
  const notice = page.getByRole('alert').filter({ hasText: 'Too many attempts. Please try again later.' })
  await expect(notice).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain(ann.token)
  await expect(page).toHaveURL(/\/feed$/)

  await page.unroute(feedCalls)
  await notice.getByRole('button', { name: 'Try Again' }).click()
  await expect(card(page, title)).toBeVisible()
})

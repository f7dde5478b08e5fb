import { followTopic } from '#contract/bills/bills.ts'
import { card, nextDate, openFeed } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'

// covers HURD-FEED-14
test('after forty bills the feed offers to narrow it down, and each link of the offer changes the view', async ({
  page,
  app,
}) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  for (let count = 0; count < 45; count += 1) {
    await app.bill(uniqueName('Long list '), { topics: ['emergency_management'], created_at: nextDate() })
  }
  await openFeed(page, ann)
  const narrow = page.getByRole('navigation', { name: 'Narrow it down' })
  const more = page.getByRole('button', { name: /^Show \d+ more bills/ })
  await expect(more).toBeVisible()
  await expect(narrow).toHaveCount(0)
  await more.click()
  await expect(page.getByRole('article')).toHaveCount(40)
  await expect(narrow.getByRole('heading', { name: 'Narrow it down' })).toBeVisible()
  await narrow.getByRole('link', { name: 'Emergency Management' }).click()
  await expect(page).toHaveURL(/topics=emergency_management/)
  await expect(narrow).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('article').first()).toBeVisible()
  for (let pages = await page.getByRole('article').count(); pages < 40; pages += 20) await more.click()
  await narrow.getByRole('link', { name: 'Congress' }).click()
  await expect(page).toHaveURL(/scope=congress/)
  const views = page.getByRole('navigation', { name: 'Which bills to show' })
  await expect(views.getByRole('link', { name: 'Congress' })).toHaveAttribute('aria-current', 'page')
})

// covers HURD-FEED-14
test('bills that were invented for the demonstration are listed last, under the heading Examples', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const topic = 'native_americans'
  const [real, invented] = [uniqueName('A real bill '), uniqueName('An invented bill ')]
  await app.bill(real, { topics: [topic], created_at: '2025-03-01' })
  await app.bill(invented, { topics: [topic], created_at: nextDate() })
  await app.pool`update bills set source_name = 'Demonstration' where title = ${invented}`
  await ann.call(followTopic, { topic })
  await openFeed(page, ann, `?topics=${topic}`)
  const heading = page.getByRole('heading', { name: 'Examples' })
  await expect(heading).toBeVisible()
  const bottomOf = async (title: string) => (await card(page, title).boundingBox())?.y ?? 0
  const y = (await heading.boundingBox())?.y ?? 0
  expect(await bottomOf(real)).toBeLessThan(y)
  expect(await bottomOf(invented)).toBeGreaterThan(y)
})

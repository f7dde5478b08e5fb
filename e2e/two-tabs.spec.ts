import { addBookmark } from '#contract/bills/bills.ts'
import { createGroupPost, followGroup } from '#contract/groups.ts'
import { card, nextDate, openBill, openFeed, stance } from './billSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'

// covers HURD-TABS-09
test('a stance and a bookmark of one tab are seen in another tab at once', async ({ page, app, context }) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Seen twice ')
  const { bill_id } = await app.bill(title, { topics: ['taxation'], created_at: nextDate() })
  await openFeed(page, ann, '?topics=taxation')
  await expect(card(page, title)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/feed?highlight=${bill_id}`)
  await expect(openBill(other).getByRole('heading', { level: 1, name: title })).toBeVisible()

  await stance(openBill(other), 'Support').first().click()
  await expect(stance(card(page, title), 'Support')).toBeChecked()
  await openBill(other)
    .getByRole('button', { name: /^Bookmark/ })
    .first()
    .click()
  await expect(card(page, title).getByRole('button', { name: /ookmark/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

// covers HURD-LINKS-09
test('bookmarked bills and the groups of updates have addresses that open in a new tab', async ({
  page,
  app,
  context,
}) => {
  const division = `ocd-division/country:us/state:ny/place:${uniqueName('linked')}`
  const ann = await app.resident(uniqueName('ann'), division)
  const neighbor = await app.resident(uniqueName('neighbor'), division)
  const group_id = await app.groupOf(division)
  await ann.call(followGroup, { id: group_id })
  await neighbor.call(createGroupPost, { id: group_id, content: 'Hello from downtown' })
  const title = uniqueName('Kept for later ')
  const { bill_id } = await app.bill(title)
  await ann.call(addBookmark, { id: bill_id })
  await signIn(page, ann)
  await page.goto('/profile')
  const bookmark = page.getByRole('link', { name: title })
  const opened = await context.newPage()
  await opened.goto((await bookmark.getAttribute('href')) ?? '')
  await expect(openBill(opened).getByRole('heading', { level: 1, name: title })).toBeVisible()

  await page.goto('/updates')
  const address = await page.getByRole('link', { name: /Hello from downtown/ }).getAttribute('href')
  const group = await context.newPage()
  await group.goto(address ?? '')
  await expect(group).toHaveURL(new RegExp(`/groups/${group_id}\\?tab=feed$`))
  await expect(group.getByText('Hello from downtown')).toBeVisible()
})

import type { Page } from '@playwright/test'
import { deleteComment, listComments } from '../contract/discussions/discussions.ts'
import { openBill, openBillByLink, raiseDiscussionVersion, say } from './billSteps.ts'
import { expect, freshName, test, type TestServer } from './support/product.ts'
import { shoot } from './support/shots.ts'

/** As if everything so far had happened an hour earlier. Comments count as seen if they are a few seconds older than the read. */
async function anHourLater(app: TestServer, bill_id: string) {
  await app.pool`
    update bill_comments set created_at = created_at - interval '61 minutes' where bill_id = ${bill_id}`
  await app.pool`
    update discussion_reads set read_at = read_at - interval '1 hour' where bill_id = ${bill_id}`
  await raiseDiscussionVersion(app, bill_id)
}

/** The comments of the open category and "First new comment", in the order of the page. */
function inOrder(page: Page) {
  return openBill(page)
    .getByRole('list', { name: /^Threads in/ })
    .getByRole('listitem')
}

// covers HURD-MOVED-08
test('"First new comment" stands above the first comment that the member has not seen', async ({
  page,
  app,
}) => {
  test.slow()
  const [reader, ann] = [await app.member(freshName('reader')), await app.member(freshName('ann'))]
  const { bill_id } = await app.bill(freshName('Talked About '))
  const first = await say(ann, bill_id, 'Seen before')
  await say(reader, bill_id, 'My own words')
  await anHourLater(app, bill_id)

  // On a first visit everything is new, so nothing is marked. The comments are seen once they are on the screen.
  const marked = page.waitForResponse('**/discussion-read')
  await openBillByLink(page, reader, bill_id)
  await expect(inOrder(page)).toHaveCount(2)
  await expect(inOrder(page).getByText('First new comment')).toHaveCount(0)
  await openBill(page).getByText('My own words').scrollIntoViewIfNeeded()
  expect((await marked).status()).toBe(200)
  await anHourLater(app, bill_id)

  await say(reader, bill_id, 'My later words')
  await say(ann, bill_id, 'Not seen yet')
  const soonGone = await say(ann, bill_id, 'Soon gone', first)
  await say(ann, bill_id, 'An answer that keeps it', soonGone)
  await ann.call(deleteComment, { id: soonGone })
  await page.reload()
  const firstNew = inOrder(page).filter({ hasText: /^First new comment$/ })
  await expect(firstNew).toHaveCount(1)
  await openBill(page).getByText('Not seen yet').scrollIntoViewIfNeeded()
  await expect(firstNew.locator('xpath=following-sibling::li[1]')).toContainText('An answer that keeps it')
  await shoot(page, 'new-comments', { fullPage: false })
  await expect
    .poll(async () => {
      const { read_at } = await reader.call(listComments, { id: bill_id })
      return Date.parse(read_at!) > Date.now() - 30 * 60_000
    })
    .toBe(true)
  await expect(firstNew, 'it stays until the view ends').toHaveCount(1)

  await anHourLater(app, bill_id)
  await page.reload()
  await expect(openBill(page).getByText('Not seen yet')).toBeVisible()
  await expect(firstNew).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { deleteComment, listComments } from '#contract/discussions.ts'
import { addComment, openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

/**
 * Moves the comments on the bill and the visits to it an hour into the past, the comments a minute more. A comment counts as
 * seen only if it is a few seconds older than the visit, and comments that were just written would not be.
 */
async function shiftIntoPast(app: TestServer, bill_id: string) {
  await app.pool`
    update bill_comments set created_at = created_at - interval '61 minutes' where bill_id = ${bill_id}`
  await app.pool`
    update discussion_reads set read_at = read_at - interval '1 hour' where bill_id = ${bill_id}`
}

/**
 * Finds the list items of the open category, which are its threads and "First new comment", in the order of the page.
 */
function listItems(page: Page) {
  return openBill(page)
    .getByRole('list', { name: /^Threads/ })
    .getByRole('listitem')
}

// covers HURD-MOVED-08
test('"First new comment" is above the first comment that the member has not seen', async ({ page, app }) => {
  test.slow()
  const [reader, ann] = [await app.member(uniqueName('reader')), await app.member(uniqueName('ann'))]
  const { bill_id } = await app.bill(uniqueName('Talked About '))
  const first = await addComment(ann, bill_id, 'Seen before')
  await addComment(reader, bill_id, 'My own words')
  await shiftIntoPast(app, bill_id)

  // On a first visit every comment is new, so nothing is labeled. The comments count as seen once they are on the
  // screen.
  const seenResponse = page.waitForResponse('**/discussion-read')
  await openBillByLink(page, reader, bill_id)
  await expect(listItems(page)).toHaveCount(2)
  await expect(listItems(page).getByText('First new comment')).toHaveCount(0)
  await openBill(page).getByText('My own words').scrollIntoViewIfNeeded()
  expect((await seenResponse).status()).toBe(200)
  await shiftIntoPast(app, bill_id)

  await addComment(reader, bill_id, 'My later words')
  await addComment(ann, bill_id, 'Not seen yet')
  const soonGone = await addComment(ann, bill_id, 'Soon gone', first)
  await addComment(ann, bill_id, 'An answer that keeps it', soonGone)
  await ann.call(deleteComment, { id: soonGone })
  await page.reload()
  const firstNew = listItems(page).filter({ hasText: /^First new comment$/ })
  await expect(firstNew).toHaveCount(1)
  await openBill(page).getByText('Not seen yet').scrollIntoViewIfNeeded()
  await expect(firstNew.locator('xpath=following-sibling::li[1]')).toContainText('An answer that keeps it')
  await takeScreenshots(page, 'new-comments', { fullPage: false })
  await expect
    .poll(async () => {
      const { read_at } = await reader.call(listComments, { id: bill_id })
      return Date.parse(read_at!) > Date.now() - 30 * 60_000
    })
    .toBe(true)
  await expect(firstNew, 'it stays until the view ends').toHaveCount(1)

  await shiftIntoPast(app, bill_id)
  await page.reload()
  await expect(openBill(page).getByText('Not seen yet')).toBeVisible()
  await expect(firstNew).toHaveCount(0)
})

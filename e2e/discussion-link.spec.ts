import type { Page } from '@playwright/test'
import { deleteComment } from '#contract/discussions.ts'
import { addComment, openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'

const item = (page: Page, text: string) => openBill(page).getByRole('listitem').filter({ hasText: text })

// covers CIV-HIGHLIGHT-02 CIV-HIGHLIGHT-04 CIV-HIGHLIGHT-06
test('a linked comment in the third category, beyond the first threads, is found, focused and highlighted for 4 s', async ({
  page,
  app,
}) => {
  await page.clock.install()
  const ann = await app.member(uniqueName('ann'))
  const bob = await app.member(uniqueName('bob'))
  const { bill_id, path } = await app.bill(uniqueName('Pointed at '))
  for (let number = 1; number <= 22; number += 1) {
    await addComment(bob, bill_id, `Story ${100 + number}`, null, 'personal-stories')
  }
  const thread = await addComment(bob, bill_id, 'A far thread', null, 'personal-stories')
  const comment_id = await addComment(bob, bill_id, 'Look here', thread, 'personal-stories')
  await openBillByLink(page, ann, bill_id, comment_id)

  const linked = item(page, 'Look here')
  expect(page.url()).toContain('comment=')
  await expect(linked).toBeFocused()
  // The clock of the page also runs by itself, so the color is read first.
  const ground = () => linked.evaluate((element) => getComputedStyle(element).backgroundColor)
  const glow = 'rgb(255, 244, 202)'
  expect(await ground()).toBe(glow)
  await page.clock.fastForward(2_000)
  expect(await ground()).toBe(glow)
  await expect(linked).toBeInViewport()
  await expect(openBill(page).getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
  await expect(item(page, 'Story 120')).toBeVisible()
  await expect(item(page, 'Story 121')).toHaveCount(0)
  await page.clock.fastForward(2_000)
  await expect.poll(ground).not.toBe(glow)
  await page.clock.fastForward(4_000)
  await expect(page).toHaveURL(`/${path}`)
  await expect(openBill(page)).toBeVisible()

  await openBill(page).getByRole('button', { name: 'Show 3 more threads' }).click()
  await expect(item(page, 'Story 121')).toBeVisible()
})

test('a deleted linked reply disappears from its thread, and an empty discussion says so', async ({
  page,
  app,
}) => {
  const [ann, bob] = [await app.member(uniqueName('ann')), await app.member(uniqueName('bob'))]
  const { bill_id } = await app.bill(uniqueName('Pointed at and gone '))
  for (let number = 1; number <= 20; number += 1) await addComment(bob, bill_id, `Story ${100 + number}`)
  const thread = await addComment(bob, bill_id, 'A far thread')
  const comment_id = await addComment(bob, bill_id, 'Look here', thread)
  await openBillByLink(page, ann, bill_id, comment_id)
  await expect(item(page, 'Look here')).toBeFocused()
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

  await bob.call(deleteComment, { id: comment_id })
  await comeBack()
  await expect(item(page, 'Look here')).toHaveCount(0)
  await expect(item(page, 'A far thread')).toBeVisible()

  await app.pool`delete from bill_comments where bill_id = ${bill_id}`
  await comeBack()
  await expect(item(page, 'A far thread')).toHaveCount(0)
  await expect(openBill(page).getByText('No comments here yet. What do you think?')).toBeVisible()
})

test('a link to a deleted comment opens its bill without a message', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const title = uniqueName('Comment gone ')
  const { bill_id } = await app.bill(title)
  await openBillByLink(page, ann, bill_id, '00000000-0000-4000-8000-000000000000')
  await expect(openBill(page).getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(openBill(page).getByText('No comments here yet. What do you think?')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

import { takeStance } from '#contract/bills/bills.ts'
import { addComment, openBill, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const question = 'Would you have changed your mind without this comment?'

// covers BEY-PERSUADE-01 BEY-PERSUADE-05
test('after a change of mind one line asks once whether it would have happened anyway', async ({
  page,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('Asked '))
  const author = await app.member(uniqueName('author'))
  const first = await addComment(author, bill_id, 'What changes a mind')
  await addComment(author, bill_id, 'What changes it back')
  const ann = await app.member(uniqueName('ann'))
  await ann.call(takeStance, { id: bill_id, stance: 'support' })
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  const changeThrough = async (text: string, stance: string) => {
    const comment = bill.locator('article, li').filter({ hasText: text }).last()
    await comment.getByRole('button', { name: /Changed my mind/ }).click()
    await page.getByRole('menuitem', { name: stance }).click()
  }
  await changeThrough('What changes a mind', 'Oppose')
  await expect(bill.getByText(question)).toBeVisible()
  await takeScreenshots(page, 'mind-question', { fullPage: false, visible: bill.getByText(question) })
  await bill.getByRole('button', { name: 'Not sure' }).click()
  await expect(bill.getByText(question)).toHaveCount(0)
  await page.reload()
  await expect(bill.getByRole('button', { name: /Changed your mind/ })).toBeVisible()
  await expect(bill.getByText(question)).toHaveCount(0)
  const [row] = await app.pool`
    select m.would_have_changed_anyway, c.change_count from mind_changes m join bill_comments c using (comment_id)
     where m.comment_id = ${first}`
  expect(row).toEqual({ would_have_changed_anyway: 'unsure', change_count: 1 })

  await changeThrough('What changes it back', 'Support')
  await expect(bill.getByText(question)).toBeVisible()
  await bill.getByRole('button', { name: 'Dismiss' }).click()
  await expect(bill.getByText(question)).toHaveCount(0)
  await page.reload()
  await expect(bill.getByRole('button', { name: /Changed your mind/ }).first()).toBeVisible()
  await expect(bill.getByText(question)).toHaveCount(0)
})

// covers HURD-SPEED-03
test('a comment with the question has its size from the start, so a press on its buttons is not lost', async ({
  page,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('Placed '))
  const comment_id = await addComment(await app.member(uniqueName('author')), bill_id, 'What changes a mind')
  const ann = await app.member(uniqueName('ann'))
  await ann.call(takeStance, { id: bill_id, stance: 'oppose' })
  await ann.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const comment of document.querySelectorAll<HTMLElement>('[data-comment]')) {
        if (comment.offsetHeight > 0) comment.dataset['firstHeight'] ??= String(comment.offsetHeight)
      }
    }).observe(document, { childList: true, subtree: true })
  })
  await openBillByLink(page, ann, bill_id)
  await expect(openBill(page).getByText(question)).toBeVisible()
  const grownBy = await page
    .locator(`[data-comment="${comment_id}"]`)
    .evaluate((comment: HTMLElement) => comment.offsetHeight - Number(comment.dataset['firstHeight']))
  // A font that arrives changes less than a line.
  expect(Math.abs(grownBy)).toBeLessThan(12)
})

// covers BEY-TOGETHER-04 BEY-TOGETHER-05
test('the order says how many accounts count as one voice, and one of them can appeal', async ({
  page,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('Together '))
  const author = await app.member(uniqueName('author'))
  await addComment(author, bill_id, 'A view')
  const ann = await app.member(uniqueName('ann'))
  const others = await Promise.all(
    Array.from({ length: 11 }, (_, index) => app.member(uniqueName(`ring${index}-`))),
  )
  const [cluster] = await app.pool<{ cluster_id: string }[]>`
    insert into vote_clusters (bill_id, rule) values (${bill_id}, 'A') returning cluster_id`
  for (const { user_id } of [ann, ...others]) {
    await app.pool`insert into vote_cluster_members values (${cluster!.cluster_id}, ${user_id})`
  }
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  const sentence = '12 accounts voted together on this bill. In this order they count as one voice.'
  await bill.getByRole('button', { name: /^Sort threads/ }).click()
  await page.getByRole('menuitemradio', { name: /^Common ground/ }).click()
  await expect(bill.getByText(sentence, { exact: true })).toBeVisible()
  const own = bill.getByText(
    'Your votes here closely match those of 11 other accounts, so together they count as one voice in this order. If you voted as a class or a club, let us know.',
  )
  await expect(own).toBeVisible()
  await takeScreenshots(page, 'coordinated-votes', { fullPage: false, visible: own })
  await bill.getByRole('button', { name: 'let us know' }).click()
  await expect(page.getByText('Thank you. A moderator will look at it.')).toBeVisible()
  const reports = await app.pool`select from reports where reporter_id = ${ann.user_id}`
  expect(reports).toHaveLength(1)

  await bill.getByRole('button', { name: /^Sort threads/ }).click()
  await page.getByRole('menuitemradio', { name: /^Oldest/ }).click()
  await expect(bill.getByText(sentence)).toHaveCount(0)
})

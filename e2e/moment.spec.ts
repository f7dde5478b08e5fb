import { takeStance } from '#contract/bills/bills.ts'
import { voteOnComment } from '#contract/discussions.ts'
import { addComment, nextDate, openBill, openBillByLink, supportWithReason } from './billSteps.ts'
import { expect, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

/** Creates a bill with a comment of an opponent and one of a supporter, which three members of the other side liked. */
async function dividedBill(app: TestServer) {
  const { bill_id } = await app.bill(uniqueName('Divided '), { created_at: nextDate() })
  const member = (name: string) => app.member(uniqueName(name))
  const supporters = [await member('sam'), await member('sue'), await member('sid')]
  const opponents = [await member('olga'), await member('otto'), await member('omar')]
  for (const person of supporters) await person.call(takeStance, { id: bill_id, stance: 'support' })
  for (const person of opponents) await person.call(takeStance, { id: bill_id, stance: 'oppose' })
  const against = await addComment(
    opponents[0]!,
    bill_id,
    'The bus cannot get through',
    null,
    'economic-impact',
  )
  const inFavor = await addComment(supporters[0]!, bill_id, 'Some of the jobs can stay')
  for (const person of supporters) await person.call(voteOnComment, { id: against, vote_type: 'upvote' })
  for (const person of opponents) await person.call(voteOnComment, { id: inFavor, vote_type: 'upvote' })
  return { bill_id, sam: supporters[0]!, inFavor }
}

// covers HURD-BILLPAGE-04
test('after a stance the page asks why, a first comment takes two presses, and the focus stays on the stance', async ({
  page,
  app,
}) => {
  const { bill_id } = await dividedBill(app)
  const ann = await app.member(uniqueName('ann'))
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  const card = bill.getByRole('region', { name: 'Where do you stand?' })
  await card.getByRole('radio', { name: 'SUPPORT' }).click()
  const moment = bill.getByRole('region', { name: 'You support it. Why?' })
  await expect(moment.getByText('3 of 7 people oppose it')).toBeVisible()
  await expect(moment.getByText('Liked by 3 of 3 supporters who voted')).toBeVisible()
  await expect(moment.getByText('The bus cannot get through')).toBeVisible()
  await expect(card.getByRole('radio', { name: 'SUPPORT' })).toBeFocused()
  await expect(
    page.getByText('You support it. 3 of 7 people oppose it. You can say why below.'),
  ).toBeAttached()
  await takeScreenshots(page, 'bill-moment', { fullPage: false, visible: moment })

  await moment.getByRole('textbox', { name: 'Why you support it' }).click()
  await page.keyboard.type('It kept my street alive')
  await moment.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(moment).toHaveCount(0)
  await expect(bill.getByRole('listitem').filter({ hasText: 'It kept my street alive' })).toBeVisible()
})

// covers HURD-BILLPAGE-04
test('a member who is moved credits the comment in the moment, and can close it', async ({ page, app }) => {
  const { bill_id } = await dividedBill(app)
  const ann = await app.member(uniqueName('ann'))
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  const card = bill.getByRole('region', { name: 'Where do you stand?' })
  await card.getByRole('radio', { name: 'STILL LEARNING' }).click()
  const learning = bill.getByRole('region', { name: 'You are still learning. What do you want to know?' })
  await expect(learning.getByRole('combobox', { name: 'Category' })).toHaveValue('questions-clarifications')
  await learning.getByRole('button', { name: 'Not now' }).click()
  await expect(learning).toHaveCount(0)
  await expect(card.getByRole('radio', { name: 'STILL LEARNING' })).toBeFocused()

  await card.getByRole('radio', { name: 'OPPOSE' }).click()
  const moment = bill.getByRole('region', { name: 'You oppose it. Why?' })
  await expect(moment.getByText('Some of the jobs can stay')).toBeVisible()
  await moment.getByRole('button', { name: /^Changed my mind/ }).click()
  await page.getByRole('menuitem', { name: 'Support' }).click()
  await expect(moment, 'its question is about the stance before').toHaveCount(0)
  await expect(card.getByRole('radio', { name: 'SUPPORT' })).toBeChecked()
  await expect(card.getByRole('radio', { name: 'SUPPORT' })).toBeFocused()
  await expect(page.getByText('You changed your mind from Oppose to Support.').first()).toBeAttached()
  const [row] = await app.pool<{ change_count: number }[]>`
    select change_count from bill_comments where bill_id = ${bill_id} and content = 'Some of the jobs can stay'`
  expect(row!.change_count).toBe(1)
})

// covers HURD-BILLPAGE-04
test('the discussion starts with both sides, and the category of a comment shows only that category', async ({
  page,
  app,
}) => {
  const { bill_id } = await dividedBill(app)
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  const bill = openBill(page)
  const sides = bill.getByRole('region', { name: 'Start with both sides' })
  await expect(sides.getByRole('article')).toHaveCount(2)
  await expect(sides.getByRole('article').first()).toContainText('Some of the jobs can stay')
  await expect(sides.getByRole('article').last()).toContainText('Liked by 3 of 3 supporters who voted')
  await bill.getByRole('button', { name: 'Economic Impact: show only this category' }).click()
  await expect(bill.getByRole('tab', { name: 'Economic Impact' })).toHaveAttribute('aria-selected', 'true')
  await expect(
    bill.getByRole('list', { name: 'Threads in Economic Impact' }).getByRole('listitem'),
  ).toHaveCount(1)
  await expect(sides).toHaveCount(0)
})

// covers HURD-BILLPAGE-04
test('a comment from the moment is shown in whichever order the discussion has', async ({ page, app }) => {
  const { bill_id } = await app.bill(uniqueName('Ordered '))
  await addComment(await app.member(uniqueName('bob')), bill_id, 'The first word')
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  const bill = openBill(page)
  await bill.getByRole('button', { name: 'Sort threads: Oldest' }).click()
  await page.getByRole('menuitemradio', { name: /^Newest/ }).click()
  await supportWithReason(page, 'It kept my street alive')
  await expect(bill.getByRole('listitem').filter({ hasText: 'It kept my street alive' })).toBeFocused()
})

// covers HURD-BILLPAGE-04
test('a member who changes sides is not shown their own comment as one of the other side', async ({
  page,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('Own words '))
  const ann = await app.member(uniqueName('ann'))
  await ann.call(takeStance, { id: bill_id, stance: 'support' })
  await addComment(ann, bill_id, 'It kept my street alive')
  await openBillByLink(page, ann, bill_id)
  const bill = openBill(page)
  await expect(bill.getByRole('listitem').filter({ hasText: 'It kept my street alive' })).toBeVisible()
  await bill
    .getByRole('region', { name: 'Where do you stand?' })
    .getByRole('radio', { name: 'OPPOSE' })
    .click()
  const moment = bill.getByRole('region', { name: 'You oppose it. Why?' })
  await expect(moment).toBeVisible()
  await expect(bill.getByRole('listitem').getByText('Opposes')).toBeVisible()
  await expect(moment.getByText('It kept my street alive')).toHaveCount(0)
})

// covers HURD-BILLPAGE-04
test('a comment that its author deletes is no longer shown as the best of its side', async ({
  page,
  app,
}) => {
  const { bill_id, sam } = await dividedBill(app)
  await openBillByLink(page, sam, bill_id)
  const bill = openBill(page)
  const sides = bill.getByRole('region', { name: 'Start with both sides' })
  await expect(sides.getByText('Some of the jobs can stay')).toBeVisible()
  const own = bill.getByRole('listitem').filter({ hasText: 'Some of the jobs can stay' })
  await own.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
  await expect(own).toHaveCount(0)
  await expect(sides).toHaveCount(0)
})

// covers HURD-BILLPAGE-04
test('"Read the thread" finds the comment in any order, and again when it is pressed again', async ({
  page,
  app,
}) => {
  const { bill_id, inFavor } = await dividedBill(app)
  const bob = await app.member(uniqueName('bob'))
  for (let number = 1; number <= 21; number += 1) await addComment(bob, bill_id, `Story ${100 + number}`)
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  const bill = openBill(page)
  await expect(bill.getByRole('list', { name: 'Threads' }).getByText('Some of the jobs')).toBeVisible()
  await bill.getByRole('button', { name: 'Sort threads: Common ground' }).click()
  await page.getByRole('menuitemradio', { name: /^Newest/ }).click()
  await expect(bill.getByText('Story 121')).toBeVisible()
  const comment = bill.locator(`[data-comment="${inFavor}"]`)
  await expect(comment).toHaveCount(0)

  const read = bill.getByRole('button', { name: 'Read the thread' }).first()
  await read.click()
  await expect(comment).toBeFocused()
  await expect(comment).toBeInViewport()
  await read.click()
  await expect(comment).toBeFocused()
})

import type { Page } from '@playwright/test'
import { createGroupComment, createGroupPost } from '#contract/groups.ts'
import { addComment, cutNetwork, openBill, openBillByLink, refuseWith } from './billSteps.ts'
import { openProfile, section } from './profileSteps.ts'
import { tabTo } from './support/keyboard.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const dialog = (page: Page, what: string) => page.getByRole('dialog', { name: `Report ${what}` })

async function openReport(page: Page, menuName: string, what: string) {
  await page.getByRole('button', { name: menuName }).click()
  await page.getByRole('menuitem', { name: `Report ${what}` }).click()
  await expect(dialog(page, what)).toBeVisible()
}

test('a member reports a comment from its menu by keyboard alone, and a second report says so', async ({
  page,
  app,
}) => {
  const [maya, ben] = [
    await app.member(uniqueName('maya')),
    await app.member(uniqueName('ben'), { full_name: 'Ben Baker' }),
  ]
  const { bill_id } = await app.bill(uniqueName('Reported Bill'))
  const comment_id = await addComment(ben, bill_id, 'Buy my miracle soap')
  await addComment(maya, bill_id, 'My own words')
  await openBillByLink(page, maya, bill_id, comment_id)
  const panel = openBill(page)
  await expect(panel.getByText('Buy my miracle soap')).toBeVisible()
  await expect(
    panel.getByRole('button', { name: /^More about the comment/ }),
    "the viewer's own comment has no menu",
  ).toHaveCount(1)

  const more = panel.getByRole('button', { name: 'More about the comment of Ben Baker' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Report comment' })).toBeFocused()
  await page.keyboard.press('Enter')
  const box = dialog(page, 'comment')
  await expect.poll(() => box.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await tabTo(page, box.getByRole('radio', { name: 'Spam or advertising' }))
  await page.keyboard.press('Space')
  await expect(box.getByRole('radio', { name: 'Spam or advertising' })).toBeChecked()
  await tabTo(page, box.getByLabel('Details (optional)'))
  await page.keyboard.type('It is in every discussion.')
  await expect(box.getByText('26/1,000')).toBeVisible()
  await tabTo(page, box.getByRole('button', { name: 'Send report' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Thank you. Your report was sent to the moderators.')).toBeVisible()
  await expect(box).toBeHidden()
  await expect(more, 'the focus returns').toBeFocused()
  const reports =
    await app.pool`select reason, details, target_id from reports where reporter_id = ${maya.user_id}`
  expect(reports).toEqual([{ reason: 'spam', details: 'It is in every discussion.', target_id: comment_id }])

  await openReport(page, 'More about the comment of Ben Baker', 'comment')
  await expect(
    box.getByLabel('Details (optional)'),
    'the details of the sent report are not kept',
  ).toHaveValue('')
  await box.getByText('Abuse or harassment').click()
  await box.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('You have already reported this comment.')).toBeVisible()
})

test('a report needs a reason, and a failure loses no text', async ({ page, app }) => {
  const [maya, ben] = [
    await app.member(uniqueName('maya')),
    await app.member(uniqueName('ben'), { full_name: 'Ben Baker' }),
  ]
  await openProfile(page, maya, ben.username)
  await openReport(page, 'More about Ben Baker', 'member')
  const box = dialog(page, 'member')
  const [send, details] = [
    box.getByRole('button', { name: 'Send report' }),
    box.getByLabel('Details (optional)'),
  ]
  await details.fill('He says that he is the mayor.')
  await send.click()
  await expect(box.getByText('Please choose a reason')).toBeVisible()
  await expect(box.getByRole('radio', { name: 'Spam or advertising' })).toBeFocused()
  await takeScreenshots(page, 'report-needs-reason', { fullPage: false })
  await box.getByText('False information').click()
  await expect(box.getByText('Please choose a reason')).toBeHidden()
  await takeScreenshots(page, 'report-member', { fullPage: false })

  for (const [fail, message] of [
    [refuseWith('Not today'), 'Failed to send the report: Not today'],
    [cutNetwork, 'Failed to send the report: Network error'],
  ] as const) {
    await page.route('**/api/reports', fail)
    await send.click()
    await expect(box.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await expect(details).toHaveValue('He says that he is the mayor.')
    await expect(box.getByRole('radio', { name: 'False information' })).toBeChecked()
    await page.unroute('**/api/reports')
  }

  await details.fill('x'.repeat(1001))
  await expect(box.getByText('Details must be at most 1,000 characters')).toBeVisible()
  await send.click()
  await expect(send).toBeEnabled()
  await details.fill('He says that he is the mayor.')

  // A member who closes the dialog by mistake finds the text again. Only Cancel discards it.
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await openReport(page, 'More about Ben Baker', 'member')
  await expect(details).toHaveValue('He says that he is the mayor.')
  await box.getByRole('button', { name: 'Cancel' }).click()
  await openReport(page, 'More about Ben Baker', 'member')
  await expect(details).toHaveValue('')
  await box.getByText('Something else').click()
  await send.click()
  await expect(page.getByText('Thank you. Your report was sent to the moderators.')).toBeVisible()
})

test('a post in a group and a comment under it are reported from their own menus', async ({ page, app }) => {
  const texas = 'ocd-division/country:us/state:tx'
  const [maya, ben] = [
    await app.resident(uniqueName('maya'), texas),
    await app.resident(uniqueName('ben'), texas, { full_name: 'Ben Baker' }),
  ]
  const group_id = await app.groupOf(texas)
  const { post } = await ben.call(createGroupPost, { id: group_id, content: 'A post to be reported' })
  const keys = { id: group_id, post_id: post.post_id }
  await ben.call(createGroupComment, { ...keys, content: 'A comment to be reported' })
  await signIn(page, maya)
  await page.goto(`/groups/${group_id}`)
  for (const what of ['post', 'comment']) {
    if (what === 'comment') await page.getByRole('button', { name: '1 comment' }).click()
    await openReport(page, `More about the ${what} of Ben Baker`, what)
    await dialog(page, what).getByText('Something else').click()
    await dialog(page, what).getByRole('button', { name: 'Send report' }).click()
    await expect(dialog(page, what)).toBeHidden()
  }
  await takeScreenshots(page, 'group-more', { fullPage: false })
  const reports = await app.pool`
    select target_type from reports where reporter_id = ${maya.user_id} order by created_at`
  expect(reports).toEqual([{ target_type: 'group_post' }, { target_type: 'group_comment' }])
})

test('members cannot report themselves', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'))
  await openProfile(page, maya)
  await expect(section(page, 'Profile').getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^More about/ })).toHaveCount(0)
})

test('the buttons of the report menus look right in screenshots', async ({ page, app }) => {
  const [maya, ben] = [
    await app.member(uniqueName('maya')),
    await app.member(uniqueName('ben'), { full_name: 'Ben Baker' }),
  ]
  await openProfile(page, maya, ben.username)
  await expect(section(page, 'Profile').getByRole('button', { name: 'More about Ben Baker' })).toBeVisible()
  await takeScreenshots(page, 'profile-more', { fullPage: false })
  const { bill_id } = await app.bill(uniqueName('Pictured Bill'))
  const comment_id = await addComment(
    ben,
    bill_id,
    'A comment with all its buttons, and words enough to fill a line or two of it.',
  )
  await maya.send('POST', `/api/bills/${bill_id}/stance`, { body: { stance: 'support' } })
  await openBillByLink(page, maya, bill_id, comment_id)
  await expect(openBill(page).getByRole('button', { name: /^More about the comment/ })).toBeVisible()
  await openBill(page)
    .getByRole('button', { name: /^More about the comment/ })
    .scrollIntoViewIfNeeded()
  await takeScreenshots(page, 'comment-more', { fullPage: false })
})

import type { Page } from '@playwright/test'
import { createGroupComment, createGroupPost } from '#contract/groups.ts'
import { blockUser, listMuted, muteUser } from '#contract/mutes.ts'
import { followUser, listFollowers } from '#contract/people.ts'
import { notificationsOf } from '#server/testing/setups/notified.ts'
import { addComment, openBill, openBillByLink } from './billSteps.ts'
import { uniquePlace } from './groupSteps.ts'
import { openProfile, section } from './profileSteps.ts'
import { expectFocusKept, press, tabTo } from './support/keyboard.ts'
import { expect, signIn, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const note = 'A comment by someone you muted.'
const comment = (page: Page, comment_id: string) => openBill(page).locator(`[data-comment="${comment_id}"]`)

async function createMayaAndBen(app: TestServer) {
  const maya = await app.member(uniqueName('maya'), { full_name: 'Maya Moss' })
  return { maya, ben: await app.member(uniqueName('ben'), { full_name: 'Ben Baker' }) }
}

// covers HURD-MUTE-06
test('a member mutes someone from a comment by keyboard, shows one comment, and unmutes from there', async ({
  page,
  app,
}) => {
  const { maya, ben } = await createMayaAndBen(app)
  const cleo = await app.member(uniqueName('cleo'), { full_name: 'Cleo Cole' })
  const { bill_id } = await app.bill(uniqueName('Loud Bill'))
  const first = await addComment(ben, bill_id, 'The same words again')
  await addComment(cleo, bill_id, 'A reply by Cleo', first)
  const second = await addComment(ben, bill_id, 'And again')
  await openBillByLink(page, maya, bill_id)
  const more = comment(page, first).getByRole('button', { name: 'More about the comment of Ben Baker' })
  await tabTo(page, more, 120)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Report comment' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: `Mute @${ben.username}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`You muted @${ben.username}.`)).toBeVisible()
  for (const id of [first, second]) {
    await expect(comment(page, id)).toHaveText(/^A comment by someone you muted\. Show/)
  }
  await expect(openBill(page).getByText('A reply by Cleo'), 'replies by others stay').toBeVisible()
  await expect(comment(page, first), 'the focus stays at the comment').toBeFocused()
  await page.reload()
  await expect(openBill(page).getByText(note)).toHaveCount(2)
  await takeScreenshots(page, 'muted-discussion', { fullPage: false, visible: comment(page, first) })

  await press(page, comment(page, first).getByRole('button', { name: 'Show the comment' }))
  await expect(comment(page, first)).toContainText('The same words again')
  await expectFocusKept(page, 'after a comment is shown')
  await expect(comment(page, second), 'only this one is shown').toHaveText(
    /^A comment by someone you muted\./,
  )

  await comment(page, first).getByRole('button', { name: 'More about the comment of Ben Baker' }).click()
  await page.getByRole('menuitem', { name: `Unmute @${ben.username}` }).click()
  await expect(comment(page, second)).toContainText('And again')
  await expect(openBill(page).getByText(note)).toHaveCount(0)
})

// covers HURD-MUTE-03 HURD-MENTION-02
test('a member who is muted leaves the suggestions after @ and the bell at once', async ({ page, app }) => {
  const maya = await app.member(uniqueName('maya'), { full_name: 'Maya Moss' })
  const ben = await app.member(uniqueName('benedict'), { full_name: 'Ben Baker' })
  await app.member(uniqueName('benedicta'), { full_name: 'Bea Baker' })
  const { bill_id } = await app.bill(uniqueName('Loud Bill'))
  const own = await addComment(maya, bill_id, 'Words of Maya')
  const reply = await addComment(ben, bill_id, 'Loud words', own)
  expect((await notificationsOf(maya)).unread_count).toBe(1)
  await openBillByLink(page, maya, bill_id)
  const field = openBill(page).getByRole('textbox', { name: 'Add to the discussion' })
  const suggestions = openBill(page).getByRole('listbox', { name: 'People to mention' })
  await field.pressSequentially('@benedict')
  await expect(suggestions.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await comment(page, reply).getByRole('button', { name: 'More about the comment of Ben Baker' }).click()
  await page.getByRole('menuitem', { name: `Mute @${ben.username}` }).click()
  await expect(page.getByText(`You muted @${ben.username}.`)).toBeVisible()
  await field.fill('')
  await field.pressSequentially('@benedict')
  await expect(suggestions.getByRole('option')).toHaveText([/Bea Baker/])
  await field.fill('')
  await openBill(page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByTitle('Notifications', { exact: true })).toHaveAccessibleName('Notifications')
})

// covers HURD-MUTE-07
test('a mute on a profile is listed in Settings, where it is undone by keyboard', async ({ page, app }) => {
  const { maya, ben } = await createMayaAndBen(app)
  const cleo = await app.member(uniqueName('cleo'), { full_name: 'Cleo Cole' })
  await maya.call(muteUser, { id: cleo.user_id })
  await openProfile(page, maya, ben.username)
  const profile = section(page, 'Profile')
  await profile.getByRole('button', { name: 'More about Ben Baker' }).click()
  await page.getByRole('menuitem', { name: `Mute @${ben.username}` }).click()
  await expect(profile.getByText('You muted this member.')).toBeVisible()
  await takeScreenshots(page, 'muted-profile', { fullPage: false })

  await press(page, profile.getByRole('button', { name: 'Unmute' }))
  await expect(profile.getByText('You muted this member.')).toHaveCount(0)
  await expectFocusKept(page, 'after unmuting on the profile')
  await maya.call(muteUser, { id: ben.user_id })

  await page.goto('/settings?section=privacy')
  const muted = section(page, 'Muted members')
  await expect(muted.getByRole('listitem')).toHaveText([/Ben Baker/, /Cleo Cole/])
  await takeScreenshots(page, 'settings-muted', { visible: muted })
  await press(page, muted.getByRole('button', { name: `Unmute @${ben.username}` }))
  await expect(muted.getByRole('listitem')).toHaveText([/Cleo Cole/])
  await expectFocusKept(page, 'after unmuting')
  await press(page, muted.getByRole('button', { name: `Unmute @${cleo.username}` }))
  await expect(muted.getByText("You haven't muted anyone.")).toBeVisible()
  expect((await maya.call(listMuted, {})).members).toEqual([])
})

test('an unmute that fails says so and leaves the member in the list', async ({ page, app }) => {
  const { maya, ben } = await createMayaAndBen(app)
  await maya.call(muteUser, { id: ben.user_id })
  await signIn(page, maya)
  await page.goto('/settings?section=privacy')
  await page.route('**/mute', (route) => route.abort('internetdisconnected'))
  const muted = section(page, 'Muted members')
  await muted.getByRole('button', { name: `Unmute @${ben.username}` }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be unmuted' })).toBeVisible()
  await expect(muted.getByRole('listitem')).toHaveText([/Ben Baker/])
})

// covers HURD-MUTE-06
test('in a group, each post and comment of a muted member is one line, and a press shows it', async ({
  page,
  app,
}) => {
  const { division } = uniquePlace('quiet')
  const [maya, ben] = [
    await app.resident(uniqueName('maya'), division),
    await app.resident(uniqueName('ben'), division, { full_name: 'Ben Baker' }),
  ]
  const id = await app.groupOf(division)
  const { post } = await maya.call(createGroupPost, { id, content: 'A post by Maya' })
  await ben.call(createGroupComment, { id, post_id: post.post_id, content: 'A comment by Ben' })
  await ben.call(createGroupPost, { id, content: 'A post by Ben' })
  await maya.call(muteUser, { id: ben.user_id })
  await signIn(page, maya)
  await page.goto(`/groups/${id}`)
  const posts = page.getByRole('list', { name: 'Posts' }).locator(':scope > li')
  await expect(posts).toHaveText([/^A post by someone you muted\. Show/, /A post by Maya/])
  await posts.nth(1).getByRole('button', { name: '1 comment' }).click()
  await expect(posts.nth(1).getByText(note)).toBeVisible()
  await takeScreenshots(page, 'muted-group', { fullPage: false, visible: posts.nth(1).getByText(note) })
  await posts.nth(1).getByRole('button', { name: 'Show the comment' }).click()
  await expect(posts.nth(1)).toContainText('A comment by Ben')
  await press(page, posts.nth(0).getByRole('button', { name: 'Show the post' }), 'Enter', { back: true })
  await expect(posts.nth(0)).toContainText('A post by Ben')
  await expect(posts.nth(0)).toBeFocused()
})

// covers HURD-MUTE-07
test('a member mutes a follower from the list of followers', async ({ page, app }) => {
  const { maya, ben } = await createMayaAndBen(app)
  await ben.call(followUser, { id: maya.user_id })
  await openProfile(page, maya)
  await section(page, 'Profile').getByRole('button', { name: '1 follower' }).click()
  const list = page.getByRole('dialog').getByRole('listitem')
  await list.getByRole('button', { name: 'More about Ben Baker' }).click()
  await page.getByRole('menuitem', { name: `Mute @${ben.username}` }).click()
  await expect(page.getByText(`You muted @${ben.username}.`)).toBeVisible()
  await expect(list, "a muted follower stays in the member's own list").toContainText('Ben Baker')
  expect((await maya.call(listMuted, {})).members).toMatchObject([{ username: ben.username }])
})

// covers HURD-BLOCK-07
test('a member blocks someone from a comment by keyboard, after a dialog that says what it does', async ({
  page,
  app,
}) => {
  const { maya, ben } = await createMayaAndBen(app)
  await ben.call(followUser, { id: maya.user_id })
  const { bill_id } = await app.bill(uniqueName('Sharp Bill'))
  const first = await addComment(ben, bill_id, 'Sharp words')
  await openBillByLink(page, maya, bill_id)
  await tabTo(
    page,
    comment(page, first).getByRole('button', { name: 'More about the comment of Ben Baker' }),
    120,
  )
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: `Block @${ben.username}` }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: `Block @${ben.username}` })
  await expect(dialog).toContainText('Their comments stay in the discussions for everyone else')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await takeScreenshots(page, 'block-dialog', { fullPage: false, visible: dialog })
  await page.keyboard.press('Escape')
  await expect(comment(page, first)).toContainText('Sharp words')

  await comment(page, first).getByRole('button', { name: 'More about the comment of Ben Baker' }).click()
  await page.getByRole('menuitem', { name: `Block @${ben.username}` }).click()
  await press(page, dialog.getByRole('button', { name: 'Block' }))
  await expect(page.getByText(`You blocked @${ben.username}.`)).toBeVisible()
  await expect(comment(page, first)).toHaveText(/^A comment by someone you blocked\. Show/)
  await expect(comment(page, first), 'the focus stays at the comment').toBeFocused()

  await page.goto(`/profile/${ben.username}`)
  await expect(section(page, 'Profile').getByText('You blocked this member.')).toBeVisible()
  await page.goto('/settings?section=privacy')
  const blocked = section(page, 'Blocked members')
  await expect(blocked.getByRole('listitem')).toHaveText([/Ben Baker/])
  await takeScreenshots(page, 'settings-blocked', { visible: blocked })
  await press(page, blocked.getByRole('button', { name: `Unblock @${ben.username}` }))
  await expect(blocked.getByText("You haven't blocked anyone.")).toBeVisible()
  await expectFocusKept(page, 'after unblocking')
})

// covers HURD-BLOCK-07
test('a blocked member reads why a reply and a vote are not possible, and keeps the typed text', async ({
  page,
  app,
}) => {
  const { maya, ben } = await createMayaAndBen(app)
  const { bill_id } = await app.bill(uniqueName('Quiet Bill'))
  const first = await addComment(maya, bill_id, 'Words of Maya')
  await maya.call(blockUser, { id: ben.user_id })
  await openBillByLink(page, ben, bill_id)
  const theirs = comment(page, first)
  await theirs.getByRole('button', { name: 'Reply' }).click()
  const field = theirs.getByRole('textbox', { name: 'Reply to Maya Moss' })
  await field.pressSequentially('My answer')
  await theirs.getByRole('button', { name: 'Post reply' }).click()
  await expect(page.getByText("Failed to submit reply: You can't respond to this member.")).toBeVisible()
  await expect(field).toHaveValue(`@${maya.username} My answer`)
  await takeScreenshots(page, 'blocked-reply', { fullPage: false, visible: field })
  await theirs.getByRole('button', { name: /^Upvote/ }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: "Failed to record vote: You can't respond to this member." }),
  ).toBeVisible()
  await page.reload()
  await expect(field, 'the draft survives').toHaveValue(`@${maya.username} My answer`)
})

// covers HURD-FOLLOW-02
test("a member removes a follower from the menu on the follower's profile, and the follower is not notified", async ({
  page,
  app,
}) => {
  const { maya, ben } = await createMayaAndBen(app)
  await ben.call(followUser, { id: maya.user_id })
  await openProfile(page, maya, ben.username)
  const profile = section(page, 'Profile')
  const more = profile.getByRole('button', { name: 'More about Ben Baker' })
  await expect(profile.getByRole('button', { name: '1 following' })).toBeVisible()
  await more.click()
  const remove = page.getByRole('menuitem', { name: `Remove @${ben.username} as a follower` })
  await takeScreenshots(page, 'member-menu', { fullPage: false, visible: remove })
  await remove.click()
  await expect(page.getByText(`@${ben.username} no longer follows you`)).toBeVisible()
  await expect(profile.getByRole('button', { name: '0 following' })).toBeVisible()
  await more.click()
  await expect(page.getByRole('menuitem', { name: `Mute @${ben.username}` })).toBeVisible()
  await expect(remove).toHaveCount(0)
  expect((await maya.call(listFollowers, { id: maya.user_id })).followers).toEqual([])
  expect((await notificationsOf(ben)).items).toEqual([])
})

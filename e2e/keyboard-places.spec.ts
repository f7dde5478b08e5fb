import type { Locator, Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { createGroupPost } from '#contract/groups.ts'
import { followUser } from '#contract/people.ts'
import { nextDate } from './billSteps.ts'
import { box, groupCard, importGroups, post, uniquePlace } from './groupSteps.ts'
import { expectFocusKept, press, reach, write } from './support/keyboard.ts'
import { expect, goodPassword, setPassword, signIn, test, uniqueName } from './support/product.ts'

// These tests continue keyboard-walk.spec.ts with groups, notifications, elections, news, people, settings and
// deactivation.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const verified = { email_verified_at: '2026-01-01T00:00:00Z', full_name: 'Kay Keys' }
const button = (container: Page | Locator, name: string | RegExp) => container.getByRole('button', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('a member chooses, follows and posts in groups without a mouse', async ({ page, app }) => {
  const place = uniquePlace('keyed')
  const kay = await app.resident(uniqueName('kay'), place.division, verified)
  const bob = await app.resident(uniqueName('bob'), place.division, { full_name: 'Bob Brook' })
  const id = await app.groupOf(place.division)
  await bob.call(createGroupPost, { id, content: 'Bob has the word' })
  await importGroups(app, 51, 'state', uniqueName('Keyland'))
  await signIn(page, kay)
  await page.goto('/groups')
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(50)
  await press(page, button(page, /^State$/))
  await expect(page).toHaveURL(/level=state/)
  await expect(button(page, /^State$/)).toBeFocused()
  // Shift+Tab moves from the first control of a page to its last, so it reaches the button with few presses.
  await press(page, button(page, 'Load more'), 'Enter', { back: true })
  await expect(page.getByRole('listitem').nth(50).getByRole('link')).toBeFocused()
  await expectFocusKept(page, 'more groups')
  await press(page, button(page, 'Local'), 'Space')
  const mine = groupCard(page, place.name)
  await press(page, button(mine, /^FOLLOW/))
  await expect(button(mine, /^FOLLOWING/)).toBeFocused()
  await press(page, mine.getByRole('link', { name: place.name }), 'Enter', { back: true })
  await expect(heading(page, place.name)).toBeVisible()
  await expectFocusKept(page, 'another page')

  const tab = (name: string) => page.getByRole('tab', { name })
  await reach(page, tab('Feed'))
  for (const name of ['About', 'Members', 'Documents']) {
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(tab(name)).toBeFocused()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  }
  await page.keyboard.press('ArrowRight')
  await expect(tab('Feed'), 'the arrow keys wrap around the tabs').toBeFocused()
  await page.keyboard.press('Space')
  await write(page, box(page), 'Kay has the word')
  await press(page, page.getByRole('button', { name: 'POST', exact: true }))
  await expect(post(page, 'Kay has the word')).toBeVisible()
  await expectFocusKept(page, 'a post')

  const bobs = post(page, 'Bob has the word')
  await press(page, button(bobs, /^Like/), 'Space')
  await expect(button(bobs, 'Like, 1')).toBeFocused()
  await press(page, button(bobs, '0 comments'))
  await write(page, bobs.getByRole('textbox', { name: 'Add a comment' }), 'An answer by keys')
  await page.keyboard.press('Enter')
  await expect(button(bobs, '1 comment')).toBeVisible()
  await expectFocusKept(page, 'a comment')
  await press(page, button(bobs, 'Delete'), 'Enter', { back: true })
  await press(page, button(page.getByRole('alertdialog'), 'Delete comment'))
  await expect(bobs.getByText('An answer by keys')).toHaveCount(0)
  await expectFocusKept(page, 'a comment that was deleted')
  await press(page, button(post(page, 'Kay has the word'), 'Delete'))
  await press(page, button(page.getByRole('alertdialog'), 'Delete post'))
  await expect(post(page, 'Kay has the word')).toHaveCount(0)
  await expectFocusKept(page, 'a post that was deleted')
  await page.keyboard.press('Tab')
  await expectFocusKept(page, 'the stop after it')
})

test('a member uses notifications, the elections guide and the news without a mouse', async ({
  page,
  app,
}) => {
  const kay = await app.member(uniqueName('kay'), verified)
  for (let number = 0; number < 3; number += 1) {
    await (await app.member(uniqueName('follower'))).call(followUser, { id: kay.user_id })
  }
  await app.bill(uniqueName('Keyed Notice '), { created_at: nextDate() })
  await signIn(page, kay)
  await page.goto('/feed')
  const panel = page.getByRole('region', { name: 'Notifications', exact: true })
  await expect(panel.getByRole('link', { name: /started following you/ })).toHaveCount(3)
  // What appears later would move the end of the page out of the window.
  await expect(page.locator('#early')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Who represents you' })).toBeVisible()
  // The panel comes after the bills, so Shift+Tab reaches it from the end of the page.
  await reach(page, panel.getByRole('link', { name: /news page/ }), { back: true })
  await reach(page, panel.getByRole('link', { name: /started following you/ }).first(), { back: true })
  await press(page, button(panel, /^Notifications/), 'Enter', { back: true })
  await expect(panel.getByRole('link')).toHaveCount(0)
  await expect(button(panel, /^Notifications/)).toBeFocused()
  await page.keyboard.press('Space')
  await press(page, panel.getByRole('link', { name: /elections guide/ }))
  await expect(page).toHaveURL('/elections')
  await expectFocusKept(page, 'another page')

  await press(page, button(page, 'NYC Mayor'))
  await expect(button(page, 'NYC Mayor')).toBeFocused()
  const candidate = page.getByRole('button', { name: /View details/ }).first()
  await press(page, candidate)
  const dialog = page.getByRole('dialog')
  await expect(button(dialog, 'Close').first()).toBeFocused()
  await reach(page, button(dialog, 'Donate to Campaign'), { maxPresses: 12 })
  await page.keyboard.press('Tab')
  await expect(button(dialog, 'Close').first(), 'Tab wraps around in a dialog').toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(candidate).toBeFocused()
  await press(page, button(page, 'Buffalo City Council'), 'Enter', { back: true })
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Election day')

  await press(page, page.getByRole('link', { name: 'NEWS', exact: true }), 'Enter', { back: true })
  await expect(heading(page, 'News sources')).toBeVisible()
  await expectFocusKept(page, 'another page')
  await press(page, page.getByRole('switch', { name: 'Breaking news alerts' }), 'Space')
  await expect(page.getByRole('switch', { name: 'Breaking news alerts' })).not.toBeChecked()
  await press(page, button(page, /^Save Source/).last())
  await expect(button(page, /^Save Source/).last()).toBeFocused()
})

// covers HURD-SHELL-01
test('a member uses profiles, updates and settings without a mouse, and the focus is never lost', async ({
  page,
  app,
}) => {
  const kay = await app.member(uniqueName('kay'), verified)
  const bob = await app.member(uniqueName('bob'), { full_name: 'Bob Brook' })
  const { bill_id } = await app.bill(uniqueName('Keyboard Bill '), { created_at: nextDate() })
  await kay.call(takeStance, { id: bill_id, stance: 'support' })
  await bob.call(followUser, { id: kay.user_id })
  await signIn(page, kay)
  await page.goto('/profile')
  await expect(heading(page, 'Kay Keys')).toBeVisible()
  await press(page, button(page, 'Edit Profile'))
  await write(page, page.getByLabel('Full name'), 'Kay O. Keys')
  await press(page, button(page, 'Save'))
  await expect(heading(page, 'Kay O. Keys')).toBeVisible()
  await expect(button(page, 'Edit Profile')).toBeFocused()
  await press(page, button(page, /1 follower/), 'Enter', { back: true })
  const people = page.getByRole('dialog')
  await expect(people).toBeVisible()
  await press(page, people.getByRole('link', { name: /Bob Brook/ }))
  await expect(heading(page, 'Bob Brook')).toBeVisible()
  await expect(people).toHaveCount(0)
  await expectFocusKept(page, 'another profile')
  await press(page, button(page, 'Follow Bob Brook'))
  await expect(button(page, 'Unfollow Bob Brook')).toBeFocused()

  await press(page, button(page, /^Account menu/), 'ArrowDown', { back: true })
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('u')
  await expect(page.getByRole('menuitem', { name: 'Updates' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Updates')).toBeVisible()
  await expectFocusKept(page, 'the updates')
  await press(page, button(page, /^Account menu/), 'ArrowDown', { back: true })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Settings')).toBeVisible()
  await expectFocusKept(page, 'another page')
  const tab = (name: string) => page.getByRole('tab', { name })
  await reach(page, tab('Account'))
  for (const name of ['Location', 'Privacy', 'Notifications', 'Account']) {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(tab(name)).toBeFocused()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  }
  await reach(page, button(page, 'Delete account'))
})

test('a member deactivates and reactivates without a mouse', async ({ page, app }) => {
  const kay = await app.member(uniqueName('kay'), verified)
  await setPassword(app, kay)
  await signIn(page, kay)
  await page.goto('/settings')
  await press(page, button(page, 'Deactivate'))
  const confirmation = page.getByRole('alertdialog')
  await expect(button(confirmation, 'Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Deactivate')).toBeFocused()
  await page.keyboard.press('Enter')
  for (const step of ['Deactivate account: step 1 of 2', 'Deactivate account: step 2 of 2']) {
    await expect(confirmation).toHaveAccessibleName(step)
    await expect(button(confirmation, 'Cancel')).toBeFocused()
    await press(page, button(confirmation, 'Confirm'))
  }
  await expect(page).toHaveURL('/login')
  await write(page, page.getByLabel('Email'), kay.email)
  await write(page, page.getByLabel('Password', { exact: true }), goodPassword)
  await page.keyboard.press('Enter')
  const back = page.getByRole('dialog', { name: 'Reactivating? Welcome Back!' })
  await press(page, button(back, 'Yes, Reactivate'))
  await expect(back).toBeHidden()
  await page.keyboard.press('Tab')
  await expectFocusKept(page, 'a dialog that opened by itself')
})

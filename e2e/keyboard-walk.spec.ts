import type { Locator, Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { addComment, card, nextDate, openBill, openBillByLink, stance } from './billSteps.ts'
import { expectFocusKept, press, reach, write } from './support/keyboard.ts'
import { expect, goodPassword, issueCode, signIn, test, uniqueName } from './support/product.ts'

// These tests use the product without a mouse, in the order in which a member would use it. keyboard-places.spec.ts
// continues them.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const verified = { email_verified_at: '2026-01-01T00:00:00Z', full_name: 'Kay Keys' }
const washington = 'ocd-division/country:us/state:wa'
const button = (container: Page | Locator, name: string | RegExp) => container.getByRole('button', { name })
const item = (page: Page, text: string) => page.locator('[data-comment]').filter({ hasText: text }).last()

test('a newcomer registers with an access code and finds a bill by filter and by keyword without a mouse', async ({
  page,
  app,
}) => {
  const code = await issueCode(app)
  const username = uniqueName('keyed')
  const [near, far] = [uniqueName('Keyed Harbour '), uniqueName('Keyed Mountain ')]
  await app.bill(near, { created_at: nextDate(), government_level: 'local', status: 'passed' })
  // With this many topics the panel scrolls under its buttons.
  await app.bill(far, {
    created_at: nextDate(),
    topics: ['animals', 'commerce', 'congress', 'education', 'energy', 'families', 'health', 'law'],
  })

  await page.goto('/login')
  await press(page, button(page, 'Create account'))
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await expectFocusKept(page, 'another form')
  await press(page, button(page, 'Create account'))
  await expect(page.getByRole('heading', { name: /Please check 7 fields/ })).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Full name is required' }))
  for (const [label, text] of [
    ['Full name', 'Kay Keys'],
    ['Username', username],
    ['Email', `${username}@example.org`],
    ['Access code', code],
  ] as const) {
    await write(page, page.getByLabel(label, { exact: true }), text)
  }
  await press(page, button(page, 'Why do you need my address?'))
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectFocusKept(page, 'a dialog')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Why do you need my address?')).toBeFocused()
  await press(page, page.getByRole('checkbox', { name: 'Skip for now' }), 'Space')
  await write(page, page.getByLabel('Password', { exact: true }), goodPassword)
  await write(page, page.getByLabel('Confirm password', { exact: true }), goodPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(card(page, far)).toBeVisible()

  // The feed has the focus after the registration, so the header is behind it.
  await reach(page, page.getByRole('link', { name: 'Skip to content' }), { back: true })
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  const discover = page.getByRole('region', { name: 'Discover' })
  await reach(page, button(discover, /^Discover/))
  await reach(page, discover.getByRole('radio', { name: 'All levels' }))
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await expect(discover.getByRole('radio', { name: 'Local' })).toBeChecked()
  await press(page, button(discover, 'Apply Filters'))
  await expect(page).toHaveURL(/level=local/)
  await expect(card(page, far)).toHaveCount(0)
  await expect(button(page, /^Discover/)).toBeFocused()
  await press(page, button(page, /^Remove filter: Local/), 'Enter')
  await expect(card(page, far)).toBeVisible()
  await expectFocusKept(page, 'a filter that was removed')

  await press(page, button(page, /^Discover/))
  await write(page, discover.getByLabel('Keyword'), near)
  await page.keyboard.press('Enter')
  await expect(card(page, near)).toBeVisible()
  await expect(card(page, far)).toHaveCount(0)
  await press(page, button(card(page, near), `Bookmark`), 'Space')
  await expect(button(card(page, near), 'Bookmark')).toHaveAttribute('aria-pressed', 'true')
  await press(page, card(page, near).getByRole('link', { name: near }), 'Enter', { back: true })
  await expect(openBill(page).getByRole('heading', { level: 1, name: near })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card(page, near).getByRole('link', { name: near })).toBeFocused()
})

test('a member reads a bill, takes a stance, shares it and discusses it without a mouse', async ({
  page,
  app,
}) => {
  const [kay, bob] = [await app.member(uniqueName('kay'), verified), await app.member(uniqueName('bob'))]
  const title = uniqueName('Keyed Talk ')
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  await bob.call(takeStance, { id: bill_id, stance: 'oppose' })
  await addComment(bob, bill_id, 'Heard from Bob')
  await openBillByLink(page, kay, bill_id)
  const bill = openBill(page)
  await expect(item(page, 'Heard from Bob')).toBeVisible()

  await reach(page, stance(bill, 'SUPPORT'))
  await page.keyboard.press('Space')
  await expect(stance(bill, 'SUPPORT')).toBeChecked()
  await expect(stance(bill, 'SUPPORT')).toBeFocused()
  await expect(stance(bill, 'OPPOSE'), 'enabled again once the stance is saved').toBeEnabled()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(stance(bill, 'NEUTRAL')).toBeChecked()
  await expect(stance(bill, 'NEUTRAL')).toBeFocused()

  await press(page, button(bill, 'Share'), 'Enter', { back: true })
  const entries = page.getByRole('menuitem')
  await expect(entries.first()).toBeFocused()
  await expectFocusKept(page, 'a menu')
  await page.keyboard.press('End')
  await expect(entries.last()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(entries.first(), 'the arrow keys wrap around the menu').toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(bill, 'Share')).toBeFocused()
  await expect(bill, 'Escape closes only the menu').toBeVisible()
  await reach(page, button(bill, 'Print'))
  // The focus stays within a dialog, so Tab moves from its last control to its first.
  await reach(page, button(bill, 'Close'))
  await reach(page, button(bill, 'Back to feed'), { back: true })
  await page.keyboard.press('Shift+Tab')
  await expectFocusKept(page, 'Shift+Tab on the first control of a dialog')
  expect(await bill.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Tab')
  await expect(button(bill, 'Back to feed')).toBeFocused()

  await press(page, button(bill, 'READ FULL BILL'))
  await expect(button(bill, 'HIDE FULL BILL')).toBeFocused()
  const tab = (name: RegExp) => bill.getByRole('tab', { name })
  await reach(page, tab(/^All/))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(tab(/^Economic Impact/)).toBeFocused()
  await expect(item(page, 'Heard from Bob'), 'the tab of another category').toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(tab(/^General Discussion/)).toBeFocused()
  await expect(item(page, 'Heard from Bob')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(tab(/^All/)).toBeFocused()
  await write(page, bill.getByRole('textbox', { name: 'Add to the discussion' }), 'Typed by Kay')
  await press(page, button(bill, 'Post comment'))
  await expect(item(page, 'Typed by Kay')).toHaveAttribute('data-comment', /^[0-9a-f-]{36}$/)
  await expectFocusKept(page, 'a comment that was posted')

  await press(page, button(bill, /^Sort threads/))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(button(bill, 'Sort threads: Common ground')).toBeFocused()
  const bobs = item(page, 'Heard from Bob')
  await press(page, button(bobs, /^Upvote/))
  await expect(button(bobs, 'Upvote, 1')).toBeFocused()
  await press(page, button(bobs, /^Reply/))
  await expect(bobs.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('An answer to Bob')
  await press(page, button(bobs, 'Post reply'))
  await expect(item(page, 'An answer to Bob')).toHaveAttribute('data-level', '2')
  await expectFocusKept(page, 'a reply that was posted')
  await press(page, button(bobs, /^Changed my mind/).first(), 'Enter', { back: true })
  await page.keyboard.press('Enter')
  await expect(button(bobs, 'Changed your mind 1 so far')).toBeFocused()

  await press(page, button(item(page, 'An answer to Bob'), 'Delete'))
  await expect(button(page.getByRole('alertdialog'), 'Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(item(page, 'An answer to Bob'), 'Delete')).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, button(page.getByRole('alertdialog'), 'Delete comment'))
  await expect(item(page, 'An answer to Bob')).toHaveCount(0)
  await expectFocusKept(page, 'a comment that was deleted')
})

test('a member writes to a representative and corrects errors without a mouse', async ({ page, app }) => {
  const kay = await app.resident(uniqueName('kay'), washington, verified)
  const [existing] = await app.pool`select from representatives where rep_id = 'K1'`
  if (!existing) {
    await app.representative('K1', { rep_name: 'Kendra Kent' })
    await app.representative('K2', { rep_name: 'Kofi King' })
    await app.representative('K3', { rep_name: 'Kira Knox' })
  }
  const { bill_id } = await app.bill(uniqueName('Keyed Message '), { created_at: nextDate() })
  await openBillByLink(page, kay, bill_id)
  const bill = openBill(page)
  await press(page, button(bill, 'Contact My Representative'))
  const form = bill.getByRole('region', { name: 'Contact my representative' })
  await expect(form.getByRole('radio', { name: /Kendra Kent/ })).toBeVisible()
  await expectFocusKept(page, 'the form that has opened')
  await press(page, button(form, 'Send message'))
  await expect(form.getByRole('alert')).toHaveText('Please fill in all fields')
  await expect(button(form, 'Send message')).toBeFocused()
  // Tab visits only one radio button of a group. Shift+Tab reaches the last one, and the arrow keys lead to the others.
  await press(page, form.getByRole('radio').last(), 'ArrowDown', { back: true })
  await expect(form.getByRole('radio').first()).toBeChecked()
  await expect(form.getByLabel('Message')).toHaveValue(/^Dear K\w+ K\w+,/)
  await write(page, form.getByLabel('Subject'), 'A word about the harbour')
  await press(page, button(form, 'Save message'))
  await expect(form.getByRole('heading', { name: 'Saved, not sent' })).toBeVisible()
  await expectFocusKept(page, 'a message that was sent')
  await press(page, button(form, 'Contact Again'))
  await expect(form.getByLabel('Subject')).toBeVisible()
  await expectFocusKept(page, 'the form for another message')
})

test('a member signs out in the menu, requests a new password, and signs in again without a mouse', async ({
  page,
  app,
}) => {
  const kay = await app.member(uniqueName('kay'), verified)
  await signIn(page, kay)
  await page.goto('/news')
  await press(page, button(page, /^Account menu/))
  const entries = page.getByRole('menuitem')
  await expect(entries.first()).toBeFocused()
  await page.keyboard.press('s')
  await expect(
    page.getByRole('menuitem', { name: 'Settings' }),
    'typing a letter focuses the entry that starts with it',
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, /^Account menu/)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Escape')
  await press(page, button(page, /^Account menu/))
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')

  await press(page, button(page, 'Forgot your password?'))
  await expect(page).toHaveURL(/view=forgot/)
  await expectFocusKept(page, 'the form for a forgotten password')
  await write(page, page.getByLabel('Email'), kay.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await press(page, button(page, 'Back to Login'))
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectFocusKept(page, 'the way back to the sign-in')
})

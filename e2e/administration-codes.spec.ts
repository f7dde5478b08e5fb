import type { Page } from '@playwright/test'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { dist, expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const codes = (page: Page) => page.getByRole('list', { name: 'Access codes' }).getByRole('listitem')

// covers HURD-ACCESS-06
test('beside a list of codes, the focus goes to new codes and back to the button of a closed form', async ({
  page,
  app,
}) => {
  await app.pool`
    insert into access_codes (code, revoked_at, expires_at)
    values ('FOCUS-1', now(), now() - interval '2 days'), ('FOCUS-2', null, null), ('FOCUS-3', null, null)`
  await signIn(page, await operator(app, uniqueName('ada'), 'administrator'))
  await page.goto('/administration/codes')
  await expect(codes(page)).toHaveCount(3)
  for (const name of ['Issue codes', 'Invite by email']) {
    await button(page, name).press('Enter')
    await button(page, 'Cancel').press('Enter')
    await expect(button(page, name)).toBeFocused()
  }
  await button(page, 'Revoked').press('Enter')
  await expect(codes(page)).toHaveCount(1)
  await expect(codes(page), 'the day of its expiry is in the past').toContainText(/Expired [A-Z]/)
  await button(page, 'All').press('Enter')
  await expect(codes(page)).toHaveCount(3)
  await expect(button(page, 'All')).toBeFocused()

  await button(page, 'Issue codes').press('Enter')
  await button(page, 'Issue').press('Enter')
  await expect(codes(page)).toHaveCount(4)
  await expect(page.getByRole('heading', { name: '1 code issued' })).toBeFocused()
  await button(page, 'Done').press('Enter')
  await expect(button(page, 'Issue codes')).toBeFocused()
})

// covers HURD-CODES-08 HURD-CODES-09
test('an administrator issues a code by keyboard, sees who registered with it, and revokes it', async ({
  page,
  app,
}) => {
  // Five series of checks with axe take more than half of the usual limit on a slow machine.
  test.slow()
  await signIn(page, await operator(app, uniqueName('ada'), 'administrator'))
  await page.goto('/feed')
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { name: 'Administration' })).toBeVisible()
  await button(page, 'Issue codes').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Uses of each code' }).fill('none')
  await page.getByRole('textbox', { name: 'Note (optional)' }).fill('Town hall')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a number from 1 to 1,000,000')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Note (optional)' }), 'nothing typed is lost').toHaveValue(
    'Town hall',
  )
  await takeScreenshots(page, 'administration-issue')
  await page.getByRole('textbox', { name: 'Uses of each code' }).fill('3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '1 code issued' })).toBeFocused()
  const code = await page.getByRole('region', { name: 'New codes' }).getByRole('listitem').innerText()
  await takeScreenshots(page, 'administration-issued')
  await button(page, 'Done').click()

  const visitor = await (await page.context().browser()!.newContext()).newPage()
  await visitor.goto(new URL(`/login?view=register&code=${code}`, page.url()).toString())
  await expect(visitor.getByRole('textbox', { name: 'Access code' }), 'the link has the code').toHaveValue(
    code,
  )
  const username = uniqueName('june')
  await visitor.getByRole('textbox', { name: 'Full name' }).fill('June Jones')
  await visitor.getByRole('textbox', { name: 'Username' }).fill(username)
  await visitor.getByRole('textbox', { name: 'Email' }).fill(`${username}@example.org`)
  await visitor.getByRole('checkbox', { name: 'Skip for now' }).check()
  await visitor.getByLabel('Password', { exact: true }).fill('quiet river morning')
  await visitor.getByLabel('Confirm password').fill('quiet river morning')
  await button(visitor, 'Create account').click()
  await expect(visitor).toHaveURL(/\/dashboard/)
  await visitor.context().close()

  await page.getByRole('link', { name: code }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: code })).toBeFocused()
  await expect(page.getByRole('link', { name: `@${username}` })).toBeVisible()
  await expect(page.getByText('1 of 3 used')).toBeVisible()
  const invitation = page.getByRole('region', { name: 'Invitation' })
  await expect(invitation.getByRole('img', { name: new RegExp(`QR code of .*code=${code}`) })).toBeVisible()
  await takeScreenshots(page, 'administration-code')
  await invitation.getByRole('link', { name: 'Sheet to print' }).click()
  const cards = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem')
  await expect(cards, 'one for each use that is left').toHaveCount(2)
  await expect(cards.first()).toContainText(code)
  await takeScreenshots(page, 'administration-cards')
  await page.emulateMedia({ media: 'print' })
  await expect(button(page, 'Print'), 'only the cards are printed').toBeHidden()
  await expect(page.getByRole('tablist')).toBeHidden()
  await expect(cards.first()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'The code' }).click()
  await button(page, 'Revoke this code').click()
  await expect(button(page, 'Cancel')).toBeFocused()
  await button(page, 'Revoke').click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  await expect(button(page, 'Revoke this code')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: code, exact: true })).toBeFocused()
  await page.getByRole('link', { name: 'All codes' }).click()
  await button(page, 'Revoked').click()
  await expect(page.getByRole('link', { name: code })).toBeVisible()
  await button(page, 'All').click()
  await app.pool`
    insert into access_codes (code, note) select 'PAGED-' || n, 'Page test' from generate_series(1000, 1030) n`
  await page.reload()
  await expect(codes(page)).toHaveCount(20)
  await takeScreenshots(page, 'administration-codes')
  await button(page, 'Show more').click()
  await expect(codes(page).nth(20).getByRole('link'), 'the first new code has the focus').toBeFocused()
})

// covers HURD-CODES-10
test('a sheet of several codes has one invitation for each, even if only one of them can still be used', async ({
  page,
  app,
}) => {
  await app.pool`
    insert into access_codes (code, max_uses, revoked_at) values ('SHEET-1', 5, now()), ('SHEET-2', 5, null)`
  await signIn(page, await operator(app, uniqueName('ada'), 'administrator'))
  await page.goto('/administration/codes?cards=SHEET-1,SHEET-2')
  await expect(page.getByRole('list', { name: 'Invitations' }).getByRole('listitem')).toHaveCount(1)
})

test('where joining is open, an empty list of codes does not say that everyone needs one', async ({
  page,
}) => {
  const app = await startTestServer({ registration: 'open' }, dist)
  await signIn(page, await operator(app, 'ada', 'administrator'), app.origin)
  await page.goto(`${app.origin}/administration/codes`)
  await button(page, 'Revoked').click()
  await expect(page.getByText('No codes to show')).toBeVisible()
  await expect(page.getByText('Joining is open to everyone.')).toBeVisible()
  await app.close()
})

// covers HURD-CODES-08
test('an administrator sees the numbers of wrong lines in a list of emails, loses no typed text, and invites the others', async ({
  page,
  app,
}) => {
  await signIn(page, await operator(app, uniqueName('ada'), 'administrator'))
  await page.goto('/administration/codes')
  await button(page, 'Invite by email').click()
  const list = page.getByRole('textbox', { name: 'Email addresses' })
  await page.getByLabel('CSV file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Email\nAna,ana@example.org\nBo,bo@@example.org\nNobody\n'),
  })
  await page.getByRole('textbox', { name: 'Note (optional)' }).fill('Library')
  await button(page, 'Send invitations').click()
  await expect(list).toBeFocused()
  const problems = page.getByRole('list', { name: 'Lines to check' }).getByRole('listitem')
  await expect(problems).toHaveText([
    /^Line 3: Not a valid email address .*bo@@example\.org/,
    /^Line 4: No email address .*Nobody/,
  ])
  await expect(list).toHaveValue(/Ana,ana@example\.org/)
  await takeScreenshots(page, 'administration-invite')
  expect(await app.pool`select from emails where purpose = 'invitation'`).toEqual([])
  await list.fill('Ana,ana@example.org\nbo@example.org')
  await button(page, 'Send invitations').click()
  await expect(page.getByText('2 invitations on the way.').first()).toBeVisible()
  const emails = await app.pool<{ to_address: string }[]>`
    select to_address from emails where purpose = 'invitation' order by to_address`
  expect(emails.map(({ to_address }) => to_address)).toEqual(['ana@example.org', 'bo@example.org'])
})

// covers HURD-CODES-09
test('only an administrator with two-step sign-in finds the administration', async ({ page, app }) => {
  await signIn(page, await operator(app, uniqueName('mod'), 'moderator'))
  await page.goto('/feed')
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Moderation' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0)
  await page.goto('/administration/codes')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  const eve = await operator(app, uniqueName('eve'), 'administrator')
  await app.pool`delete from second_factors where user_id = ${eve.user_id}`
  await signIn(page, eve)
  await page.goto('/administration')
  await expect(page.getByRole('heading', { name: 'Turn on two-step sign-in first' })).toBeVisible()
})

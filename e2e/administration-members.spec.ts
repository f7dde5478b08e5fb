import type { Page } from '@playwright/test'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { updateProfile } from '#contract/people.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { withSecondFactor } from '#server/testing/setups/secondFactors.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

// covers HURD-MEMBERS-07
test('an administrator finds a member by keyboard, suspends them with a reason, and lifts the suspension', async ({
  page,
  app,
}) => {
  const tom = await app.member(uniqueName('tom'), {
    full_name: 'Tom Tester',
    email_verified_at: '2026-01-01T00:00:00Z',
  })
  await signIn(page, await operator(app, uniqueName('ada'), 'administrator'))
  await page.goto('/administration/members')
  const field = page.getByRole('textbox', { name: 'Username, name or complete email address' })
  await expect(page.getByText('Looking up an email address is recorded')).toBeVisible()
  await field.fill('t')
  await button(page, 'Find').press('Enter')
  await expect(page.getByText('Enter at least 2 characters')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('nobody@elsewhere.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No account has this email address.')).toBeVisible()
  await field.fill(tom.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '1 member' })).toBeFocused()
  await takeScreenshots(page, 'administration-members')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: `Tom Tester (@${tom.username})` })
  await expect(heading).toBeFocused()
  await expect(page.getByText('Looked up by email')).toBeVisible()
  await expect(page.getByText(tom.email), 'the address is not shown').toHaveCount(0)
  await takeScreenshots(page, 'administration-member')
  await button(page, 'Suspend').click()
  await button(page, 'Cancel').click()
  await expect(button(page, 'Suspend')).toBeFocused()
  await button(page, 'Suspend').click()
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await button(page, 'Suspend').click()
  await expect(page.getByText('Enter a reason')).toBeVisible()
  await reason.fill('Advertises in every group')
  await takeScreenshots(page, 'administration-suspend')
  await button(page, 'Suspend').click()
  await expect(page.getByText(/^Suspended until/)).toBeVisible()
  await expect(heading, 'the focus is on the member').toBeFocused()
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText('Advertises in every group')
  await button(page, 'Lift the suspension').click()
  await reason.fill('It was somebody else')
  await button(page, 'Lift the suspension').click()
  await expect(button(page, 'Suspend')).toBeVisible()
  await page.getByRole('link', { name: 'Find a member' }).click()
  await expect(
    page.getByRole('link', { name: `@${tom.username}` }),
    'the results are still there',
  ).toBeVisible()
})

// covers HURD-MEMBERS-04
test('an administrator reads the same last day to restore an account as the email to the member names', async ({
  page,
  app,
}) => {
  const gus = await app.member(uniqueName('gus'), { email_verified_at: '2026-01-01T00:00:00Z' })
  await gus.call(deleteAccount, {})
  // In New York it is still December 12.
  await app.pool`update closed_accounts set purge_at = '2099-12-13T03:00:00Z' where user_id = ${gus.user_id}`
  await signIn(page, await operator(app, uniqueName('ada'), 'administrator'))
  await page.goto(`/administration/members?member=${gus.user_id}`)
  await expect(page.getByText('who can restore the account until December 13, 2099')).toBeVisible()
})

// covers HURD-MEMBERS-09 HURD-MEMBERS-10
test('the records of an account say what the removal of the second step ended and which label was set', async ({
  page,
  app,
}) => {
  const uma = await app.member(uniqueName('uma'), { full_name: 'Uma Underhill' })
  await withSecondFactor(uma, app)
  await signIn(page, await operator(app, uniqueName('ada'), 'administrator'))
  await page.goto(`/administration/members?member=${uma.user_id}`)
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await button(page, 'Remove two-step sign-in').click()
  await reason.fill('Lost the phone, called from the known number')
  await button(page, 'Remove two-step sign-in').click()
  const records = page.getByRole('region', { name: 'Audit log' })
  await expect(records).toContainText(
    'Two-step sign-in removed · ended 1 session, 1 authenticator app, and 10 recovery codes: Lost the phone',
  )
  await button(page, 'Label as community leader').click()
  await expect(page.getByText(`Name: Uma Underhill (@${uma.username}).`)).toBeVisible()
  await reason.fill('Leads the garden club')
  const again = await app.signInAgain(uma)
  await again.call(updateProfile, { full_name: 'Uma Mayor' })
  await button(page, 'Label as community leader').click()
  await expect(page.getByText(`Name: Uma Mayor (@${uma.username}).`)).toBeVisible()
  await button(page, 'Label as community leader').click()
  await expect(records).toContainText('Label changed · Community leader: Leads the garden club')
  await takeScreenshots(page, 'administration-member-records', { visible: records })
})

import type { Page } from '@playwright/test'
import { operator } from '../server/testing/setups/operators.ts'
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
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter at least 2 characters')).toBeVisible()
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

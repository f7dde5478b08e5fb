import { operator } from '#server/testing/setups/operators.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// covers HURD-LABEL-04
test('a labeled member who changes their name reads that the label is hidden, and an administrator confirms it by keyboard', async ({
  page,
  app,
}) => {
  const vera = await app.member(uniqueName('vera'), {
    full_name: 'Vera Vale',
    member_type: 'elected_official',
    email_verified_at: '2026-01-01T00:00:00Z',
  })
  const notice = page.getByRole('heading', {
    name: 'Your label is hidden until an administrator confirms your new name',
  })
  await signIn(page, vera)
  await page.goto(`/profile/${vera.username}`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(notice).toHaveCount(0)
  const name = page.getByRole('textbox', { name: 'Full name' })
  await name.fill('Vera Winter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Vera Winter' })).toBeVisible()
  await expect(notice).toBeVisible()
  await takeScreenshots(page, 'hidden-label')
  await page.goto('/settings')
  await expect(notice).toBeVisible()

  await signIn(page, await operator(app, uniqueName('ada'), 'administrator'))
  await page.goto(`/administration/members?member=${vera.user_id}`)
  await expect(page.getByText('Elected official (hidden since the name changed)')).toBeVisible()
  await takeScreenshots(page, 'hidden-label-member')
  const confirm = page.getByRole('button', { name: 'Confirm the new name' })
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('Called the office')
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Elected official', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText('Called the office')
})

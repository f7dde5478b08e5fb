import { randomUUID } from 'node:crypto'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { dist, expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// covers HURD-OPERATION-06 HURD-UPDATE-04 HURD-COLLATION-01
test('an administrator sees the state of the instance by keyboard, sends a test email, and retries a failed one', async ({
  page,
}) => {
  // No mail server listens at this address, so every attempt to send an email fails.
  const app = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:1' }, dist)
  const ada = await operator(app, 'ada', 'administrator')
  const email_id = randomUUID()
  await app.pool`
    insert into emails (email_id, user_id, purpose, to_address, subject, text, expires_at, attempts, last_error,
                        next_attempt_at)
    values (${email_id}, ${ada.user_id}, 'verify_email', 'someone@example.org', 'Verify', 'Text', now() + interval '1 day',
            2, 'the mail server did not answer', now() + interval '1 hour')`
  await app.pool`
    insert into recurring_tasks (name, every_seconds, finished_at, attempts, last_error, next_attempt_at) values
      ('expired_rows', 600, now() - interval '3 minutes', 0, null, now() + interval '7 minutes'),
      ('pending_residences', 600, now() - interval '2 hours', 3, 'the geocoder did not answer', now() + interval '5 minutes')
    on conflict (name) do update set last_error = excluded.last_error, finished_at = excluded.finished_at`
  await app.pool`
    insert into latest_release (version, released_on, security_version, changelog_url)
    values ('99.1.0', '2026-12-01', '99.0.2', 'https://releases.example/changes')`
  await app.pool`update pg_database set datcollversion = '0.false' where datname = current_database()`
  await signIn(page, ada, app.origin)
  await page.goto(`${app.origin}/administration/codes`)
  await page.getByText('5 things need attention').click()
  const steps = page.getByRole('list', { name: '6 things that every instance needs' })
  await expect(
    steps.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Open:' }) }),
  ).toHaveCount(5)
  await expect(steps.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', /branding$/)
  await takeScreenshots(page, 'administration-steps')
  await page.getByRole('tab', { name: 'Access codes' }).focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'Operation' })).toBeFocused()
  await page.keyboard.press('Enter')
  const instance = page.getByRole('region', { name: 'Instance' })
  await expect(instance).toContainText(/\d+\.\d+\.\d+/)
  await expect(instance).toContainText('No backup')
  await expect(instance).toContainText('The sorting rules of the database changed')
  await expect(instance).toContainText(/0\.false in the database, \S+ in the library/)
  await expect(instance).toContainText('Hurd 99.1.0 fixes a security problem')
  await expect(instance).toContainText('It was released on December 1, 2026.')
  await expect(instance.getByRole('link', { name: 'what changed' })).toHaveAttribute(
    'href',
    'https://releases.example/changes',
  )
  await expect(
    page.getByRole('region', { name: 'Recurring tasks' }).getByRole('listitem').first(),
  ).toContainText('the geocoder did not answer')
  await takeScreenshots(page, 'administration-operation')

  const again = page.getByRole('button', { name: 'Try again now: Verify email' })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No delivery has failed in the last 30 days.')).toBeVisible()
  await expect(page.getByText('The email will be sent now.').first()).toBeAttached()
  await expect(page.locator('#content')).toBeFocused()

  await page.getByRole('button', { name: 'Send me a test email' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeFocused()
  // The button is busy before the server has queued the email, so the update is repeated until it finds the email.
  const markSent = () => app.pool<{ email_id: string }[]>`
    update emails set state = 'sent', attempts = 1 where user_id = ${ada.user_id} and purpose = 'test_email'
    returning email_id`
  await expect.poll(async () => (await markSent()).length).toBe(1)
  await expect(page.getByText('The mail server accepted the test email')).toBeVisible()
  await takeScreenshots(page, 'administration-test-email')
  await page.goto(`${app.origin}/administration/members?member=${ada.user_id}`)
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText('Test email sent')
  await app.close()
})

// covers HURD-OPERATION-06
test('without a mail server, an administrator reads that emails stay in the outbox', async ({
  page,
  app,
}) => {
  await signIn(page, await operator(app, uniqueName('ada'), 'administrator'))
  await page.goto('/administration/operation')
  await expect(page.getByText('No mail server is set')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('tab', { name: 'Operation' }), 'the selected tab is in view').toBeInViewport({
    ratio: 0.9,
  })
  await expect(page.getByRole('button', { name: 'Send me a test email' })).toHaveCount(0)
})

// covers HURD-OPERATION-10
test('an administrator turns the weekly email off by keyboard, and it stays off', async ({ page, app }) => {
  await signIn(page, await operator(app, uniqueName('ada'), 'administrator'))
  await page.goto('/administration/operation')
  const weekly = page.getByRole('switch', { name: 'Email me every Monday' })
  await expect(weekly).toBeChecked()
  const saved = page.waitForResponse('**/api/administration/weekly-email')
  await weekly.focus()
  await page.keyboard.press('Space')
  await expect(weekly).not.toBeChecked()
  await expect(weekly).toBeFocused()
  await saved
  await page.reload()
  await expect(weekly).not.toBeChecked()
})

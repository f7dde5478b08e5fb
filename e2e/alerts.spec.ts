import { followTarget, getNotificationSettings, listFollows } from '#contract/alerts.ts'
import { followTopic } from '#contract/bills/bills.ts'
import { notifyBillFollowers } from '#server/participation/alerts/fanout.ts'
import { engross, newBill } from '#server/testing/setups/alerts.ts'
import { refuseWith } from './billSteps.ts'
import { holdPosts } from './support/lostResponses.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }

// covers BEY-ALERTS-05 BEY-ALERTS-17
test('a member follows a bill, reads what happened to it, and stops everything on one page', async ({
  page,
  app,
}) => {
  test.slow()
  const person = await app.member(uniqueName('alma'), verified)
  const bill_id = await newBill(app, 7001, { title: 'The Lantern Preservation Act', topics: ['health'] })
  await signIn(page, person)

  await page.goto('/updates')
  await expect(page.getByText('Nothing new. Follow a bill, and its news comes here.')).toBeVisible()
  await takeScreenshots(page, 'updates-empty')

  await page.goto(`/feed?highlight=${bill_id}`)
  const button = page.getByRole('button', { name: 'Follow H.R. 7001' })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  const { release } = await holdPosts(page, '**/api/follows')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  const announcement = page.getByText('You follow H.R. 7001.', { exact: true })
  expect(await announcement.count(), 'nothing is announced before it is true').toBe(0)
  release()
  await expect(announcement).toHaveCount(1)
  await expect
    .poll(async () => (await person.call(listFollows, {})).follows.map(({ target_id }) => target_id))
    .toEqual([bill_id])

  const kinds = page.getByRole('button', { name: 'Kinds of updates about H.R. 7001' })
  await button.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(kinds).toBeFocused()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Kinds of updates about H.R. 7001' })
  const sponsors = menu.getByRole('checkbox', { name: 'New sponsors' })
  await expect(sponsors).not.toBeChecked()
  await sponsors.focus()
  await page.keyboard.press('Space')
  await expect(sponsors).toBeChecked()
  await expect
    .poll(async () => (await person.call(listFollows, {})).follows[0]?.update_types)
    .toEqual(['status', 'version', 'vote', 'hearing', 'sponsor'])
  await expect(menu, 'the menu stays open for further changes').toBeVisible()
  await takeScreenshots(page, 'bill-update-types', { fullPage: false, visible: menu })
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(kinds).toBeFocused()

  await person.call(followTopic, { topic: 'health' })
  await engross(app, 7001)
  await notifyBillFollowers(app.pool)
  await app.pool`
    insert into source_syncs (source, what, synced_at) values ('openstates', 'bills', now() - interval '3 days 1 hour')
    on conflict (source, what, areas) do update set synced_at = excluded.synced_at`
  await page.goto('/updates')
  const happened = page.getByRole('region', { name: 'Bills that moved' })
  await expect(happened.getByRole('link', { name: 'The Lantern Act 7001' })).toBeVisible()
  await expect(happened.getByText('Passed one chamber. Passed House by voice vote.')).toBeVisible()
  await expect(happened.getByText('You follow this bill')).toBeVisible()
  await expect(page.getByText('Open States was last checked 3 days ago')).toBeVisible()
  await app.pool`delete from source_syncs`
  await takeScreenshots(page, 'updates')

  const follows = page.getByRole('region', { name: 'Everything you follow' })
  await expect(page.getByRole('region', { name: 'Email' })).toContainText(
    /at 7 a\.m\., .* The next one comes \w+ \d+\./,
  )
  await follows.getByText('Bills').click()
  await follows.getByText('Topics').click()
  await follows.getByRole('button', { name: /of updates about H.R. 7001/ }).click()
  const votes = follows.getByRole('checkbox', { name: 'Votes' })
  await votes.click()
  await expect(votes).not.toBeChecked()
  await expect
    .poll(async () => (await person.call(listFollows, {})).follows.at(-1)?.update_types)
    .toEqual(['status', 'version', 'hearing', 'sponsor'])
  // The heading takes the focus, and the list stays where it is for the next row.
  await page.setViewportSize({ width: 1440, height: 300 })
  const heading = follows.getByRole('heading', { name: 'Everything you follow' })
  await follows.getByRole('button', { name: 'Stop following Health' }).click()
  await expect(heading).toBeFocused()
  await expect(heading).not.toBeInViewport()
  await follows.getByRole('button', { name: /^Stop following H.R. 7001/ }).click()
  await expect(follows.getByText("You don't follow anything yet.")).toBeVisible()
  await expect.poll(async () => (await person.call(listFollows, {})).follows).toEqual([])
})

test('a member follows a search', async ({ page, app }) => {
  const person = await app.member(uniqueName('bert'), verified)
  await signIn(page, person)
  await page.goto('/search?q=Clean%20Water')
  const button = page.getByRole('button', { name: 'Follow this search' })
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(async () => (await person.call(listFollows, {})).follows.map(({ name }) => name))
    .toEqual(['“clean water”'])
})

test('alert settings appear with the first follow, are saved, and say when alerts are paused', async ({
  page,
  app,
}) => {
  const person = await app.member(uniqueName('cleo'), verified)
  await signIn(page, person)
  await page.goto('/settings?section=notifications')
  const card = page.getByRole('region', { name: 'Alerts', exact: true })
  await expect(card.getByText("You don't get any emails about bills yet.")).toBeVisible()

  await person.call(followTarget, { target_type: 'search', target_id: 'water' })
  await page.reload()
  const notifications = page.getByRole('region', { name: 'Notifications', exact: true })
  await expect(notifications.getByLabel('Email frequency')).toHaveValue('weekly')
  await expect(card.getByLabel('Day')).toBeEnabled()
  await takeScreenshots(page, 'settings-alerts')
  await notifications.getByLabel('Email frequency').selectOption('daily')
  // The saved frequency counts even if the settings cannot be read again.
  const settings = '**/api/notifications/settings'
  await page.route(settings, (route) =>
    route.request().method() === 'GET' ? refuseWith('Not today')(route) : route.continue(),
  )
  await notifications.getByRole('button', { name: 'Save changes' }).click()
  await expect(notifications.getByText('Saved', { exact: true })).toBeVisible()
  await page.unroute(settings)
  await card.getByLabel('Time', { exact: true }).selectOption('18')
  await card.getByLabel('Time zone').selectOption('Pacific/Honolulu')
  await expect(card.getByLabel('Time zone').getByRole('option').first()).toHaveText('Eastern Time')
  await expect(card.getByLabel('Day')).toBeDisabled()
  await card.getByRole('button', { name: 'Save changes' }).click()
  await expect(card.getByText('Saved', { exact: true })).toBeVisible()
  expect((await person.call(getNotificationSettings, {})).alerts).toMatchObject({
    frequency: 'daily',
    delivery_hour: 18,
    time_zone: 'Pacific/Honolulu',
  })
  await expect(card.getByText(/^Next email: .+ at 6 p\.m\., Hawaii Time/)).toBeVisible()
  await card.getByRole('button', { name: 'Send me a digest now' }).click()
  await expect(card.getByText('Nothing has happened since the last one, so we sent nothing.')).toBeVisible()

  await card.getByRole('button', { name: 'Show addresses' }).click()
  const feed = card.getByLabel('Your private feed')
  await expect(feed).toHaveValue(/\/feeds\/mine\/[\w-]{22}\.atom$/)
  await expect(feed).toHaveAccessibleDescription('Nothing has fetched it yet.')
  const former = await feed.inputValue()
  await fetch(former.replace(/^https?:\/\/[^/]+/, app.origin), { headers: { 'user-agent': 'Feedly/1.0' } })
  await page.reload()
  await card.getByRole('button', { name: 'Show addresses' }).click()
  await expect(feed).toHaveAccessibleDescription(/^Last fetched by Feedly: /)
  await takeScreenshots(page, 'settings-alerts-fetched')
  await card.getByRole('button', { name: 'Reset addresses' }).click()
  await expect(card.getByText('The old addresses no longer work.')).toBeVisible()
  await expect(feed).not.toHaveValue(former)
  await takeScreenshots(page, 'settings-alerts-feed')

  await app.pool`
    update alert_settings set paused_at = now(), time_zone = 'Europe/Berlin' where user_id = ${person.user_id}`
  await page.reload()
  await expect(card.getByRole('heading', { name: 'Alerts are paused' })).toBeVisible()
  // The member's own zone can be chosen again.
  await card.getByLabel('Time zone').selectOption('America/Chicago')
  await card.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.goto('/updates')
  const email = page.getByRole('region', { name: 'Email' })
  await expect(email).toContainText('Alerts are paused')
  await expect(email).not.toContainText('at 6 p.m.')
  // The link in an earlier email ends the emails.
  await app.pool`
    update alert_settings set frequency = 'never', next_digest_at = null where user_id = ${person.user_id}`
  await page.reload()
  await expect(email).toContainText('You get no emails about bills.')
  await page.goto('/settings?section=notifications')
  await expect(card.getByLabel('Time', { exact: true })).toBeDisabled()
  await expect(card.getByRole('heading', { name: 'Alerts are paused' })).toHaveCount(0)
})

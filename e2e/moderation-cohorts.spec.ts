import { takeStance } from '#contract/bills/bills.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { compareAccounts } from '#server/operations/moderation/cohorts/compareAccounts.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { dist, expect, signIn, test } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

async function compareAll(app: TestServer) {
  let position: string | null = null
  do {
    position = await compareAccounts(app.pool, position)
  } while (position !== null)
}

/**
 * Creates accounts that registered together and took the same stance on each of twelve bills. One neighbor disagrees, and
 * has reported the seventh account.
 */
async function createCoordinatedAccounts(app: TestServer, count: number) {
  await app.pool`
    insert into access_codes (code, max_uses, uses, created_at) values ('RING-2026', 100, 0, '2026-03-01T08:00:00Z')`
  const bills: string[] = []
  for (let number = 1; number <= 12; number += 1) {
    bills.push((await app.bill(`An Act Concerning the Water of Town ${number}`)).bill_id)
  }
  const neighbor = await app.member('neighbor', { full_name: 'Nora Neighbor' })
  for (const id of bills) await neighbor.call(takeStance, { id, stance: 'support' })
  for (let number = 1; number <= count; number += 1) {
    const member = await app.member(`ring${number}`, { full_name: `Rudi Ring ${number}` })
    await app.pool`
      update users set access_code = 'RING-2026', created_at = '2026-03-05T14:02:30Z'
       where user_id = ${member.user_id}`
    for (const id of bills) await member.call(takeStance, { id, stance: 'oppose' })
    if (number === 7) {
      await neighbor.call(createReport, { target_type: 'user', target_id: member.user_id, reason: 'other' })
    }
  }
}

// covers HURD-COHORT-07
test('by keyboard, a moderator opens a cohort, reads what would change, and suspends and restores a member', async ({
  page,
}) => {
  const app = await startTestServer({}, dist)
  const mod = await operator(app, 'mod', 'moderator')
  await signIn(page, mod, app.origin)
  await page.goto(`${app.origin}/moderation`)
  await page.getByRole('tab', { name: 'Open' }).focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'Cohorts' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/moderation\/cohorts$/)
  await expect(page.getByRole('heading', { name: 'No cohorts' })).toBeVisible()
  await takeScreenshots(page, 'moderation-cohorts-empty')

  await createCoordinatedAccounts(app, 25)
  await compareAll(app)
  await page.reload()
  const list = page.getByRole('list', { name: 'Cohorts' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('All 25 registered in the same minute on March 5, 2026.')
  await takeScreenshots(page, 'moderation-cohorts')
  await list.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '25 accounts that may belong together' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'What they share' })).toContainText(
    'All 25 took the same 12 stances, and no others.',
  )
  const counts = page.getByRole('region', { name: 'Counts' })
  await expect(counts.getByRole('listitem')).toHaveCount(10)
  await expect(counts.getByRole('listitem').first()).toContainText('25 now, without them 0')
  const members = page.getByRole('list', { name: 'Members' })
  await expect(members.getByRole('listitem')).toHaveCount(20)
  await takeScreenshots(page, 'moderation-cohort')
  await page.route('**/members?*after=*', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Show more', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The members could not be loaded' })).toBeVisible()
  await page.unroute('**/members?*after=*')
  await page.getByRole('button', { name: 'Try Again' }).focus()
  await page.keyboard.press('Enter')
  await expect(members.getByRole('listitem')).toHaveCount(25)
  await expect(members.getByRole('listitem').nth(20)).toBeFocused()

  const suspendButton = page.getByRole('button', { name: 'Suspend @ring7', exact: true })
  await suspendButton.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(suspendButton).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  const suspend = page.getByRole('form', { name: 'Suspend @ring7' })
  await suspend.getByRole('button', { name: 'Suspend @ring7' }).click()
  await expect(page.getByText('Enter a reason')).toBeVisible()
  await page.getByRole('button', { name: 'Several accounts of one person' }).click()
  await takeScreenshots(page, 'moderation-cohort-suspend', { visible: suspend })
  await suspend.getByRole('button', { name: 'Suspend @ring7' }).click()
  await expect(counts.getByRole('listitem').first()).toContainText('24 now, without them 0')
  const row = members.getByRole('listitem').filter({ hasText: '@ring7)' })
  await expect(row).toContainText('Suspended')
  await row.getByRole('link', { name: 'Open the case' }).click()
  const openCase = page.getByRole('article', { name: 'Reported member' })
  await expect(openCase.getByText('Suspended', { exact: true })).toBeVisible()
  await page.goBack()

  await row.getByRole('button', { name: 'Restore @ring7' }).click()
  await page.getByRole('button', { name: 'Suspended by mistake' }).click()
  await page
    .getByRole('form', { name: 'Restore @ring7' })
    .getByRole('button', { name: 'Restore @ring7' })
    .click()
  await expect(counts.getByRole('listitem').first()).toContainText('25 now, without them 0')
  await row.getByRole('link', { name: 'Open the case' }).click()
  await expect(openCase.getByText('Open', { exact: true })).toBeVisible()
  await app.close()
})

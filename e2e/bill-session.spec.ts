import { listFollows } from '#contract/alerts.ts'
import { nextDate, openBillByLink } from './billSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const vermont = 'ocd-division/country:us/state:vt'

// covers BEY-SESSIONS-05 BEY-SESSIONS-06
test('a bill says that it died with its session, or that its legislature is adjourned', async ({
  page,
  app,
}) => {
  const ann = await app.member(uniqueName('ann'))
  const year = new Date().getUTCFullYear()
  await app.pool`
    insert into legislative_sessions (jurisdiction, identifier, name, classification, start_date, end_date,
      last_day_for_bills, last_day_rule, carry_over, is_confirmed, closed_at, source_name, source_checked_at, keys)
    values (${vermont}, 'over', 'Over', 'regular', '2025-01-08', '2025-06-02', '2025-06-02', 'end_date', 'no', true, now(),
            'Test records', now(), '{over}'),
           (${vermont}, 'away', 'Away', 'regular', ${`${year}-01-01`}, current_date - 1, ${`${year + 1}-12-31`}, 'term', 'yes',
            true, null, 'Test records', now(), '{away}')`
  const ids: string[] = []
  for (const session of ['over', 'away']) {
    const title = uniqueName(`Bill of ${session} `)
    const { bill_id } = await app.bill(title, {
      created_at: nextDate(),
      government_level: 'state',
      jurisdiction: vermont,
    })
    await app.pool`update bills set source_id = ${`vt/${session}/${title}`} where bill_id = ${bill_id}`
    ids.push(bill_id)
  }
  const [over = '', away = ''] = ids
  await app.pool`
    update bills set status = 'rejected', ended_by = 'session', status_before_end = 'introduced' where bill_id = ${over}`

  await openBillByLink(page, ann, over)
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress).toContainText('Died when the session ended on June 2, 2025.')
  await expect(progress).not.toContainText('voted down')
  await progress.scrollIntoViewIfNeeded()
  await takeScreenshots(page, 'bill-session-ended', { visible: progress })
  // A session is adjourned only until the end of the year, so on January 1 none can have been adjourned the day before.
  const [today] = await app.pool<{ is_first: boolean }[]>`
    select extract(doy from current_date) = 1 as is_first`
  if (today!.is_first) return
  await page.goto(`/feed?highlight=${away}`)
  await expect(progress).toContainText('Adjourned until January. This bill stays where it is.')
})

// covers BEY-SESSIONS-10
test('a bill that was introduced again offers to follow the new one', async ({ page, app }) => {
  const ann = await app.member(uniqueName('ann'))
  const earlier = await app.bill(uniqueName('Harbor lamps '))
  const title = uniqueName('Harbor lamps again ')
  const again = await app.bill(title)
  await app.pool`
    insert into bill_reintroductions (bill_id, new_bill_id) values (${earlier.bill_id}, ${again.bill_id})`
  await openBillByLink(page, ann, earlier.bill_id)
  const notice = page.getByRole('list', { name: 'Reintroduced' })
  await expect(notice).toContainText(`Reintroduced with nearly the same text: ${again.bill_code}.`)
  const follow = notice.getByRole('button', { name: `Follow ${again.bill_code}` })
  await follow.press('Enter')
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await takeScreenshots(page, 'bill-reintroduced', { visible: follow })
  expect((await ann.call(listFollows, {})).follows).toMatchObject([
    { target_type: 'bill', target_id: again.bill_id },
  ])
  await notice.getByRole('link', { name: again.bill_code }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

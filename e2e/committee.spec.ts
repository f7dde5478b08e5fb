import { agenda, hearing, saveHearings } from '#server/testing/setups/records/events.ts'
import { importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { openBill, openBillByLink, reconnect } from './billSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const committee_id = 'mi/lanterns'
const secondPage = (url: URL) => url.searchParams.get('offset') === '20'

// covers BEY-ANATOMY-06 BEY-ALERTS-15
test('a committee has a page with the chair first, its next meeting and its bills, linked from the bill', async ({
  page,
  app,
}) => {
  test.slow()
  const ann = await app.member(uniqueName('ann'))
  await app.representative('ocd-person/birch-x', {
    rep_name: 'Ben Birch',
    organization: 'mi/lower',
    title: 'State Representative',
    government_level: 'state',
    division: 'ocd-division/country:us/state:mi/sldl:1',
    party: 'Democratic',
    district: 'House District 1',
  })
  await app.pool`
    insert into committees (committee_id, organization, name, url, source_name, source_checked_at)
    values (${committee_id}, 'mi/lower', 'Lantern Safety', 'https://lanterns.example.gov/', 'Open States', '2026-08-05T00:00:00Z')`
  await app.pool`
    insert into committee_memberships (committee_id, name, rep_id, role, position)
    values (${committee_id}, 'Ada Ash', null, 'member', 1), (${committee_id}, 'Ben Birch', 'ocd-person/birch-x', 'chair', 0),
           (${committee_id}, 'Cleo Cedar', null, 'ranking member', 2)`
  const step = {
    committee_id,
    name: 'Lantern Safety',
    chamber: 'House',
    parent_name: null,
    activity: 'referred' as const,
  }
  const bills = Array.from({ length: 25 }, (_, index) => {
    const day = `2026-01-${String(index + 1).padStart(2, '0')}`
    return importedBill(9300 + index, {
      source_id: `mi/2025-2026/hb${9300 + index}`,
      bill_code: `HB ${9300 + index}`,
      title: `A bill to keep lanterns of type ${index + 1} safe`,
      jurisdiction: 'ocd-division/country:us/state:mi',
      government_level: 'state',
      parts: { committees: [{ ...step, occurred_on: day }] },
    })
  })
  await importRecords(app.pool, bills)
  // Events are shown for two years, so this one is always in the next.
  const meeting = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 5, 3, 14))
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
  await saveHearings(
    app,
    hearing('mi/meeting', {
      organization: 'mi/lower',
      committee: { committee_id, name: 'Lantern Safety' },
      jurisdiction: 'ocd-division/country:us/state:mi',
      time_zone: null,
      starts_at: meeting.toISOString(),
      name: 'Lantern Safety',
      bills: agenda('mi/2025-2026/hb9324', 'mi/2025-2026/hb9323'),
    }),
  )
  const [row] = await app.pool<{ bill_id: string }[]>`
    select bill_id from bills where source_id = 'mi/2025-2026/hb9324'`
  await openBillByLink(page, ann, row!.bill_id)
  const bill = openBill(page)
  const next = bill.getByRole('region', { name: 'Next event' })
  await expect(next).toContainText(
    `Scheduled: ${day.format(meeting)}, 10:00 a.m. EDT, Lantern Safety, Room 5`,
  )
  // The progress above it says what comes next, and the event does not say it again.
  await expect(bill.getByText(/^Next:/)).toHaveCount(1)
  await expect(next.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
    'href',
    `/calendars/bill/${row!.bill_id}.ics`,
  )
  await bill.getByRole('region', { name: 'Committees' }).getByRole('link', { name: 'Lantern Safety' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Lantern Safety' })).toBeVisible()
  await expect(page.getByText('Michigan · State house')).toBeVisible()
  const members = page.getByRole('region', { name: 'Members' }).getByRole('listitem')
  await expect(members.first()).toContainText('Ben Birch')
  await expect(members.first()).toContainText('Chair · Democratic · House District 1')
  await expect(members.first().getByRole('link')).toHaveAttribute(
    'href',
    '/representatives/ocd-person%2Fbirch-x',
  )
  const meetings = page.getByRole('region', { name: 'Upcoming meetings' })
  await expect(meetings.getByRole('listitem')).toHaveCount(1)
  await expect(meetings).toContainText('On the agenda: HB 9323 and HB 9324')
  await expect(meetings.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
    'href',
    '/calendars/committee/mi%2Flanterns.ics',
  )
  await takeScreenshots(page, 'committee')
  const listed = page.getByRole('region', { name: 'Bills before it' })
  await expect(listed.getByRole('listitem').first()).toContainText('HB 9324')
  await expect(listed.getByRole('status')).toHaveText('1 to 20 of 25 bills')
  let reads = 0
  await page.route(secondPage, (route) => {
    reads += 1
    return route.fulfill({ status: 500, json: { success: false } })
  })
  const nextPage = listed.getByRole('button', { name: 'Next' })
  await nextPage.press('Enter')
  await expect(listed.getByRole('alert')).toHaveText('The bills could not be loaded. Please try again.')
  await expect(nextPage, 'the page before it and the focus stay').toBeFocused()
  await expect(listed.getByRole('listitem')).toHaveCount(20)
  await reconnect(page)
  expect(reads, 'only a press loads the page again').toBe(1)
  await page.unroute(secondPage)
  await nextPage.press('Enter')
  await expect(listed.getByRole('status')).toHaveText('21 to 25 of 25 bills')
  await expect(listed.getByRole('alert')).toHaveCount(0)
  await listed.getByRole('button', { name: 'Previous' }).press('Enter')
  await expect(listed.getByRole('status')).toHaveText('1 to 20 of 25 bills')
  await expect(listed.getByRole('button', { name: 'Previous' })).toBeFocused()
  await nextPage.press('Enter')
  await expect(listed.getByRole('status')).toHaveText('21 to 25 of 25 bills')
  await expect(nextPage, 'the last page keeps the focus on the button').toBeFocused()
  await nextPage.press('Enter')
  await expect(listed.getByRole('status')).toHaveText('21 to 25 of 25 bills')
  await expect(listed.getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: 'Follow committee' }).click()
  await expect(page.getByRole('button', { name: 'Follow committee' })).toHaveAttribute('aria-pressed', 'true')
})

test('a committee without members, meetings or bills says so, and an unknown one is not found', async ({
  page,
  app,
}) => {
  await app.pool`
    insert into committees (committee_id, organization, name, source_name, source_checked_at)
    values ('us/empty00', 'us/senate', 'Committee on Nothing', 'Test', now()) on conflict do nothing`
  await signIn(page, await app.member(uniqueName('ben')))
  await page.goto('/committees/us%2Fempty00')
  for (const text of [
    'No meeting has been announced.',
    'No list of members was published.',
    'No bill here names this committee.',
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await page.goto('/committees/us%2Fnone')
  await expect(page.getByRole('heading', { name: 'Committee not found' })).toBeVisible()
})

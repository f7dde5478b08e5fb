import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getBill } from '#contract/bills/bills.ts'
import { hurdSync, openLiveSource } from '#server/testing/external/liveSource.ts'
import { dayFromNow, importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let reader: Person
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('checkreader')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool`truncate bills, source_syncs, source_checks cascade`
  // This bill was checked 40 days ago, and no sync reports it, because it has not changed since.
  await importRecords(app.pool, [
    importedBill(901, {
      status: 'engrossed',
      source_checked_at: `${dayFromNow(-40)}T00:00:00.000Z`,
      actions: [{ date: '2026-02-01', text: 'Introduced in House', chamber: 'House' }],
    }),
  ])
})

const nothing = () => ({ body: { bills: [], results: [], houseRollCallVotes: [], pagination: { count: 0 } } })

async function syncBills(...args: string[]) {
  const { url } = await openLiveSource(nothing)
  return hurdSync(app, 'bills', url, ['--source=congress', ...args])
}

async function checkedOn() {
  const [row] = await app.pool<{ bill_id: string }[]>`select bill_id from bills`
  return (await reader.call(getBill, { id: row?.bill_id ?? '' })).bill.checked_on
}

const checks = () => app.pool<
  { source_family: string; jurisdiction: string; from: string; is_start_of_run: boolean }[]
>`
  select source_family, jurisdiction, to_char(covered_from at time zone 'utc', 'YYYY-MM-DD') as from,
         checked_at = (select synced_at from source_syncs where what = 'bills') as is_start_of_run
    from source_checks order by jurisdiction`

/** Moves the syncs so far into the past. */
async function daysPass(days: number) {
  await app.pool`
    update source_checks set covered_from = covered_from - make_interval(days => ${days}),
                             checked_at = checked_at - make_interval(days => ${days})`
  await app.pool`update source_syncs set synced_at = synced_at - make_interval(days => ${days})`
}

const us = 'ocd-division/country:us'

// covers HURD-PROGRESS-08
test('a finished sync dates the bills that have not changed, and the next one continues its period', async () => {
  await syncBills('--since', dayFromNow(-50))
  expect(await checks()).toEqual([
    { source_family: 'Congress.gov', jurisdiction: us, from: dayFromNow(-50), is_start_of_run: true },
  ])
  expect(await checkedOn()).toBe(dayFromNow(0))

  await daysPass(3)
  expect(await checkedOn()).toBe(dayFromNow(-3))
  await syncBills()
  expect(await checks()).toEqual([
    { source_family: 'Congress.gov', jurisdiction: us, from: dayFromNow(-53), is_start_of_run: true },
  ])
  expect(await checkedOn()).toBe(dayFromNow(0))
})

// covers HURD-PROGRESS-08
test('a sync after a gap begins a period of its own and dates no bill that was checked before it', async () => {
  await syncBills('--since', dayFromNow(-30))
  await daysPass(20)
  await syncBills('--since', dayFromNow(-5))
  expect(await checks()).toMatchObject([{ from: dayFromNow(-5), is_start_of_run: false }])
  expect(await checkedOn()).toBe(dayFromNow(-40))

  await syncBills('--since', dayFromNow(-60))
  expect(await checks()).toMatchObject([{ from: dayFromNow(-60), is_start_of_run: true }])
  expect(await checkedOn()).toBe(dayFromNow(0))
})

// covers HURD-PROGRESS-08
test('a sync that was interrupted dates nothing until it is resumed, and then only until it began', async () => {
  const broken = await openLiveSource(() => ({ status: 500 }))
  const args = ['--source=congress', '--since', dayFromNow(-50)]
  await expect(hurdSync(app, 'bills', broken.url, args)).rejects.toThrow('it answered 500')
  expect(await checks()).toEqual([])
  expect(await checkedOn()).toBe(dayFromNow(-40))

  const position = { startedAt: `${dayFromNow(-1)}T08:00:00.000Z`, position: { offset: '0' } }
  await app.pool`
    insert into source_syncs (source, what, since, cursor)
    values ('congress', 'bills', ${`${dayFromNow(-50)}T00:00:00.000Z`}, ${app.pool.json(position)})`
  expect(await syncBills()).toMatchObject({ resumed: true })
  expect(await checkedOn()).toBe(dayFromNow(-1))
})

// covers HURD-PROGRESS-08
test('a sync of some states dates only their bills, and a sync of votes dates no bill', async () => {
  const { url } = await openLiveSource(nothing)
  const states = ['--source=openstates', '--since', dayFromNow(-50), '--only=ut,tx']
  await hurdSync(app, 'bills', url, states)
  const places = (await checks()).map(({ source_family, jurisdiction }) => [source_family, jurisdiction])
  expect(places).toEqual([
    ['Open States', `${us}/state:tx`],
    ['Open States', `${us}/state:ut`],
  ])
  await hurdSync(app, 'votes', url, ['--source=congress', '--since', dayFromNow(-50)])
  expect(await checks()).toHaveLength(2)
  expect(await checkedOn()).toBe(dayFromNow(-40))
})

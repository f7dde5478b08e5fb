import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listUpdates } from '#contract/alerts.ts'
import { hurdSync, openLiveSource } from '#server/testing/external/liveSource.ts'
import { dayFromNow, importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import type { SyncKind } from './run.ts'
import { selectSources } from './status.ts'

let app: TestServer
let reader: Person
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('syncreader')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool`truncate bills, source_syncs, source_checks cascade`
  const states = ['tx', 'ut'].map((state, index) =>
    importedBill(911 + index, {
      source_id: `${state}/2026/hb${911 + index}`,
      source_name: 'Open States',
      government_level: 'state',
      jurisdiction: `ocd-division/country:us/state:${state}`,
      source_checked_at: `${dayFromNow(-20)}T00:00:00.000Z`,
    }),
  )
  await importRecords(app.pool, states)
})

const nothing = () => ({ body: { results: [], pagination: { page: 1, max_page: 1 } } })

/** Runs a sync of a source without changes, and returns the day since which it requested them. */
async function syncedSince(what: SyncKind, ...args: string[]): Promise<string> {
  const { url } = await openLiveSource(nothing)
  const report = await hurdSync(app, what, url, ['--source=openstates', ...args])
  return report.since.slice(0, 10)
}

/** Moves the syncs so far into the past. */
async function daysPass(days: number) {
  await app.pool`
    update source_checks set covered_from = covered_from - make_interval(days => ${days}),
                             checked_at = checked_at - make_interval(days => ${days})`
  await app.pool`update source_syncs set synced_at = synced_at - make_interval(days => ${days})`
}

/** Returns what `hurd status` and the page of updates say about the bills of Open States. */
async function ageOfSource() {
  const [status] = await selectSources(app.pool)
  const { sources } = await reader.call(listUpdates, {})
  return {
    checked: status?.last_checked_at && new Date(status.last_checked_at).toISOString().slice(0, 10),
    isStale: status?.stale,
    isLate: sources.map(({ is_late }) => is_late),
  }
}

// covers HURD-SYNC-07
test.each(['bills', 'votes'] as const)(
  'after a sync of the %s of one state, the next one of all states still begins where the last one of all states did',
  async (what) => {
    await syncedSince(what)
    await daysPass(10)
    expect(await syncedSince(what, '--only=ut')).toBe(dayFromNow(-12))
    expect(await syncedSince(what, '--only=ut')).toBe(dayFromNow(-2))
    expect(await syncedSince(what, '--only=ut,tx')).toBe(dayFromNow(-12))
    expect(await syncedSince(what, '--only=tx')).toBe(dayFromNow(-2))
    expect(await syncedSince(what)).toBe(dayFromNow(-12))
    expect(await syncedSince(what)).toBe(dayFromNow(-2))
  },
)

// covers HURD-SYNC-07 BEY-ALERTS-17
test('a source of which only one state was read does not look checked, until all of it is', async () => {
  await syncedSince('bills')
  await daysPass(10)
  const old = { checked: dayFromNow(-10), isStale: true, isLate: [true] }
  expect(await ageOfSource()).toEqual(old)
  await syncedSince('bills', '--only=ut')
  expect(await ageOfSource()).toEqual(old)
  await syncedSince('bills')
  expect(await ageOfSource()).toEqual({ checked: dayFromNow(0), isStale: false, isLate: [false] })
})

// covers HURD-SYNC-07 BEY-ALERTS-17
test('where only some states are read, the age is that of the state that was read longest ago', async () => {
  await syncedSince('bills', '--only=ut')
  expect(await ageOfSource()).toMatchObject({ checked: dayFromNow(-20), isStale: true })
  await syncedSince('bills', '--only=tx')
  expect(await ageOfSource()).toEqual({ checked: dayFromNow(0), isStale: false, isLate: [false] })
  await daysPass(9)
  await syncedSince('bills', '--only=tx')
  expect(await ageOfSource()).toEqual({ checked: dayFromNow(-9), isStale: true, isLate: [true] })
})

// covers HURD-SYNC-04 HURD-SYNC-07
test('a sync of one state does not lose the position of an interrupted sync of all states', async () => {
  const broken = await openLiveSource((url) =>
    url.searchParams.get('jurisdiction')?.includes('state:ar') ? { status: 500 } : nothing(),
  )
  await expect(hurdSync(app, 'bills', broken.url, ['--source=openstates'])).rejects.toThrow('500')
  await syncedSince('bills', '--only=ut')
  expect((await selectSources(app.pool))[0]).toMatchObject({ unfinished: true })
  const source = await openLiveSource(nothing)
  const report = await hurdSync(app, 'bills', source.url, ['--source=openstates'])
  expect(report).toMatchObject({ resumed: true })
  expect(source.requests[0]?.searchParams.get('jurisdiction')).toContain('state:ar')
})

// covers HURD-SYNC-07
test('after a sync of the newest changes only, the next one still reads the changes before them', async () => {
  await syncedSince('bills')
  await daysPass(20)
  await syncedSince('bills', '--since', dayFromNow(-1))
  expect(await ageOfSource()).toMatchObject({ isStale: true, isLate: [true] })
  expect(await syncedSince('bills')).toBe(dayFromNow(-22))
  expect(await syncedSince('bills')).toBe(dayFromNow(-2))
})

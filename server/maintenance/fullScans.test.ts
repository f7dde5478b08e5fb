import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../kit/log.ts'
import { gazetteerGeocoder } from '../places/geocoder.ts'
import { resolveNextMap } from '../places/maintenance.ts'
import { mapOn } from '../places/maps.ts'
import { openPool, operatorLimits } from '../postgres/db.ts'
import type { BuiltStatement } from '../postgres/sqlText.ts'
import { isBounded, planNodes } from '../testing/postgres/plans.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'
import { maintenanceTasks } from './tasks.ts'

const members = 2_000
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * The positions at which two tasks begin, which scan the members in the order of their ids. The statements of their first
 * slices have no lower limit.
 */
const positions: Record<string, string> = { missing_residences: noId, cohorts: `accounts:${noId}` }

/** There are few appeals, a member has one export, and fan-outs are kept for an hour. */
const shortTables = ['appeals', 'exports', 'stance_fanouts']

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await app.pool`
    insert into users (username, full_name, email, password_hash, address, created_at)
    select 'member' || n, 'Member', case when n <= 20 then 'crowd+' else 'member' end || n || '@example.org', 'none', '1 Oak Street, Austin, TX 78701',
           now() - n % 60 * interval '1 day'
      from generate_series(1, ${members}::int) n`
  await app.pool`
    insert into residences (user_id, precision, source, map_congress, next_map_congress, candidates)
    select user_id, 'none', 'gazetteer', ${mapOn(new Date()).congress}, 120, '{}' from users`
  await app.pool`
    update residences set retry_at = now() - interval '1 hour', next_map_congress = null
     where user_id in (select user_id from users order by user_id limit 5)`
})
afterAll(() => app.close())

// covers HURD-MAINTAIN-07
test('no task of maintenance reads a table of all members completely', async () => {
  const sent = new Map<string, BuiltStatement>()
  const pool = openPool(app.databaseUrl, operatorLimits, (statement) => {
    if (!sent.has(statement.text)) sent.set(statement.text, statement)
  })
  const parts = {
    pool,
    storage: app.storage,
    geocode: gazetteerGeocoder,
    log: openLog('silent'),
    updateFeedUrl: null,
  }
  for (const { name, slice } of maintenanceTasks(parts)) {
    let position: string | null = positions[name] ?? null
    do {
      // oxlint-disable-next-line no-await-in-loop -- a slice begins where the previous one ended
      position = await slice(position, () => false)
    } while (position !== null)
  }
  // On this day the map of the next Congress is known and not yet in effect.
  await resolveNextMap(pool, gazetteerGeocoder, new Date('2026-11-15'))
  await pool.end()
  await app.pool.unsafe('analyze users; analyze residences; analyze account_signals')

  const referring = await app.pool<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'users'::regclass and conparentid = 0`
  const memberTables = new Set(['users', ...referring.map(({ name }) => name)])
  for (const table of shortTables) memberTables.delete(table)
  const scans: string[] = []
  const statements = new Set<string>()
  for (const statement of sent.values()) {
    for (const node of await planNodes(app.pool, statement)) {
      if (!memberTables.has(node['Relation Name'] ?? '') || node['Node Type'] === 'ModifyTable') continue
      statements.add(statement.name)
      if (!isBounded(node)) scans.push(`${statement.name}: ${node['Node Type']} on ${node['Relation Name']}`)
    }
  }
  expect(scans).toEqual([])
  expect([...statements]).toEqual(
    expect.arrayContaining([
      'maintenance/expiries.deleteExpired',
      'moderation/accountDeletion.eraseReportedTexts',
      'moderation/cohorts/compareAccounts.saveCohorts',
      'moderation/cohorts/compareAccounts.saveSignals',
      'moderation/cohorts/countCohort.saveBills',
      'moderation/suspensionEnds.liftEndedSuspensions',
      'operations/dailyStatistics.countRows',
      'operations/dailyStatistics.selectDueDay',
      'people/pictures/pictureFiles.checkBatch',
      'places/maintenance.resolveMissingResidences',
      'places/maintenance.resolveNextMap',
      'places/maintenance.selectPending',
    ]),
  )
})

import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gazetteerGeocoder } from '#server/legislation/places/geocoder.ts'
import { resolveNextMap } from '#server/legislation/places/maintenance.ts'
import { mapOn } from '#server/legislation/places/maps.ts'
import { openLog } from '#server/platform/observability/log.ts'
import { openPool, operatorLimits } from '#server/platform/postgres/db.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'
import { isBounded, planNodes } from '#server/testing/postgres/plans.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { maintenanceTasks } from './tasks.ts'

const members = 2_000
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * The positions at which two tasks begin, which scan the members in the order of their ids. The statements of their first
 * slices have no lower limit.
 */
const positions: Record<string, string> = { missing_residences: noId, cohorts: `accounts:${noId}` }

/** The index of the emails that are still to be delivered is as long as that queue, whatever the age of the instance. */
const shortIndex = 'emails_due'

/** Totals of all comments that changed minds are published once a month. */
const monthly = 'releasePersuasion'

/** There are few appeals and operators, a member has one export, and fan-outs are kept for an hour. */
const shortTables = ['appeals', 'exports', 'operator_roles', 'stance_fanouts']

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
    settings: { publicOrigin: app.origin, deletionLedger: join(app.dataDir, 'deletions.ledger') },
  }
  for (const { name, slice } of maintenanceTasks(parts)) {
    let position: string | null = positions[name] ?? null
    do {
      // oxlint-disable-next-line no-await-in-loop -- a slice begins where the previous one ended
      position = await slice(position, () => false)
    } while (position !== null)
  }
  // On this day the map of the next Congress is known and not yet in effect.
  await resolveNextMap(pool, gazetteerGeocoder, null, new Date('2026-11-15'))
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
      if (isBounded(node) || node['Index Name'] === shortIndex || statement.name.endsWith(monthly)) continue
      scans.push(`${statement.name}: ${node['Node Type']} on ${node['Relation Name']}`)
    }
  }
  expect(scans).toEqual([])
  expect([...statements]).toEqual(
    expect.arrayContaining([
      'operations/maintenance/expiries.deleteExpired',
      'operations/moderation/reportRetention.eraseReportedTexts',
      'operations/moderation/cohorts/compareAccounts.saveCohorts',
      'operations/moderation/cohorts/compareAccounts.saveSignals',
      'operations/moderation/cohorts/countCohort.saveBills',
      'operations/moderation/suspensionEnds.liftEndedSuspensions',
      'operations/monitoring/dailyStatistics.countRows',
      'operations/monitoring/dailyStatistics.selectDueDay',
      'platform/storage/pictureFiles.checkBatch',
      'legislation/places/maintenance.resolveMissingResidences',
      'legislation/places/maintenance.resolveNextMap',
      'legislation/places/maintenance.selectPending',
    ]),
  )
})

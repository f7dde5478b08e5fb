import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listBills, takeStance } from '#contract/bills/bills.ts'
import { followUser } from '#contract/people.ts'
import { gazetteerGeocoder } from '#server/legislation/places/geocoder.ts'
import { openLog } from '#server/platform/observability/log.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { names } from '#web/administration/operation/labels.ts'
import { maintenanceTasks } from './tasks.ts'

// covers HURD-MAINTAIN-05
test('maintenance deletes expired rows and nothing else', async () => {
  const app = await startTestServer()
  const [ana, ben] = [await app.member('ana'), await app.member('ben')]
  const { bill_id } = await app.bill('Old Bill')
  await ana.call(takeStance, { id: bill_id, stance: 'support' })
  await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
  await ana.request(followUser, { id: ben.user_id }, { 'idempotency-key': 'old' })
  await ben.request(followUser, { id: ana.user_id }, { 'idempotency-key': 'new' })
  await app.pool`update sessions set expires_at = now() - interval '1 second' where user_id = ${ana.user_id}`
  await app.pool`update idempotency_keys set created_at = now() - interval '25 hours' where user_id = ${ana.user_id}`
  await app.pool`
    insert into rate_limits (rule, subject, window_ends_at, attempts)
    values ('login', ${Buffer.alloc(32, 1)}, now() - interval '1 second', 3),
           ('login', ${Buffer.alloc(32, 2)}, now() + interval '1 hour', 3)`
  await app.foldCounters()
  await app.pool`insert into bill_activity (bill_id, day, points) values (${bill_id}, current_date - 20, 5)`
  await app.pool`update bill_counters set activity_score = activity_score + 5`

  await runMaintenance(app.pool)
  await runMaintenance(app.pool)

  expect(await app.pool`select user_id from sessions`).toEqual([{ user_id: ben.user_id }])
  expect(await app.pool`select user_id from idempotency_keys`).toEqual([{ user_id: ben.user_id }])
  expect(await app.pool`select attempts from rate_limits`).toHaveLength(1)
  const { bills } = await ben.call(listBills, {})
  expect(bills[0]).toMatchObject({ activity_score: 2 })
  await app.close()
})

// covers HURD-LANGUAGE-33
test('administrators read a translated name of every recurring task', async () => {
  const app = await startTestServer()
  const tasks = maintenanceTasks({
    pool: app.pool,
    storage: app.storage,
    geocode: gazetteerGeocoder,
    log: openLog('silent'),
    updateFeedUrl: 'https://releases.example/latest.json',
    settings: { publicOrigin: app.origin, deletionLedger: join(app.dataDir, 'deletions.ledger') },
  })
  expect(tasks.map(({ name }) => name).filter((name) => names[name] === undefined)).toEqual([])
  await app.close()
})

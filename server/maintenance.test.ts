import { expect, test } from 'vitest'
import { listBills, takeStance } from '../contract/bills.ts'
import { runMaintenance } from './maintenance.ts'
import { openWorld } from './testing/world.ts'

test('maintenance deletes expired rows and nothing else', async () => {
  const world = await openWorld()
  const [ana, ben] = [await world.member('ana'), await world.member('ben')]
  const { bill_id } = await world.bill('Old Bill')
  await ana.ask(takeStance, { id: bill_id, stance: 'support' }, { 'idempotency-key': 'old' })
  await ben.ask(takeStance, { id: bill_id, stance: 'oppose' }, { 'idempotency-key': 'new' })
  await world.pool`update sessions set expires_at = now() - interval '1 second' where user_id = ${ana.user_id}`
  await world.pool`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old'`
  await world.pool`
    insert into rate_limits (rule, subject, window_ends_at, attempts)
    values ('login', ${Buffer.alloc(32, 1)}, now() - interval '1 second', 3),
           ('login', ${Buffer.alloc(32, 2)}, now() + interval '1 hour', 3)`
  await world.pool`insert into bill_activity (bill_id, day, points) values (${bill_id}, current_date - 20, 5)`
  await world.pool`update bill_counters set activity_score = activity_score + 5`

  await runMaintenance(world.pool)
  await runMaintenance(world.pool)

  expect(await world.pool`select user_id from sessions`).toEqual([{ user_id: ben.user_id }])
  expect(await world.pool`select key from idempotency_keys`).toEqual([{ key: 'new' }])
  expect(await world.pool`select attempts from rate_limits`).toHaveLength(1)
  const { bills } = await ben.call(listBills, {})
  expect(bills[0]).toMatchObject({ activity_score: 2 })
  await world.close()
})

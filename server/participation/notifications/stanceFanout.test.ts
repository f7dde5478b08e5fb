import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deactivate } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { maxMutes } from '#contract/mutes.ts'
import { followUser, updatePrivacy } from '#contract/people.ts'
import { stances } from '#contract/stances.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { type Db, openPool, type Pool, requestLimits } from '#server/platform/postgres/db.ts'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { notificationsOf } from '#server/testing/setups/notified.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { claimFanout, startStanceFanout, fanOutBatch, notifyPendingFollowers } from './stanceFanout.ts'

const fanCount = 10_000
const log = pino({ level: 'silent' })

async function addFans(pool: Pool, user_id: string) {
  await pool.begin(async (db) => {
    await db`set local statement_timeout = 0`
    await db`
      insert into users (username, email, full_name, password_hash)
      select 'fan-' || n, 'fan' || n || '@example.org', 'Fan number ' || n, 'none' from generate_series(1, ${fanCount}::int) n`
    await db`
      insert into follows (follower_id, followee_id, created_at)
      select user_id, ${user_id}, now() - interval '1 day' from users where username like 'fan-%'`
    await db`update users set follower_count = ${fanCount} where user_id = ${user_id}`
    await db`update users set following_count = 1 where username like 'fan-%'`
  })
}

/** Counts notifications and recipients by stance and by whether they were read. */
function countNotified(db: Db) {
  return db`
    select stance, read_at is not null as read, count(*) as items, count(distinct user_id) as people
      from notifications group by 1, 2 order by 2, 1`
}

/** Runs until all followers are notified, either by the app's worker or by the call. */
async function notifyAll(pool: Pool) {
  for (;;) {
    await pool`update stance_fanouts set next_attempt_at = now() where next_attempt_at > now()`
    await notifyPendingFollowers(pool)
    const waiting = await pool`select from stance_fanouts where next_attempt_at is not null`
    if (waiting.length === 0) return
  }
}

describe('the followers of a member with ten thousand', () => {
  let app: TestServer
  let star: Person
  beforeAll(async () => {
    app = await startTestServer()
    star = await app.member('star')
    await addFans(app.pool, star.user_id)
  })
  afterAll(() => app.close())
  beforeEach(() => app.pool`delete from notifications`)

  test('each have one unread notification with the last of fifty changes', async () => {
    const { bill_id } = await app.bill('Famous Bill')
    for (let turn = 0; turn < 51; turn += 1) {
      await star.call(takeStance, { id: bill_id, stance: stances[turn % stances.length]! })
    }
    const fanouts = await app.pool`select from stance_fanouts where bill_id = ${bill_id}`
    expect(fanouts).toHaveLength(1)
    await notifyAll(app.pool)
    expect(await countNotified(app.pool)).toEqual([
      { stance: 'neutral', read: false, items: fanCount, people: fanCount },
    ])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('do not delay the response to the stance, which comes before they are notified', async () => {
    const { bill_id } = await app.bill('Another Famous Bill')
    // The lock blocks the worker. The stance gets its response anyway.
    await app.pool.begin(async (db) => {
      await db`lock table notifications in exclusive mode`
      const { stance } = await star.call(takeStance, { id: bill_id, stance: 'support' })
      expect(stance.stance).toBe('support')
    })
    await notifyAll(app.pool)
    expect(await countNotified(app.pool)).toEqual([
      { stance: 'support', read: false, items: fanCount, people: fanCount },
    ])
  })

  test('get no notification about a member who deactivates or makes stances private during the fan-out', async () => {
    const { bill_id } = await app.bill('A Bill of Goodbyes')
    const fan = await app.member('last-fan')
    const waiting = async () =>
      (
        await app.pool`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length
    const changes = {
      leaver: (member: Person) => member.call(deactivate, {}),
      shy: (member: Person) => member.call(updatePrivacy, { public_stances: false }),
    }
    for (const [username, change] of Object.entries(changes)) {
      const member = await app.member(username)
      await fan.call(followUser, { id: member.user_id })
      let changing: Promise<unknown> = Promise.resolve()
      await app.pool.begin(async (db) => {
        await db`lock table notification_counts in exclusive mode`
        await member.call(takeStance, { id: bill_id, stance: 'support' })
        // The app's worker has written the notification and waits for the lock to count it.
        await vi.waitFor(async () => expect(await waiting()).toBe(1), 4000)
        let hasChanged = false
        changing = Promise.resolve(change(member)).then(() => (hasChanged = true))
        await vi.waitFor(async () => expect(hasChanged || (await waiting()) === 2).toBe(true), 2000)
      })
      await changing
      await notifyAll(app.pool)
      expect((await notificationsOf(fan)).messages).toEqual([])
    }
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('are notified again at the earliest ten seconds after the last fan-out began', async () => {
    const { bill_id } = await app.bill('A Third Famous Bill')
    await star.call(takeStance, { id: bill_id, stance: 'support' })
    await notifyAll(app.pool)
    // The fan-out to all followers can itself take ten seconds.
    await app.pool`update stance_fanouts set started_at = now() where bill_id = ${bill_id}`
    await star.call(takeStance, { id: bill_id, stance: 'oppose' })
    const [fanout] = await app.pool`
      select next_attempt_at > now() and next_attempt_at <= started_at + interval '10 seconds' as is_delayed from stance_fanouts where bill_id = ${bill_id}`
    expect(fanout).toEqual({ is_delayed: true })
  })
})

// These tests run without an app, because its own worker would interfere.
describe('the fan-out of a stance', () => {
  let database: TestDatabase
  let pool: Pool
  let bill_id: string
  let user_id: string
  beforeAll(async () => {
    database = await copyTemplate()
    pool = openPool(database.url, requestLimits)
    const [star] = await pool<{ user_id: string }[]>`
      insert into users (username, email, full_name, password_hash)
      values ('star', 'star@example.org', 'A Star', 'none') returning user_id`
    user_id = star!.user_id
    const [bill] = await pool<{ bill_id: string }[]>`
      insert into bills (source_id, source_family, source_name, content_hash, bill_code, title, government_level,
                         jurisdiction, status, created_at)
      values ('test/1', 'Test', 'Test records', '', 'T.B. 1', 'Famous Bill', 'federal', 'ocd-division/country:us',
              'introduced', now()) returning bill_id`
    bill_id = bill!.bill_id
    await addFans(pool, user_id)
  })
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })
  beforeEach(async () => {
    await pool`delete from notifications`
    await pool`delete from stance_fanouts`
  })

  const notified = () => countNotified(pool)

  /** Saves a stance and queues its fan-out. */
  async function saveStance(stance: string) {
    await pool`
      insert into stances (bill_id, user_id, stance) values (${bill_id}, ${user_id}, ${stance})
      on conflict (bill_id, user_id) do update set stance = excluded.stance, changed_at = now()`
    await pool`
      insert into stance_fanouts as existing (user_id, bill_id) values (${user_id}, ${bill_id})
      on conflict (user_id, bill_id) do update set lease_id = null, cursor = null, next_attempt_at = now()`
  }

  test('continues after the last batch, and followers who have read theirs are not notified again', async () => {
    await saveStance('support')
    const fanout = (await claimFanout(pool))!
    await fanOutBatch(pool, fanout, null)
    const [first] = await notified()
    expect(first).toMatchObject({ stance: 'support', people: 500 })
    await pool`update notifications set read_at = now()`

    // The worker dies here, and its lease expires.
    await notifyPendingFollowers(pool)
    expect(await notified()).toHaveLength(1)
    await pool`update stance_fanouts set next_attempt_at = now()`
    await notifyPendingFollowers(pool)
    expect(await notified()).toEqual([
      { stance: 'support', read: false, items: fanCount - 500, people: fanCount - 500 },
      { stance: 'support', read: true, items: 500, people: 500 },
    ])
  })

  test('by several instances at once notifies every follower once', async () => {
    await saveStance('oppose')
    await Promise.all([
      notifyPendingFollowers(pool),
      notifyPendingFollowers(pool),
      notifyPendingFollowers(pool),
    ])
    expect(await notified()).toEqual([{ stance: 'oppose', read: false, items: fanCount, people: fanCount }])
  })

  test('stops in the middle when the stance changes, and starts again with the new one', async () => {
    await saveStance('support')
    const fanout = (await claimFanout(pool))!
    const batch = await fanOutBatch(pool, fanout, null)
    expect(batch.state).toBe('more')
    await saveStance('oppose')
    expect(await fanOutBatch(pool, fanout, batch.state === 'more' ? batch.cursor : null)).toEqual({
      state: 'outdated',
    })
    expect(await notified()).toMatchObject([{ stance: 'support', items: 500 }])
    await notifyPendingFollowers(pool)
    expect(await notified()).toEqual([{ stance: 'oppose', read: false, items: fanCount, people: fanCount }])
  })

  test('cannot be continued by a worker after another one has claimed it', async () => {
    await saveStance('support')
    const slow = (await claimFanout(pool))!
    await pool`update stance_fanouts set next_attempt_at = now()`
    const quick = (await claimFanout(pool))!
    expect(await fanOutBatch(pool, slow, null)).toEqual({ state: 'outdated' })
    expect(await notified()).toEqual([])
    expect(await fanOutBatch(pool, quick, null)).toMatchObject({ state: 'more' })
  })

  test('skips members who followed after the stance was taken, and members who are not active', async () => {
    await saveStance('support')
    await pool`
      update follows set created_at = now() where follower_id = (select user_id from users where username = 'fan-1')`
    await pool`update users set account_status = 'suspended' where username = 'fan-2'`
    await notifyPendingFollowers(pool)
    expect(await notified()).toMatchObject([{ people: fanCount - 2 }])
    await pool`update users set account_status = 'active' where username = 'fan-2'`
    await pool`update follows set created_at = now() - interval '1 day'`
  })

  // covers HURD-MUTE-03
  test('skips a follower who mutes the member while the batch begins', async () => {
    await saveStance('support')
    const fanout = (await claimFanout(pool))!
    const [first] = await pool<{ follower_id: string }[]>`select follower_id from follows order by 1 limit 1`
    const { follower_id } = first!
    let batch: Promise<unknown> = Promise.resolve()
    await pool.begin(async (db) => {
      await db`select mute_user(${follower_id}, ${user_id}, ${maxMutes})`
      batch = fanOutBatch(pool, fanout, null)
      // The mute is written but not committed, and the batch waits for its locks.
      await vi.waitFor(async () => {
        const waiting = await pool`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect(waiting).toHaveLength(1)
      }, 15_000)
    })
    expect(await batch).toMatchObject({ state: 'more', cursor: expect.any(String) })
    expect(await notified()).toMatchObject([{ people: 499 }])
    expect(await pool`select from notifications where user_id = ${follower_id}`).toHaveLength(0)
    await pool`delete from mutes`
  })

  test('pauses after the current batch when the app stops, and the next worker continues it', async () => {
    await saveStance('learning')
    const worker = startStanceFanout(pool, log)
    worker.notify()
    await worker.stop()
    const [fanout] = await pool<
      { done: boolean }[]
    >`select next_attempt_at is null as done from stance_fanouts`
    expect(fanout).toEqual({ done: false })
    await pool`update stance_fanouts set next_attempt_at = now()`
    await notifyPendingFollowers(pool)
    expect(await notified()).toEqual([{ stance: 'learning', read: false, items: fanCount, people: fanCount }])
  })
})

import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deactivate } from '../../contract/accounts.ts'
import { takeStance } from '../../contract/bills.ts'
import { followUser, updatePrivacy } from '../../contract/people.ts'
import { stances } from '../../contract/stances.ts'
import { findProblems } from '../check/derivedCounts.ts'
import { type Db, openPool, type Pool, requestLimits } from '../postgres/db.ts'
import { notificationsOf } from '../testing/notified.ts'
import { copyTemplate, type TestDatabase } from '../testing/postgres.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'
import { claimFanout, startStanceFanout, fanOutBatch, notifyPendingFollowers } from './stanceFanout.ts'

const crowd = 10_000
const log = pino({ level: 'silent' })

async function followByCrowd(db: Db, user_id: string) {
  await db`
    insert into users (username, email, full_name, password_hash)
    select 'fan-' || n, 'fan' || n || '@example.org', 'Fan number ' || n, 'none' from generate_series(1, ${crowd}::int) n`
  await db`
    insert into follows (follower_id, followee_id, created_at)
    select user_id, ${user_id}, now() - interval '1 day' from users where username like 'fan-%'`
  await db`update users set follower_count = ${crowd} where user_id = ${user_id}`
  await db`update users set following_count = 1 where username like 'fan-%'`
}

/** How many are told how often, by what they are told. */
function toldIn(db: Db) {
  return db`
    select stance, read_at is not null as read, count(*) as items, count(distinct user_id) as people
      from notifications group by 1, 2 order by 2, 1`
}

/** Until everybody is told, by the app or from here. */
async function tellAll(pool: Pool) {
  for (;;) {
    await pool`update stance_fanouts set due_at = now() where due_at > now()`
    await notifyPendingFollowers(pool)
    const waiting = await pool`select from stance_fanouts where due_at is not null`
    if (waiting.length === 0) return
  }
}

describe('the followers of a member with ten thousand', () => {
  let world: World
  let star: Person
  beforeAll(async () => {
    world = await openWorld()
    star = await world.member('star')
    await followByCrowd(world.pool, star.user_id)
  })
  afterAll(() => world.close())
  beforeEach(() => world.pool`delete from notifications`)

  test('hold one unread item each with the last of fifty changes', async () => {
    const { bill_id } = await world.bill('Famous Bill')
    for (let turn = 0; turn < 51; turn += 1) {
      await star.call(takeStance, { id: bill_id, stance: stances[turn % stances.length]! })
    }
    const news = await world.pool`select from stance_fanouts where bill_id = ${bill_id}`
    expect(news).toHaveLength(1)
    await tellAll(world.pool)
    expect(await toldIn(world.pool)).toEqual([
      { stance: 'neutral', read: false, items: crowd, people: crowd },
    ])
    expect(await findProblems(world.pool)).toEqual([])
  })

  test('are waited for by nobody: the stance is answered before they are told', async () => {
    const { bill_id } = await world.bill('Another Famous Bill')
    // Whoever tells is kept from it; the stance is answered all the same.
    await world.pool.begin(async (db) => {
      await db`lock table notifications in exclusive mode`
      const { stance } = await star.call(takeStance, { id: bill_id, stance: 'support' })
      expect(stance.stance).toBe('support')
    })
    await tellAll(world.pool)
    expect(await toldIn(world.pool)).toEqual([
      { stance: 'support', read: false, items: crowd, people: crowd },
    ])
  })

  test('are told nothing of who was deactivated, or keeps stances private, while they were being told', async () => {
    const { bill_id } = await world.bill('A Bill of Goodbyes')
    const fan = await world.member('last-fan')
    const waiting = async () =>
      (
        await world.pool`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length
    const goings = {
      leaver: (one: Person) => one.call(deactivate, {}),
      shy: (one: Person) => one.call(updatePrivacy, { public_stances: false }),
    }
    for (const [username, go] of Object.entries(goings)) {
      const one = await world.member(username)
      await fan.call(followUser, { id: one.user_id })
      let gone: Promise<unknown> = Promise.resolve()
      await world.pool.begin(async (db) => {
        await db`lock table notification_counts in exclusive mode`
        await one.call(takeStance, { id: bill_id, stance: 'support' })
        // The app's worker has written the item, and cannot count it yet.
        await vi.waitFor(async () => expect(await waiting()).toBe(1), 4000)
        let has_gone = false
        gone = Promise.resolve(go(one)).then(() => (has_gone = true))
        await vi.waitFor(async () => expect(has_gone || (await waiting()) === 2).toBe(true), 2000)
      })
      await gone
      await tellAll(world.pool)
      expect((await notificationsOf(fan)).messages).toEqual([])
    }
    expect(await findProblems(world.pool)).toEqual([])
  })

  test('are told again at the earliest ten seconds after it last began', async () => {
    const { bill_id } = await world.bill('A Third Famous Bill')
    await star.call(takeStance, { id: bill_id, stance: 'support' })
    await tellAll(world.pool)
    await star.call(takeStance, { id: bill_id, stance: 'oppose' })
    const [news] = await world.pool`
      select due_at > now() and due_at <= started_at + interval '10 seconds' as put_off from stance_fanouts where bill_id = ${bill_id}`
    expect(news).toEqual({ put_off: true })
  })
})

// On a database without an app, whose own worker would come in between.
describe('telling followers', () => {
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
    await followByCrowd(pool, user_id)
  })
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })
  beforeEach(async () => {
    await pool`delete from notifications`
    await pool`delete from stance_fanouts`
  })

  const told = () => toldIn(pool)

  /** A stance and its news. */
  async function takeQuietly(stance: string) {
    await pool`
      insert into stances (bill_id, user_id, stance) values (${bill_id}, ${user_id}, ${stance})
      on conflict (bill_id, user_id) do update set stance = excluded.stance, changed_at = now()`
    await pool`
      insert into stance_fanouts as held (user_id, bill_id) values (${user_id}, ${bill_id})
      on conflict (user_id, bill_id) do update set version = held.version + 1, cursor = null, due_at = now()`
  }

  test('goes on where it stopped, and those told already, who have read it, are not told again', async () => {
    await takeQuietly('support')
    const news = (await claimFanout(pool))!
    await fanOutBatch(pool, news, null)
    const [first] = await told()
    expect(first).toMatchObject({ stance: 'support', people: 500 })
    await pool`update notifications set read_at = now()`

    // The worker died here; its lease runs out.
    await notifyPendingFollowers(pool)
    expect(await told()).toHaveLength(1)
    await pool`update stance_fanouts set due_at = now()`
    await notifyPendingFollowers(pool)
    expect(await told()).toEqual([
      { stance: 'support', read: false, items: crowd - 500, people: crowd - 500 },
      { stance: 'support', read: true, items: 500, people: 500 },
    ])
  })

  test('is done once by several instances at once, whoever takes what', async () => {
    await takeQuietly('oppose')
    await Promise.all([
      notifyPendingFollowers(pool),
      notifyPendingFollowers(pool),
      notifyPendingFollowers(pool),
    ])
    expect(await told()).toEqual([{ stance: 'oppose', read: false, items: crowd, people: crowd }])
  })

  test('is given up in the middle when the stance changes, and begun again with the new one', async () => {
    await takeQuietly('support')
    const news = (await claimFanout(pool))!
    const batch = await fanOutBatch(pool, news, null)
    expect(batch.state).toBe('more')
    await takeQuietly('oppose')
    expect(await fanOutBatch(pool, news, batch.state === 'more' ? batch.up_to : null)).toEqual({
      state: 'outdated',
    })
    expect(await told()).toMatchObject([{ stance: 'support', items: 500 }])
    await notifyPendingFollowers(pool)
    expect(await told()).toEqual([{ stance: 'oppose', read: false, items: crowd, people: crowd }])
  })

  test('can write nothing more once another worker has taken over', async () => {
    await takeQuietly('support')
    const slow = (await claimFanout(pool))!
    await pool`update stance_fanouts set due_at = now()`
    const quick = (await claimFanout(pool))!
    expect(await fanOutBatch(pool, slow, null)).toEqual({ state: 'outdated' })
    expect(await told()).toEqual([])
    expect(await fanOutBatch(pool, quick, null)).toMatchObject({ state: 'more' })
  })

  test('leaves out whoever began to follow after the stance was taken, and whoever is not active', async () => {
    await takeQuietly('support')
    await pool`
      update follows set created_at = now() where follower_id = (select user_id from users where username = 'fan-1')`
    await pool`update users set account_status = 'suspended' where username = 'fan-2'`
    await notifyPendingFollowers(pool)
    expect(await told()).toMatchObject([{ people: crowd - 2 }])
    await pool`update users set account_status = 'active' where username = 'fan-2'`
    await pool`update follows set created_at = now() - interval '1 day'`
  })

  test('of an app that stops ends with the batch at hand, and is taken up by the next one', async () => {
    await takeQuietly('learning')
    const worker = startStanceFanout(pool, log)
    worker.notify()
    await worker.stop()
    const [news] = await pool<{ done: boolean }[]>`select due_at is null as done from stance_fanouts`
    expect(news).toEqual({ done: false })
    await pool`update stance_fanouts set due_at = now()`
    await notifyPendingFollowers(pool)
    expect(await told()).toEqual([{ stance: 'learning', read: false, items: crowd, people: crowd }])
  })
})

import type { FastifyBaseLogger } from 'fastify'
import {
  claim,
  finish,
  release,
  renewLease,
  retryLater,
  type Lease,
  type Queue,
} from '#server/platform/jobs/queue.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Db, Part, Pool } from '#server/platform/postgres/db.ts'
import { country, kindOf, sumOf, total, type Cell } from './groups.ts'
import { openDataKinds, publish, releaseBill, releaseFloors, type ReleaseRow } from './release.ts'

type Release = { released_on: string; counted_to: string | null; counted_at: string | null }
type ClaimedRelease = Release & Lease

const queue: Queue<Release> = {
  table: 'stance_releases',
  key: ['released_on'],
  pending: 'published_at is null',
  leaseSeconds: 300,
  retrySeconds: [60, 600, 3600],
  maxAttempts: null,
}

const noBill = '00000000-0000-0000-0000-000000000000'
/** The number of bills whose counters are read at once, to find those with enough stances. */
const batchSize = 2_000

/** Counts stances by place on Mondays and publishes the counts a day later. Of all instances, one worker does it. */
export function startReleases(pool: Pool, log: FastifyBaseLogger): Worker {
  return startWorker({
    name: 'stance_releases',
    pollMs: 10 * 60_000,
    log,
    failureMessage: 'the weekly release of stances failed, will retry',
    work: async (isStopping) => {
      while (!isStopping() && (await runRelease(pool, isStopping)));
    },
  })
}

/** Runs the next step of a release that is due. Returns false if there is none. */
export async function runRelease(pool: Pool, isStopping: () => boolean = () => false): Promise<boolean> {
  await pool`
    insert into stance_releases (released_on) values (date_trunc('week', now() at time zone 'utc')::date)
    on conflict do nothing`
  const claimed = await claim(pool, queue)
  if (!claimed) return false
  try {
    const [newest] = await pool<{ is_newest: boolean }[]>`
      select max(released_on) = ${claimed.released_on}::date as is_newest from stance_releases`
    // A release that no worker finished in its week is left out, because the next one replaces its counts.
    if (!newest?.is_newest) await finish(pool, queue, claimed, pool`published_at = now()`)
    else if (claimed.counted_at === null) await countAll(pool, claimed, isStopping)
    else await publishAll(pool, claimed)
  } catch (error) {
    await retryLater(pool, queue, claimed)
    throw error
  }
  return true
}

async function countAll(pool: Pool, claimed: ClaimedRelease, isStopping: () => boolean): Promise<void> {
  let from = claimed.counted_to ?? noBill
  for (;;) {
    const bills = await pool<{ bill_id: string; is_counted: boolean }[]>`
      select c.bill_id, c.support_count + c.oppose_count + c.neutral_count + c.learning_count >= ${releaseFloors.bill}
                        or exists (select from district_releases d where d.bill_id = c.bill_id) as is_counted
        from bill_counters c where c.bill_id > ${from} order by c.bill_id limit ${batchSize}`
    const last = bills.at(-1)
    if (!last) break
    for (const { bill_id } of bills.filter(({ is_counted }) => is_counted)) {
      if (isStopping()) {
        // Another worker can continue at once.
        await release(pool, queue, claimed)
        return
      }
      await pool.begin((db) => countBill(db, bill_id, claimed.released_on))
      if (!(await renewLease(pool, queue, claimed, pool`counted_to = ${bill_id}`))) return
    }
    from = last.bill_id
    if (!(await renewLease(pool, queue, claimed, pool`counted_to = ${from}`))) return
  }
  await finish(
    pool,
    queue,
    claimed,
    pool`counted_at = now(), attempts = 0, next_attempt_at = now() + interval '1 day'`,
  )
}

async function countBill(db: Db, bill_id: string, released_on: string): Promise<void> {
  const cells = await selectCells(db, bill_id)
  const before = await selectRows(db, bill_id)
  const rows = releaseBill(cells, before, released_on)
  const unmatched = total(sumOf(cells.filter(({ state }) => state === null).map(({ counts }) => counts)))
  const stored = rows.map(({ counts, ...row }) => {
    const [support, oppose, neutral, learning] = counts
    const sides = { support, oppose, neutral, learning, n: total(counts) }
    return Object.assign(row, sides, { bill_id, unmatched: row.division === country ? unmatched : 0 })
  })
  await db`delete from district_releases where bill_id = ${bill_id}`
  await db`
    insert into district_releases
    select * from jsonb_populate_recordset(null::district_releases, ${db.json(stored)})`
}

function selectRows(db: Db, bill_id: string): Promise<ReleaseRow[]> {
  return db<ReleaseRow[]>`
    select division, released_on::text, array[support, oppose, neutral, learning] as counts, members_changed,
           last_shown, withheld_reason, is_withheld
      from district_releases where bill_id = ${bill_id}`
}

/**
 * Selects the cells of a bill. Only active members count, even if their stances are private. A district that is only
 * probable is not in `member_divisions`.
 */
function selectCells(db: Db, bill_id: string): Promise<Cell[]> {
  return db<Cell[]>`
    select m.state, m.parts,
           array[count(*) filter (where s.stance = 'support'), count(*) filter (where s.stance = 'oppose'),
                 count(*) filter (where s.stance = 'neutral'), count(*) filter (where s.stance = 'learning')]::int[] as counts
      from stances s
      join users u on u.user_id = s.user_id and u.account_status = 'active'
     cross join lateral (
       select max(d.division) filter (
                where d.division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}$') as state,
              array_agg(d.division::text order by d.division) filter (where is_released_part(d.division)) as found
         from member_divisions d where d.user_id = s.user_id) own
     cross join lateral (select own.state, coalesce(own.found, '{}') as parts) m
     where s.bill_id = ${bill_id}
     group by 1, 2`
}

/** Computes the public form of every release that is not withheld, for `hurd check`. */
export async function recomputeAggregates(
  db: Db,
  scope: { has: (column: string) => Part },
): Promise<object[]> {
  const rows = await db<(ReleaseRow & { bill_id: string })[]>`
    select bill_id, division, released_on::text, array[support, oppose, neutral, learning] as counts, members_changed,
           last_shown, withheld_reason, is_withheld
      from district_releases where not is_withheld and ${scope.has('bill_id')}`
  return rows.map((row) => Object.assign(publish(row), { bill_id: row.bill_id }))
}

async function publishAll(pool: Pool, claimed: ClaimedRelease): Promise<void> {
  let from = noBill
  for (;;) {
    const bills = await pool<{ bill_id: string }[]>`
      select bill_id from (select bill_id from district_releases union select bill_id from stance_aggregates) b
       where bill_id > ${from} order by bill_id limit ${batchSize}`
    const last = bills.at(-1)
    if (!last) break
    for (const { bill_id } of bills) await pool.begin((db) => publishBill(db, bill_id))
    from = last.bill_id
    if (!(await renewLease(pool, queue, claimed, pool`counted_to = counted_to`))) return
  }
  await finish(pool, queue, claimed, pool`published_at = now()`)
}

async function publishBill(db: Db, bill_id: string): Promise<void> {
  const released = await selectRows(db, bill_id)
  const rows = released
    .filter(({ division }) => openDataKinds.has(kindOf(division)))
    .map((row) => Object.assign(publish(row), { bill_id }))
  await db`delete from stance_aggregates where bill_id = ${bill_id}`
  await db`
    insert into stance_aggregates
    select * from jsonb_populate_recordset(null::stance_aggregates, ${db.json(rows)})`
}

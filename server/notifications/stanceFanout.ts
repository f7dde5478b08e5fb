import type { FastifyBaseLogger } from 'fastify'
import type { Db, Pool } from '../postgres/db.ts'
import { startWorker, type Worker } from '../worker/worker.ts'

/** Followers told in one transaction: short, so that nobody waits for it. */
const batchSize = 500
// Far longer than a batch takes: then whoever began it has died, and another goes on where it stopped.
const leaseSeconds = 30
const pollMs = 5_000

/**
 * Tells followers of stances until stopped, also of what another instance left behind. Any number of instances may do
 * so at once. Stopping ends with the batch that is being written.
 */
export function startStanceFanout(pool: Pool, log: FastifyBaseLogger): Worker {
  return startWorker({
    pollMs,
    log,
    failureMessage: 'notifying followers failed, will retry',
    work: (isStopping) => notifyPendingFollowers(pool, isStopping),
  })
}

/** Tells everything that is due. */
export async function notifyPendingFollowers(
  pool: Pool,
  isStopping: () => boolean = () => false,
): Promise<void> {
  while (!isStopping()) {
    const news = await claimFanout(pool)
    if (!news) return
    let told: Told = { state: 'more', up_to: news.cursor }
    while (told.state === 'more' && !isStopping()) told = await fanOutBatch(pool, news, told.up_to)
  }
}

type News = { user_id: string; bill_id: string; version: number; cursor: string | null }

/** Takes the news that has been due the longest, for this worker alone: one whose lease ran out can write nothing more. */
export async function claimFanout(db: Db): Promise<News | undefined> {
  const [news] = await db<News[]>`
    with due as (
      select user_id, bill_id from stance_fanouts where due_at <= now()
       order by due_at limit 1 for update skip locked)
    update stance_fanouts n set version = n.version + 1, started_at = now(), due_at = now() + make_interval(secs => ${leaseSeconds})
      from due where (n.user_id, n.bill_id) = (due.user_id, due.bill_id)
    returning n.user_id, n.bill_id, n.version, n.cursor`
  return news
}

type Told = { state: 'more'; up_to: string | null } | { state: 'done' | 'outdated' }

/**
 * Tells the next followers, by what the member thinks now, and notes how far it came in the same transaction: nobody is
 * told twice. Outdated, and nothing is written, when the stance has changed again meanwhile, which is told by a round of
 * its own, or when another worker has taken over. The member is locked first: who is hidden, or keeps their stances to
 * themselves from now on, takes back what was told of them, and nothing may come after that. The row of the news is locked last and for a moment only, since the member's next stance needs it.
 */
export async function fanOutBatch(pool: Pool, news: News, up_to: string | null): Promise<Told> {
  const { user_id, bill_id, version } = news
  return pool
    .begin(async (db): Promise<Told> => {
      const [batch] = await db<{ size: number; last: string | null }[]>`
        with teller as materialized (
          select user_id from users
           where user_id = ${user_id} and account_status = 'active' and public_profile and public_stances
             for share),
        next as (
          select follower_id, created_at from follows
           where followee_id = ${user_id} and (${up_to}::uuid is null or follower_id > ${up_to})
           order by follower_id limit ${batchSize}),
        told as (
          insert into notifications as held (user_id, type, actor_id, bill_id, stance)
          select u.user_id, 'followee_stance', s.user_id, s.bill_id, s.stance
            from next join users u on u.user_id = next.follower_id and u.account_status = 'active'
            join stances s on s.user_id = ${user_id} and s.bill_id = ${bill_id}
            join teller on teller.user_id = s.user_id
           where next.created_at <= s.changed_at
           order by u.user_id
          on conflict (user_id, actor_id, bill_id) where type = 'followee_stance' and read_at is null
            do update set stance = excluded.stance, created_at = now() where held.stance <> excluded.stance)
        select count(*) as size, (select follower_id from next order by follower_id desc limit 1) as last from next`
      const { size, last } = batch!
      const isDone = size < batchSize
      const { count } = await db`
        update stance_fanouts
           set cursor = coalesce(${last}, cursor),
               due_at = ${isDone ? null : db`now() + make_interval(secs => ${leaseSeconds})`}
         where user_id = ${user_id} and bill_id = ${bill_id} and version = ${version}`
      if (count === 0) throw new Outdated()
      return isDone ? { state: 'done' } : { state: 'more', up_to: last }
    })
    .catch((error: unknown): Told => {
      if (error instanceof Outdated) return { state: 'outdated' }
      throw error
    })
}

class Outdated extends Error {
  override name = 'Outdated'
}

/** What everybody was told of; kept for a while, since the time of the last round spaces the next one. */
export async function deleteFinishedFanouts(db: Db): Promise<void> {
  await db`delete from stance_fanouts where due_at is null and started_at < now() - interval '1 hour'`
}

import { maxCohortBills, minCohortMembers } from '#contract/moderation/cohorts.ts'
import { minShownMembers } from '#contract/stances.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

/** Recounts what the members of a cohort share, and what their stances add to the counts of bills. */
export async function countCohort(pool: Pool, cohort_id: string): Promise<void> {
  await pool.begin((db) => countCohortInside(db, cohort_id))
}

/** Does the same inside the caller's transaction. */
export async function countCohortInside(db: Db, cohort_id: string): Promise<void> {
  const [cohort] = await db<{ fingerprint: Buffer }[]>`
    select fingerprint from cohorts where cohort_id = ${cohort_id} for no key update`
  if (!cohort) return
  await saveSharedSignals(db, cohort_id, cohort.fingerprint)
  await saveBills(db, cohort_id, cohort.fingerprint)
}

/** Saves the signals that at least half of the members share, and at least as many members as a cohort needs. */
async function saveSharedSignals(db: Db, cohort_id: string, fingerprint: Buffer): Promise<void> {
  await db`
    with members as materialized (
      select u.user_id, u.access_code, u.created_at, u.account_status, date_trunc('minute', u.created_at) as minute
        from account_signals s join users u using (user_id) where s.fingerprint = ${fingerprint}),
    shared as (
      select 'code' as signal, count(*)::int as members, min(user_id::text)::uuid as example
        from members where access_code is not null group by access_code
      union all
      select 'minute', count(*)::int, min(user_id::text)::uuid from members group by minute
      union all
      select s.kind, count(*)::int,
             -- The stances and votes of a suspended member can be set aside.
             coalesce(min(user_id::text) filter (where account_status <> 'suspended'), min(user_id::text))::uuid
        from members join account_signals s using (user_id)
       where s.kind <> 'registration' group by s.kind, s.fingerprint),
    largest as (
      select distinct on (signal) signal, members, example from shared
       where members >= ${minCohortMembers} and 2 * members >= (select count(*) from members)
       order by signal, members desc)
    update cohorts set counted_at = now(), signals = coalesce((
      select jsonb_agg(jsonb_build_object('signal', signal, 'members', l.members,
               'day', case signal when 'minute' then to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD')
                                  when 'code' then to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD') end,
               -- If all members are suspended, the earlier number stays.
               'items', coalesce(nullif(case signal
                 when 'stances' then (select count(*) from stances s where s.user_id = l.example)
                 when 'votes' then (select count(*) from comment_votes v where v.user_id = l.example) end, 0),
                 (select (o.value ->> 'items')::bigint from jsonb_array_elements(cohorts.signals) o
                   where o.value ->> 'signal' = l.signal)))
               order by l.members desc, signal)
        from largest l join members m on m.user_id = l.example
        left join access_codes c on c.code = m.access_code), '[]')
     where cohort_id = ${cohort_id}`
}

/**
 * Counts the members' stances on each bill. A suspension removes stances from `stances` and from the public counts, so every
 * stance counted here is part of the public counts. Bills on which few members of the cohort have a stance are left out,
 * because the difference would show moderators what one of them thinks.
 */
async function saveBills(db: Db, cohort_id: string, fingerprint: Buffer): Promise<void> {
  await db`delete from cohort_bills where cohort_id = ${cohort_id}`
  await db`
    insert into cohort_bills (cohort_id, bill_id, support_count, oppose_count, neutral_count)
    select ${cohort_id}, bill_id, count(*) filter (where stance = 'support'), count(*) filter (where stance = 'oppose'),
           count(*) filter (where stance = 'neutral')
      from account_signals a join stances using (user_id)
     where a.fingerprint = ${fingerprint} and stance <> 'learning'
     group by bill_id having count(*) >= ${minShownMembers}::int order by count(*) desc, bill_id limit ${maxCohortBills}`
}

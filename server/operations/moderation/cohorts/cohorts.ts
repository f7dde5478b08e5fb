import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Cohort, CohortBill, CohortMember } from '#contract/moderation/cohorts.ts'
import type * as contract from '#contract/moderation/cohorts.ts'
import { cursorAfter } from '#server/platform/http/page.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'

/** The recurring task that finds cohorts. */
export const cohortTask = 'cohorts'

/** Returns one page of cohorts, those with the most signals first. */
export async function listCohorts(
  db: Db,
  { limit, after }: ParsedOf<typeof contract.listCohorts>,
): Promise<OutputOf<typeof contract.listCohorts>> {
  const position = after
    ? db`where (signal_count, member_count, cohort_id) < (${after[0]}::int, ${after[1]}::int, ${after[2]}::uuid)`
    : db``
  const cohorts = await db<Cohort[]>`
    select ${cohortColumns(db)} from cohorts ${position}
     order by signal_count desc, member_count desc, cohort_id desc limit ${limit + 1}`
  const [task] = await db<{ compared_at: string | null }[]>`
    select iso_time(finished_at) as compared_at from recurring_tasks where name = ${cohortTask}`
  const next = cursorAfter(cohorts, limit, ({ signals, member_count, cohort_id }) => [
    signals.length,
    member_count,
    cohort_id,
  ])
  return { cohorts: cohorts.slice(0, limit), compared_at: task?.compared_at ?? null, next }
}

/** Returns one cohort with the bills whose counts would change most without it. */
export async function getCohort(db: Db, cohort_id: string): Promise<OutputOf<typeof contract.getCohort>> {
  const [cohort] = await db<Cohort[]>`select ${cohortColumns(db)} from cohorts where cohort_id = ${cohort_id}`
  if (!cohort) refuse('cohort_not_found')
  // Stances may have been withdrawn since they were counted, so no count becomes negative.
  const bills = await db<CohortBill[]>`
    select b.bill_id, b.bill_code, b.title,
           jsonb_build_object('support', c.support_count, 'oppose', c.oppose_count, 'neutral', c.neutral_count)
             as with_cohort,
           jsonb_build_object('support', greatest(c.support_count - k.support_count, 0),
                              'oppose', greatest(c.oppose_count - k.oppose_count, 0),
                              'neutral', greatest(c.neutral_count - k.neutral_count, 0)) as without_cohort
      from cohort_bills k join bills b using (bill_id) join current_bill_counts c using (bill_id)
     where k.cohort_id = ${cohort_id}
     order by k.support_count + k.oppose_count + k.neutral_count desc, b.bill_id`
  return { cohort, bills }
}

/** Returns one page of the members, the oldest account first. */
export async function listCohortMembers(
  db: Db,
  me: Member,
  { cohort_id, limit, after }: ParsedOf<typeof contract.listCohortMembers>,
): Promise<OutputOf<typeof contract.listCohortMembers>> {
  const [cohort] = await db<{ fingerprint: Buffer }[]>`
    select fingerprint from cohorts where cohort_id = ${cohort_id}`
  if (!cohort) refuse('cohort_not_found')
  const position = after
    ? db`and (registered_at, user_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : db``
  const rows = await db<(CohortMember & { key: string })[]>`
    with page as materialized (
      select user_id, registered_at from account_signals
       where fingerprint = ${cohort.fingerprint} ${position} order by registered_at, user_id limit ${limit + 1})
    select ${memberColumns(db, me)}, time_key(page.registered_at) as key
      from page join users u using (user_id) order by page.registered_at, u.user_id`
  return {
    members: rows.slice(0, limit).map(({ key: _key, ...member }) => member),
    next: cursorAfter(rows, limit, ({ key, user_id }) => [key, user_id]),
  }
}

/** Returns one account. Refuses if it does not belong to the cohort. */
export async function readCohortMember(
  db: Db,
  me: Member,
  { cohort_id, user_id }: { cohort_id: string; user_id: string },
): Promise<CohortMember> {
  const [cohort] = await db<{ fingerprint: Buffer }[]>`
    select fingerprint from cohorts where cohort_id = ${cohort_id}`
  if (!cohort) refuse('cohort_not_found')
  const [member] = await db<CohortMember[]>`
    select ${memberColumns(db, me)} from account_signals s join users u using (user_id)
     where s.fingerprint = ${cohort.fingerprint} and u.user_id = ${user_id}`
  return member ?? refuse('user_not_found')
}

function cohortColumns(db: Db): Part {
  return db`
    cohort_id, member_count, signals, iso_time(first_seen_at) as first_seen_at, iso_time(counted_at) as counted_at`
}

function memberColumns(db: Db, me: Member): Part {
  return db`
    u.user_id, u.username, u.full_name, u.account_status, iso_time(u.suspended_until) as suspended_until,
    to_char(u.created_at at time zone 'utc', 'YYYY-MM-DD') as joined_on, u.total_stances as stances,
    (select count(*)::int from comment_votes v where v.user_id = u.user_id) as votes,
    u.user_id <> ${me.user_id} and not exists (select from operator_roles r where r.user_id = u.user_id) as can_decide,
    exists (select from reports r where r.target_id = u.user_id and r.target_type = 'user') as has_case`
}

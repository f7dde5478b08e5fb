import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import type { listCases as listCasesEndpoint, ModerationCase } from '#contract/moderation/cases.ts'
import { shownText } from '#server/operations/moderation/queries.ts'
import { cursorAfter } from '#server/platform/http/page.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** The number of characters of the reported text in the queue. */
const excerptLength = 240

/** Returns one page of cases, the one that has waited longest first. */
export async function listCases(
  db: Db,
  user_id: string,
  { filter, limit, after }: ParsedOf<typeof listCasesEndpoint>,
): Promise<OutputOf<typeof listCasesEndpoint>> {
  const isCounted = (report: string) => (filter === 'all' ? db`` : db`and ${db(report)}.resolved_at is null`)
  const reports =
    filter === 'mine'
      ? db`case_assignments mine join reports r
             on (r.target_id, r.target_type) = (mine.target_id, mine.target_type) and mine.user_id = ${user_id}`
      : db`reports r`
  const position = after
    ? db`and (r.created_at, r.target_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : db``
  // An index finds the first report of each case so that a page does not have to group all reports.
  const rows = await db<(ModerationCase & { key: string })[]>`
    with first as materialized (
      select r.target_type, r.target_id, r.created_at as first_reported_at
        from ${reports}
       where r.report_id = (
         select e.report_id from reports e
          where e.target_id = r.target_id and e.target_type = r.target_type ${isCounted('e')}
          order by e.created_at, e.report_id limit 1) ${isCounted('r')} ${position}
       order by r.created_at, r.target_id limit ${limit + 1}),
    page as (
      select f.*, a.user_id as assigned_to, c.*
        from first f left join case_assignments a on (a.target_id, a.target_type) = (f.target_id, f.target_type)
       cross join lateral (
         select bool_or(r.resolved_at is null) as is_open,
                coalesce(nullif(count(*) filter (where r.resolved_at is null), 0), count(*))::int as report_count,
                coalesce(array_agg(distinct r.reason) filter (where r.resolved_at is null),
                         array_agg(distinct r.reason)) as reasons,
                (array_agg(left(coalesce(${shownText(db)}, case when r.is_automatic then r.details end), ${excerptLength})
                   order by r.created_at desc))[1] as excerpt,
                (array_agg(r.reported_user_id) filter (where r.reported_user_id is not null))[1] as author_id
           from reports r
          where r.target_id = f.target_id and r.target_type = f.target_type ${isCounted('r')}) c)
    select p.target_type, p.target_id, p.is_open, p.report_count, p.reasons, p.excerpt,
           iso_time(p.first_reported_at) as first_reported_at, time_key(p.first_reported_at) as key,
           u.username as author_username,
           case when m.user_id is not null
             then jsonb_build_object('user_id', m.user_id, 'username', m.username) end as assigned_to
      from page p
      left join users u on u.user_id = p.author_id and u.account_status <> 'closed'
      left join users m on m.user_id = p.assigned_to and m.account_status <> 'closed'
     order by p.first_reported_at, p.target_id`
  const next = cursorAfter(rows, limit, ({ key, target_id }) => [key, target_id])
  return { cases: rows.slice(0, limit), next }
}

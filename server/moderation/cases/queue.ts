import { encodeCursor } from '../../../contract/kit/cursor.ts'
import type { OutputOf, ParsedOf } from '../../../contract/kit/endpoint.ts'
import type { listCases as listCasesEndpoint, ModerationCase } from '../../../contract/moderationCases.ts'
import type { Db } from '../../postgres/db.ts'

/** Characters of the reported text in the queue. */
const excerptLength = 240

/** One page of cases, the longest waiting first. */
export async function listCases(
  db: Db,
  user_id: string,
  { filter, limit, after }: ParsedOf<typeof listCasesEndpoint>,
): Promise<OutputOf<typeof listCasesEndpoint>> {
  const chosen = {
    open: db`r.resolved_at is null`,
    mine: db`r.resolved_at is null and a.user_id = ${user_id}`,
    all: db`true`,
  }[filter]
  const position = after
    ? db`having (min(r.created_at), r.target_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : db``
  const rows = await db<(ModerationCase & { key: string })[]>`
    with page as (
      select r.target_type, r.target_id, bool_or(r.resolved_at is null) as is_open, count(*)::int as report_count,
             array_agg(distinct r.reason) as reasons, min(r.created_at) as first_reported_at, a.user_id as assigned_to,
             (array_agg(left(coalesce(r.reported_text, case when r.is_flag then r.details end), ${excerptLength})
                order by r.created_at desc))[1] as excerpt,
             (array_agg(r.reported_user_id) filter (where r.reported_user_id is not null))[1] as author_id
        from reports r left join case_assignments a on (a.target_id, a.target_type) = (r.target_id, r.target_type)
       where ${chosen}
       group by r.target_type, r.target_id, a.user_id ${position}
       order by min(r.created_at), r.target_id limit ${limit + 1})
    select p.target_type, p.target_id, p.is_open, p.report_count, p.reasons, p.excerpt,
           iso_time(p.first_reported_at) as first_reported_at, time_key(p.first_reported_at) as key,
           u.username as author_username,
           case when m.user_id is not null
             then jsonb_build_object('user_id', m.user_id, 'username', m.username) end as assigned_to
      from page p left join users u on u.user_id = p.author_id left join users m on m.user_id = p.assigned_to
     order by p.first_reported_at, p.target_id`
  const cases = rows.slice(0, limit)
  const last = cases.at(-1)
  return { cases, next: rows.length > limit && last ? encodeCursor([last.key, last.target_id]) : null }
}

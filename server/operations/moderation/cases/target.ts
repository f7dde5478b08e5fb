import { deletedCommentText } from '#contract/discussions.ts'
import { deletedPostText } from '#contract/groups.ts'
import type { CaseDetail } from '#contract/moderation/cases.ts'
import type { ReportTarget } from '#contract/moderation/reports.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'

export type CaseKey = { target_type: ReportTarget; target_id: string }

export type Target = Pick<CaseDetail, 'text' | 'created_at' | 'context'> & {
  state: 'visible' | 'hidden' | 'deleted'
  user_id: string | null
}

/** Selects the reported content as it is now, with its context, or undefined if its row is deleted. */
export async function selectTarget(db: Db, key: CaseKey): Promise<Target | undefined> {
  const [target] = await db<Target[]>`${targets(db, key.target_id)[key.target_type]}`
  return target
}

function targets(db: Db, id: string): Record<ReportTarget, Part> {
  const content = (alias: string) => db`
    case when not ${db(alias)}.is_closed then ${db(alias)}.user_id end as user_id,
    case when ${db(alias)}.deleted_at is null and not ${db(alias)}.is_closed then ${db(alias)}.content end as text,
    iso_time(${db(alias)}.created_at) as created_at,
    case when ${db(alias)}.deleted_at is not null or ${db(alias)}.is_closed then 'deleted'
         when ${db(alias)}.hidden_at is not null then 'hidden' else 'visible' end as state`
  const parentComment = db`
    case when p.deleted_at is not null or p.is_closed then ${deletedCommentText} else p.content end`
  const post = db`case when o.deleted_at is not null or o.is_closed then ${deletedPostText} else o.content end`
  return {
    bill_comment: db`
      select ${content('c')}, jsonb_build_object('place', concat_ws(' ', b.bill_code, b.title), 'bill_id', b.bill_id,
               'group_id', null, 'parent_text', ${parentComment}) as context
        from bill_comments c join bills b using (bill_id)
        left join bill_comments p on p.comment_id = c.parent_comment_id
       where c.comment_id = ${id}`,
    group_post: db`
      select ${content('c')}, jsonb_build_object('place', g.group_name, 'bill_id', null, 'group_id', g.group_id,
               'parent_text', null) as context
        from group_posts c join groups g using (group_id) where c.post_id = ${id}`,
    group_comment: db`
      select ${content('c')}, jsonb_build_object('place', g.group_name, 'bill_id', null, 'group_id', g.group_id,
               'parent_text', coalesce(${parentComment}, ${post})) as context
        from group_comments c join groups g using (group_id) join group_posts o on o.post_id = c.post_id
        left join group_comments p on p.comment_id = c.parent_comment_id
       where c.comment_id = ${id}`,
    official_statement: db`
      select s.user_id, s.content as text, iso_time(s.created_at) as created_at,
             case when s.hidden_at is null then 'visible' else 'hidden' end as state,
             jsonb_build_object('place', concat_ws(' ', b.bill_code, b.title), 'bill_id', b.bill_id,
               'group_id', null, 'parent_text', null) as context
        from official_statements s join bills b using (bill_id) where s.statement_id = ${id}`,
    user: db`
      select user_id, concat_ws(E'\n', '@' || username, full_name, bio) as text, iso_time(created_at) as created_at,
             case when account_status = 'suspended' then 'hidden' else 'visible' end as state,
             jsonb_build_object('place', null, 'bill_id', null, 'group_id', null, 'parent_text', null) as context
        from users where user_id = ${id} and account_status <> 'closed'`,
  }
}

import { deletedCommentText } from '#contract/discussions.ts'
import { deletedPostText } from '#contract/groups.ts'
import type { CaseDetail } from '#contract/moderation/cases.ts'
import type { ReportTarget } from '#contract/moderation/reports.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'

export type CaseKey = { target_type: ReportTarget; target_id: string }

export type Target = Pick<CaseDetail, 'text' | 'language' | 'created_at' | 'context'> & {
  state: 'visible' | 'hidden' | 'deleted'
  user_id: string | null
}

/** The maximum number of replies to a reported comment. */
const maxReplies = 2

/** Selects the reported content as it is now, with its context, or undefined if its row is deleted. */
export async function selectTarget(db: Db, key: CaseKey): Promise<Target | undefined> {
  const [target] = await db<Target[]>`${targets(db, key.target_id)[key.target_type]}`
  return target
}

function targets(db: Db, id: string): Record<ReportTarget, Part> {
  const content = (alias: string) => db`
    case when not ${db(alias)}.is_closed then ${db(alias)}.user_id end as user_id,
    case when ${db(alias)}.deleted_at is null and not ${db(alias)}.is_closed then ${db(alias)}.content end as text,
    case when not ${db(alias)}.is_closed then ${db(alias)}.language end as language,
    iso_time(${db(alias)}.created_at) as created_at,
    case when ${db(alias)}.deleted_at is not null or ${db(alias)}.is_closed then 'deleted'
         when ${db(alias)}.hidden_at is not null then 'hidden' else 'visible' end as state`
  const line = (alias: string, isBefore: boolean, deletedText: string) => db`
    select ${isBefore} as is_before, case when not ${db(alias)}.is_closed then u.username end as username,
           case when ${db(alias)}.deleted_at is not null or ${db(alias)}.is_closed then ${deletedText}
                else ${db(alias)}.content end as text,
           case when not ${db(alias)}.is_closed then ${db(alias)}.language end as language, ${db(alias)}.created_at`
  const thread = (table: 'bill_comments' | 'group_comments', beginning: Part) => db`(
    with recursive above as (
      select p.* from ${db(table)} p where p.comment_id = c.parent_comment_id
      union all
      select p.* from above a join ${db(table)} p on p.comment_id = a.parent_comment_id)
    select coalesce(jsonb_agg(jsonb_build_object('is_before', is_before, 'username', username, 'text', text, 'language', language)
                              order by is_before desc, created_at), '[]')
      from (${beginning}
            (${line('a', true, deletedCommentText)} from above a left join users u using (user_id))
            union all
            (${line('r', false, deletedCommentText)} from ${db(table)} r left join users u using (user_id)
              where r.parent_comment_id = c.comment_id order by r.created_at, r.comment_id limit ${maxReplies})) lines)`
  const post = db`(${line('o', true, deletedPostText)} from group_posts o left join users u using (user_id)
                    where o.post_id = c.post_id) union all`
  return {
    bill_comment: db`
      select ${content('c')}, jsonb_build_object('place', concat_ws(' ', b.bill_code, b.title), 'bill_id', b.bill_id,
               'group_id', null, 'thread', ${thread('bill_comments', db``)}) as context
        from bill_comments c join bills b using (bill_id)
       where c.comment_id = ${id}`,
    group_post: db`
      select ${content('c')}, jsonb_build_object('place', g.group_name, 'bill_id', null, 'group_id', g.group_id,
               'thread', json_build_array()) as context
        from group_posts c join groups g using (group_id) where c.post_id = ${id}`,
    group_comment: db`
      select ${content('c')}, jsonb_build_object('place', g.group_name, 'bill_id', null, 'group_id', g.group_id,
               'thread', ${thread('group_comments', post)}) as context
        from group_comments c join groups g using (group_id)
       where c.comment_id = ${id}`,
    official_statement: db`
      select s.user_id, case when s.replaced_at is null then s.content end as text, null as language,
             iso_time(s.created_at) as created_at,
             case when s.replaced_at is not null then 'deleted'
                  when s.hidden_at is null then 'visible' else 'hidden' end as state,
             jsonb_build_object('place', concat_ws(' ', b.bill_code, b.title), 'bill_id', b.bill_id,
               'group_id', null, 'thread', json_build_array()) as context
        from official_statements s join bills b using (bill_id) where s.statement_id = ${id}`,
    user: db`
      select user_id, concat_ws(E'\n', '@' || username, full_name, bio) as text, null as language, iso_time(created_at) as created_at,
             case when account_status = 'suspended' then 'hidden' else 'visible' end as state,
             jsonb_build_object('place', null, 'bill_id', null, 'group_id', null, 'thread', json_build_array()) as context
        from users where user_id = ${id} and account_status <> 'closed'`,
  }
}

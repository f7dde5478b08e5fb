import type { ParsedOf } from '#contract/kit/endpoint.ts'
import type { Notification } from '#contract/notifications.ts'
import type * as contract from '#contract/notifications.ts'
import { pageOf, timeKey } from '#server/platform/http/page.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { notificationMessage, type NotificationFacts } from './messages.ts'

type Page = ParsedOf<typeof contract.listNotifications>

export type Row = NotificationFacts &
  Omit<Notification, 'message' | 'data'> &
  Pick<
    Notification['data'],
    | 'bill_id'
    | 'comment_id'
    | 'version_no'
    | 'group_id'
    | 'group_name'
    | 'username'
    | 'profile_picture_url'
    | 'engagement_level'
    | 'own_comment'
    | 'own_comment_language'
    | 'text'
    | 'text_language'
  >

/** Selects one page and the counters in one statement so that they are consistent. */
export async function listNotifications(db: Db, user_id: string, page: Page) {
  const { limit, offset, after } = page
  const [row] = await db<
    {
      total: number
      unread_count: number
      unread_stances: number
      version: number
      items: (Row & { keys: unknown[] })[]
    }[]
  >`
    select coalesce(c.total, 0) as total, coalesce(c.unread, 0) as unread_count,
           coalesce(c.unread_stances, 0) as unread_stances, coalesce(c.version, 0) as version,
           coalesce((select json_agg(item) from (
             select json_build_array(${timeKey(db, 'n.created_at')}, n.notification_id) as keys,
                    ${itemColumns(db)}
               from ${itemTables(db)}
              where n.user_id = ${user_id} and n.is_shown ${after ? afterNotification(db, after) : db``}
              order by n.created_at desc, n.notification_id
              limit ${limit + 1} offset ${after ? 0 : offset}) item), '[]') as items
      from (select ${user_id}::uuid as user_id) me left join notification_counts c using (user_id)`
  const { items: rows, ...counts } = row!
  const { items, has_more, next } = pageOf(rows, limit)
  return { ...counts, notifications: items.map(asNotification), has_more, next }
}

/** The columns of an item, from `itemTables`. */
export function itemColumns(db: Db): Part {
  return db`
    n.notification_id as id, n.type, n.read_at is not null as read,
    iso_time(n.created_at) as created_at, coalesce(n.bill_id, c.bill_id) as bill_id, n.comment_id,
    g.group_id, g.group_name, n.stance, n.votes,
    a.username, a.full_name, a.shown_type as member_type, a.profile_picture_url,
    case when a.user_id is not null then
      engagement_level(a.total_stances, a.total_comments, a.follower_count) end as engagement_level,
    left(coalesce(b.title, d.title), 300) as bill_title,
    u.summary as update_summary,
    left(own.content, 160) as own_comment, own.language as own_comment_language,
    left(other.content, 300) as text, other.language as text_language,
    (select json_build_object('rep_name', r.rep_name, 'option', p.option,
              'successor_name', case when e.rep_id <> m.rep_id then voter.rep_name end)
       from message_events e join messages m using (message_id) join representatives r on r.rep_id = m.rep_id
       left join representatives voter on voter.rep_id = e.rep_id
       left join person_votes p on (p.vote_event_id, p.rep_id) = (e.vote_event_id, e.rep_id)
      where e.message_event_id = n.message_event_id) as about_message,
    n.version_no,
    case when n.type = 'bill_changed' then json_build_object(
      'bill_code', b.bill_code, 'reason', n.change_reason, 'step', n.bill_step,
      'own_stance', (select s.stance from stances s where s.bill_id = n.bill_id and s.user_id = n.user_id),
      'version', (select json_build_object('sections', v.sections, 'sections_changed', v.sections_changed,
                    'sections_added', v.sections_added, 'sections_removed', v.sections_removed,
                    'words_changed', v.words_changed, 'has_text', v.text_format is not null)
                    from bill_versions v where v.bill_id = n.bill_id and v.version_no = n.version_no)) end as change`
}

/** The tables of `itemColumns`. The notification is `n`. */
export function itemTables(db: Db): Part {
  return db`
    notifications n
    left join users a on a.user_id = n.actor_id
    left join bills b on b.bill_id = n.bill_id
    left join bill_comments c on c.comment_id = n.comment_id
    left join group_comments gc on gc.comment_id = n.group_comment_id
    left join group_posts o on o.post_id = gc.post_id
    left join groups g on g.group_id = gc.group_id
    left join bills d on d.bill_id = c.bill_id
    left join bill_updates u on u.update_id = n.update_id
    left join lateral (
      select c.content, c.language where c.user_id = n.user_id and c.is_live
      union all
      select o.content, o.language where n.type = 'post_comment'
      union all
      select p.content, p.language from bill_comments p
       where n.type = 'comment_reply' and p.comment_id = c.parent_comment_id and p.user_id = n.user_id and p.is_live
      union all
      select p.content, p.language from group_comments p
       where n.type = 'comment_reply' and p.comment_id = gc.parent_comment_id and p.user_id = n.user_id and p.is_live
       limit 1) own on true
    left join lateral (
      select c.content, c.language where c.user_id <> n.user_id and c.is_live and not has_muted(n.user_id, c.user_id)
      union all
      select gc.content, gc.language where gc.is_live and not has_muted(n.user_id, gc.user_id)
       limit 1) other on true`
}

/**
 * Returns the condition for notifications after the cursor. Its first part is one range of the index. Its second part
 * leaves out notifications with the same time that are not after the cursor.
 */
function afterNotification(db: Db, [time, notification_id]: readonly [string, string]) {
  return db`
    and n.created_at <= ${time}::timestamptz
    and (n.created_at < ${time}::timestamptz or n.notification_id > ${notification_id})`
}

export function asNotification(row: Row): Notification {
  const { id, type, read, created_at, bill_id, bill_title, comment_id, group_id, group_name } = row
  const { version_no, own_comment, own_comment_language, text, text_language } = row
  const { username, full_name, member_type } = row
  const { profile_picture_url, engagement_level } = row
  const follower_username = type === 'new_follower' ? username : null
  const data = {
    comment_id,
    bill_id,
    bill_title,
    group_id,
    group_name,
    version_no,
    own_comment,
    own_comment_language,
    text,
    text_language,
    username,
    full_name,
    profile_picture_url,
    engagement_level,
    member_type,
    follower_username,
  }
  return { id, type, message: notificationMessage(row), read, created_at, data }
}

/** Selects the counters of many members at once. Members who never had a notification are missing from the map. */
export async function selectCounters(db: Db, user_ids: string[]) {
  const rows = await db<{ user_id: string; version: number; unread_count: number }[]>`
    select user_id, version, unread as unread_count from notification_counts where user_id = any(${user_ids})`
  return new Map(rows.map(({ user_id, ...counters }) => [user_id, counters]))
}

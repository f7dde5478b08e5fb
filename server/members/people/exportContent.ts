import type { Db, Part } from '#server/platform/postgres/db.ts'
import { selectNotificationSettings } from './notificationSettings.ts'

/**
 * Collects all of a member's data. Everything but the notification settings is read in one statement, which makes it consistent. The
 * only other people in it are those that the member follows, has muted or has written to. It contains no hashes or tokens. Null if the
 * account was deleted.
 */
export async function collectExport(db: Db, user_id: string): Promise<Record<string, unknown> | null> {
  const list = (rows: Part) => db`(select coalesce(jsonb_agg(row), '[]') from (${rows}) row)`
  const [row] = await db<{ data: Record<string, unknown> }[]>`
    select jsonb_build_object(
      'account', jsonb_build_object(
        'user_id', u.user_id, 'member_number', u.member_number, 'username', u.username, 'full_name', u.full_name,
        'language', u.language, 'email', u.email, 'pending_email', u.pending_email, 'email_verified_at', iso_time(u.email_verified_at),
        'bio', u.bio, 'address', u.address, 'voting_place', u.ocd_city_id, 'member_type', u.member_type,
        'is_label_hidden', u.is_label_hidden,
        'account_status', u.account_status, 'access_code', u.access_code, 'created_at', iso_time(u.created_at),
        'active_at', iso_time(u.active_at), 'last_visit_at', iso_time(u.last_visit_at),
        'moved_seen_at', iso_time(u.moved_seen_at)),
      'privacy', jsonb_build_object(
        'public_profile', u.public_profile, 'public_stances', u.public_stances,
        'public_comments', u.public_comments, 'allow_follow', u.allow_follow),
      'second_factor', ${list(db`
        select iso_time(f.turned_on_at) as turned_on_at, f.sealed_secret is not null as has_app,
               (select count(*) from recovery_codes c where c.user_id = f.user_id and used_at is null) as recovery_codes_left
          from second_factors f where f.user_id = ${user_id}`)},
      'passkeys', ${list(db`
        select name, is_backed_up, iso_time(created_at) as created_at, iso_time(last_used_at) as last_used_at
          from passkeys where user_id = ${user_id} order by passkeys.created_at`)},
      'former_usernames', ${list(db`
        select username, iso_time(reserved_until) as reserved_until
          from former_usernames where user_id = ${user_id} order by 2`)},
      'divisions', ${list(db`
        select division, is_self_reported as chosen from member_divisions where user_id = ${user_id} order by division`)},
      'districts_by_map', ${list(db`
        select map_id, division, precision
          from residence_divisions where user_id = ${user_id} order by map_id, division`)},
      'residence', ${list(db`
        select precision, source, candidates, note, named_place, declined, iso_time(resolved_at) as resolved_at
          from residences where user_id = ${user_id}`)},
      'counted_homes', ${list(db`
        select divisions, iso_time(expires_at) as expires_at from counted_homes where user_id = ${user_id}`)},
      'moves', ${list(db`
        select iso_time(moved_at) as moved_at, is_first
          from member_moves where user_id = ${user_id} order by member_moves.moved_at`)},
      'welcome', ${list(db`
        select skipped_steps, iso_time(district_confirmed_at) as district_confirmed_at, iso_time(closed_at) as closed_at
          from welcomes where user_id = ${user_id}`)},
      'stances', ${list(db`
        select b.bill_code, b.title as bill_title, s.stance, iso_time(s.first_taken_at) as first_taken_at,
               iso_time(s.changed_at) as changed_at, iso_time(s.confirmed_at) as confirmed_at,
               (select v.label from bill_versions v where v.bill_id = s.bill_id and v.version_no = s.version_no) as version, s.mind_changed_from, s.mind_changed_to
          from stances s join bills b using (bill_id) where s.user_id = ${user_id} order by s.first_taken_at`)},
      'stance_changes', ${list(db`
        select b.bill_code, c.from_stance, c.to_stance, c.change_source, iso_time(c.changed_at) as changed_at
          from stance_changes c join bills b using (bill_id) where c.user_id = ${user_id} order by c.change_id`)},
      'comments', ${list(db`
        select b.bill_code, b.title as bill_title, c.category_id as category, c.content, c.language,
               c.stance_when_written, c.upvotes, c.downvotes, iso_time(c.created_at) as created_at
          from bill_comments c join bills b using (bill_id)
         where c.user_id = ${user_id} and c.deleted_at is null order by c.created_at`)},
      'comment_votes', ${list(db`
        select b.bill_code, v.vote, v.comment_id, iso_time(v.created_at) as created_at
          from comment_votes v join bills b using (bill_id)
         where v.user_id = ${user_id} order by v.created_at`)},
      'credited_comments', ${list(db`
        select b.bill_code, m.comment_id, iso_time(m.created_at) as created_at, m.would_have_changed_anyway
          from mind_changes m join bill_comments c using (comment_id) join bills b using (bill_id)
         where m.user_id = ${user_id} order by m.created_at`)},
      'following', ${list(db`
        select case when o.account_status = 'active' and o.public_profile then o.username end as username,
               iso_time(f.created_at) as since
          from follows f join users o on o.user_id = f.followee_id
         where f.follower_id = ${user_id} order by f.created_at`)},
      'followed_topics', ${list(db`
        select topic, update_types, iso_time(created_at) as since
          from topic_follows where user_id = ${user_id} order by created_at`)},
      'followed_for_updates', ${list(db`
        select f.target_type, coalesce(b.bill_code, f.target_id) as target, f.update_types, iso_time(f.created_at) as since
          from alert_follows f
          left join bills b on f.target_type = 'bill'
                           and b.bill_id = case when f.target_type = 'bill' then f.target_id::uuid end
         where f.user_id = ${user_id} order by f.created_at`)},
      'muted_members', ${list(db`
        select o.username, m.kind, iso_time(m.created_at) as since
          from mutes m join users o on o.user_id = m.muted_id and o.account_status <> 'closed'
         where m.user_id = ${user_id} order by m.created_at`)},
      'alert_settings', ${list(db`
        select frequency, delivery_hour, delivery_weekday, time_zone, iso_time(paused_at) as paused_at
          from alert_settings where user_id = ${user_id}`)},
      'devices_with_notifications', ${list(db`
        select s.device, substring(p.endpoint from '://([^/]+)') as push_service, iso_time(p.created_at) as since
          from push_subscriptions p join sessions s using (session_id)
         where p.user_id = ${user_id} order by p.created_at`)},
      'feed_addresses', ${list(db`
        select iso_time(feed_fetched_at) as feed_fetched_at, feed_reader,
               iso_time(calendar_fetched_at) as calendar_fetched_at, calendar_reader
          from feed_tokens where user_id = ${user_id} and token_hash is not null`)},
      'api_keys', ${list(db`
        select name, hint, iso_time(created_at) as created_at, last_used_on, iso_time(revoked_at) as revoked_at
          from api_keys where user_id = ${user_id} order by api_keys.created_at`)},
      'followed_groups', ${list(db`
        select g.group_name, g.jurisdiction, f.is_own_place, iso_time(f.created_at) as since
          from group_follows f join groups g using (group_id)
         where f.user_id = ${user_id} order by f.created_at`)},
      'group_posts', ${list(db`
        select g.group_name, p.content, p.language, p.like_count, p.comment_count, iso_time(p.created_at) as created_at
          from group_posts p join groups g using (group_id)
         where p.user_id = ${user_id} and p.deleted_at is null order by p.created_at`)},
      'group_comments', ${list(db`
        select g.group_name, c.post_id, c.content, c.language, iso_time(c.created_at) as created_at
          from group_comments c join groups g using (group_id)
         where c.user_id = ${user_id} and c.deleted_at is null order by c.created_at`)},
      'group_likes', ${list(db`
        select g.group_name, l.post_id, iso_time(l.created_at) as created_at
          from group_likes l join group_posts p using (post_id) join groups g using (group_id)
         where l.user_id = ${user_id} order by l.created_at`)},
      'discussions_read', ${list(db`
        select b.bill_code, iso_time(r.read_at) as read_at
          from discussion_reads r join bills b using (bill_id) where r.user_id = ${user_id} order by r.read_at`)},
      'bookmarks', ${list(db`
        select b.bill_code, b.title as bill_title, iso_time(k.created_at) as created_at
          from bookmarks k join bills b using (bill_id) where k.user_id = ${user_id} order by k.created_at`)},
      'notifications', ${list(db`
        select n.type, b.bill_code, n.comment_id, n.group_comment_id, n.votes, iso_time(n.created_at) as created_at,
               iso_time(n.read_at) as read_at
          from notifications n
          left join bill_comments c using (comment_id)
          left join bills b on b.bill_id = coalesce(n.bill_id, c.bill_id)
         where n.user_id = ${user_id} and n.is_shown order by n.created_at`)},
      'messages_to_representatives', ${list(db`
        select r.rep_name as representative, b.bill_code, c.subject, c.body as message, c.delivery, iso_time(c.created_at) as created_at,
               (select json_agg(json_build_object('event', e.event_type, 'date', e.occurred_on, 'reply', e.reply_type, 'note', e.note)
                         order by e.occurred_on, e.message_event_id)
                  from message_events e where e.message_id = c.message_id) as events
          from messages c join representatives r using (rep_id) left join bills b using (bill_id)
         where c.user_id = ${user_id} order by c.created_at`)},
      'message_settings', ${list(db`
        select asks_for_replies, is_counted from message_settings where user_id = ${user_id}`)},
      'official_accounts', ${list(db`
        select r.rep_name as representative, o.valid_from, o.valid_to
          from official_accounts o join representatives r using (rep_id) where o.user_id = ${user_id}`)},
      'official_statements', ${list(db`
        select b.bill_code, s.title, s.content, iso_time(s.created_at) as created_at, iso_time(s.replaced_at) as replaced_at
          from official_statements s join bills b using (bill_id) where s.user_id = ${user_id} order by s.created_at`)},
      'operator_roles', ${list(db`
        select role, gets_weekly_email from operator_roles where user_id = ${user_id}`)},
      'reports', ${list(db`
        select target_type, target_id, reason, details, iso_time(created_at) as created_at
          from reports where reporter_id = ${user_id} order by reports.created_at`)},
      'moderation_decisions', ${list(db`
        select target_type, target_id, decision, reason, iso_time(decided_at) as decided_at, content as appeal,
               iso_time(appealed_at) as appealed_at, outcome, answer
          from appeals where user_id = ${user_id} order by decided_at`)},
      'sign_ins', ${list(db`
        select device, iso_time(created_at) as created_at, iso_time(last_seen_at) as last_seen_at
          from sessions where user_id = ${user_id} order by created_at`)},
      'known_devices', ${list(db`
        select iso_time(first_seen_at) as first_seen_at, iso_time(last_seen_at) as last_seen_at
          from known_devices where user_id = ${user_id} order by known_devices.first_seen_at`)}) as data
      from users u where u.user_id = ${user_id}`
  return row ? { ...row.data, notification_settings: await selectNotificationSettings(db, user_id) } : null
}

import { plural, t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'
import { selectMemberDivisions } from '#server/legislation/places/residence.ts'
import { isNotMuted } from '#server/members/people/mutes/mutedAuthors.ts'
import { selectNotificationSettings } from '#server/members/people/notificationSettings.ts'
import { notificationMessage, type NotificationFacts } from '#server/participation/notifications/messages.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/**
 * A section of a digest about something other than the bills that moved: a heading, a few lines with their URLs, and
 * the number of all items. What people wrote to the member comes before the bills.
 */
export type NewsSection = { heading: string; lines: NewsLine[]; count: number; isPersonal: boolean }
type NewsLine = { text: string; path: string }

/** The maximum number of lines of one section. A last line says how many more items there are. */
const maxLines = 3

/** The maximum number of items that a section counts. A digest does not need an exact larger number. */
const maxCounted = 100

/** A member who returns after months gets only what happened in the last two weeks. */
export const newsDays = 14

/** The range begins at the last digest. */
type Range = { since: string }

/** Selects the sections that the member has not turned off and that have something to report. */
export async function selectNews(db: Db, user_id: string, range: Range): Promise<NewsSection[]> {
  const settings = await selectNotificationSettings(db, user_id)
  const sections = [
    settings.email_comments && (await selectReplies(db, user_id, range)),
    settings.email_comments && (await changedMinds(db, user_id, range)),
    settings.email_representatives && (await selectRepresentativeNews(db, user_id, range)),
    settings.email_new_bills && (await selectNewBills(db, user_id, range)),
    settings.group_notifications && (await selectGroupPosts(db, user_id, range)),
  ]
  return sections.filter((section) => section !== false).filter(({ count }) => count > 0)
}

async function selectRepresentativeNews(db: Db, user_id: string, { since }: Range): Promise<NewsSection> {
  const rows = await db<(NotificationFacts & { rep_id: string })[]>`
    select n.type, null as full_name, null as member_type, b.title as bill_title, null as stance, null as votes, null as update_summary, m.rep_id,
           json_build_object('rep_name', r.rep_name, 'option', p.option,
             'successor_name', case when e.rep_id <> m.rep_id then voter.rep_name end) as about_message
      from notifications n
      join message_events e using (message_event_id) join messages m using (message_id)
      join representatives r on r.rep_id = m.rep_id
      left join representatives voter on voter.rep_id = e.rep_id
      left join person_votes p on (p.vote_event_id, p.rep_id) = (e.vote_event_id, e.rep_id)
      left join bills b on b.bill_id = n.bill_id
     where n.user_id = ${user_id} and n.created_at > ${since}::timestamptz
       and n.type in ('official_replied', 'representative_voted')
     order by n.created_at desc limit ${maxCounted}`
  const lines = rows.map((row) => ({
    text: notificationMessage(row),
    path: `/representatives/${encodeURIComponent(row.rep_id)}`,
  }))
  return section(t('From your representatives'), lines, true)
}

async function selectReplies(db: Db, user_id: string, { since }: Range): Promise<NewsSection> {
  const rows = await db<{ full_name: string; title: string; bill_id: string; comment_id: string }[]>`
    select u.full_name, b.title, b.bill_id, c.comment_id
      from bill_comments mine
      join bill_comments c on c.parent_comment_id = mine.comment_id and c.created_at > ${since}::timestamptz
      join users u on u.user_id = c.user_id and u.account_status = 'active'
      join bills b on b.bill_id = c.bill_id
     where mine.user_id = ${user_id} and c.user_id <> ${user_id} and c.is_live
       and ${isNotMuted(db, user_id, db`c.user_id`)}
     order by c.created_at desc, c.comment_id limit ${maxCounted}`
  const lines = rows.map(({ full_name, title, bill_id, comment_id }) => ({
    text: t('{name} replied to your comment on {title}', { name: full_name, title }),
    path: `/bills/${bill_id}?comment=${comment_id}`,
  }))
  return section(t('Replies to your comments'), lines, true)
}

async function changedMinds(db: Db, user_id: string, { since }: Range): Promise<NewsSection> {
  const rows = await db<{ people: number; title: string; bill_id: string; comment_id: string }[]>`
    select count(*)::int as people, b.title, b.bill_id, c.comment_id
      from notifications n
      join bill_comments c on c.comment_id = n.comment_id join bills b on b.bill_id = c.bill_id
     where n.user_id = ${user_id} and n.is_shown and n.type = 'comment_influenced_mind'
       and n.created_at > ${since}::timestamptz
     group by b.bill_id, c.comment_id order by max(n.created_at) desc limit ${maxCounted}`
  const lines = rows.map(({ people, title, bill_id, comment_id }) => ({
    text: plural(
      people,
      'One person says your comment changed their mind: {title}|{n} people say your comment changed their mind: {title}',
      { title },
    ),
    path: `/bills/${bill_id}?comment=${comment_id}`,
  }))
  return section(t('Minds that your comments changed'), lines, true)
}

/**
 * Selects bills of the member's own places (without Congress) and of followed topics. The bills were introduced in the
 * last two weeks and first seen by Hurd since the last digest.
 */
async function selectNewBills(db: Db, user_id: string, { since }: Range): Promise<NewsSection> {
  const divisions = await selectMemberDivisions(db, user_id)
  const places = divisions
    .filter(({ division }) => division !== 'ocd-division/country:us')
    .map(({ division }) => division)
  const rows = await db<{ bill_id: string; bill_code: string; title: string }[]>`
    with recent as (
      select found.bill_id, found.created_at
        from unnest(${places}::text[]) as p (place)
       cross join lateral (
         select bill_id, created_at from bills
          where jurisdiction = place and created_at > now() - make_interval(days => ${newsDays})
          order by created_at desc, bill_id limit ${maxCounted}) found
      union
      select found.bill_id, found.created_at
        from topic_follows f
       cross join lateral (
         select t.bill_id, t.created_at from bill_topics t
          where t.topic = f.topic and t.created_at > now() - make_interval(days => ${newsDays})
          order by t.created_at desc, t.bill_id limit ${maxCounted}) found
       where f.user_id = ${user_id})
    select bill_id, b.bill_code, b.title
      from recent join bill_updates u using (bill_id) join bills b using (bill_id)
     where u.update_key = 'introduced' and u.first_seen_at > ${since}::timestamptz
     order by recent.created_at desc, bill_id limit ${maxCounted}`
  const lines = rows.map(({ bill_id, bill_code, title }) => ({
    text: `${bill_code}: ${title}`,
    path: `/bills/${bill_id}`,
  }))
  return section(t('New bills in your places and topics'), lines)
}

async function selectGroupPosts(db: Db, user_id: string, { since }: Range): Promise<NewsSection> {
  const rows = await db<{ group_id: string; group_name: string; posts: number }[]>`
    select g.group_id, g.group_name, recent.posts
      from group_members m join groups g using (group_id)
     cross join lateral (
       select count(*)::int as posts
         from (select from group_posts p
                where p.group_id = m.group_id and p.is_live
                  and p.created_at > ${since}::timestamptz and p.user_id <> ${user_id}
                  and ${isNotMuted(db, user_id, db`p.user_id`)}
                limit ${maxCounted}) counted) recent
     where m.user_id = ${user_id} and recent.posts > 0
     order by recent.posts desc, g.group_name`
  const lines = rows.map(({ group_id, group_name, posts }) => ({
    text:
      posts === maxCounted
        ? t('{group}: {count} or more new posts', { group: placeText(group_name), count: posts })
        : plural(posts, '{group}: {n} new post|{group}: {n} new posts', {
            group: placeText(group_name),
          }),
    path: `/groups/${group_id}`,
  }))
  return section(t('Posts in your groups'), lines)
}

function section(heading: string, lines: NewsLine[], isPersonal = false): NewsSection {
  return { heading, lines: lines.slice(0, maxLines), count: lines.length, isPersonal }
}

/** Returns a text such as "and 4 more", or null if all items are shown. */
export function moreNews({ lines, count }: NewsSection): string | null {
  const more = count - lines.length
  if (more === 0) {
    return null
  }
  return count === maxCounted ? t('and many more') : plural(more, 'and {n} more|and {n} more')
}

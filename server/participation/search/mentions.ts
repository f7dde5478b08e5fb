import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { maxMentioned, maxSuggestions } from '#contract/mentions.ts'
import type * as contract from '#contract/mentions.ts'
import { nameQuery, queryWords } from '#contract/search.ts'
import { isNotMuted } from '#server/members/people/mutes/mutedAuthors.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** The maximum number of candidates of each kind: the latest comments of the discussion, the latest follows, and others. */
const maxFound = 500

/** Selects members to suggest for a mention in a discussion, at most `maxSuggestions`. */
export async function suggestMentions(
  db: Db,
  me: Member,
  input: ParsedOf<typeof contract.suggestMentions>,
): Promise<OutputOf<typeof contract.suggestMentions>['people']> {
  const { q } = input
  const bill_id = input.bill_id ?? null
  const post_id = input.post_id ?? null
  const words = queryWords(q)
  const most = db.unsafe(String(maxFound))
  const beginning = `${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  return db<OutputOf<typeof contract.suggestMentions>['people']>`
    with thread as materialized (
      select user_id, max(created_at) as wrote_at
        from ((select user_id, created_at from bill_comments where bill_id = ${bill_id}::uuid and is_live
                order by created_at desc limit ${most})
              union all
              (select user_id, created_at from group_comments where post_id = ${post_id}::uuid and is_live
                order by created_at desc limit ${most})
              union all
              (select user_id, created_at from group_posts where post_id = ${post_id}::uuid and is_live)) written
       group by user_id),
    followed as materialized (
      select followee_id as user_id from follows where follower_id = ${me.user_id} order by created_at desc limit ${most}),
    named as materialized (
      select user_id from users
       where name_words(username || ' ' || full_name) @@ (select ${words.length > 0 ? nameQuery(words) : null}::tsquery)
         and account_status = 'active' and public_profile limit ${most})
    select username, full_name, profile_picture_url, engagement_level
      from (select u.username, u.full_name, u.profile_picture_url, u.user_id, u.follower_count,
                   engagement_level(u.total_stances, u.total_comments, u.follower_count) as engagement_level,
                   thread.wrote_at,
                   u.user_id in (select user_id from followed) as is_followed,
                   u.user_id in (select user_id from named)
                     or u.username ilike ${beginning} or u.full_name ilike ${beginning}
                     or u.full_name ilike ${`% ${beginning}`} as is_match
              from (select user_id from thread union select user_id from followed union select user_id from named) found
              join users u using (user_id) left join thread using (user_id)
             where u.account_status = 'active' and u.user_id <> ${me.user_id}
               and (u.public_profile or thread.wrote_at is not null)
               and ${isNotMuted(db, me.user_id, db`u.user_id`)} and not has_blocked(u.user_id, ${me.user_id})) people
     where is_match
     order by wrote_at desc nulls last, is_followed desc, username ilike ${beginning} desc, follower_count desc, username
     limit ${db.unsafe(String(maxSuggestions))}`
}

/** Selects those of the usernames that belong to members, now or recently enough that the old name still leads to them. */
export async function listMentioned(db: Db, usernames: string): Promise<string[]> {
  const names = usernames.toLowerCase().split(',').slice(0, maxMentioned)
  const rows = await db<{ name: string }[]>`
    select m.name from members_named(${names}::text[]) m join users u using (user_id)
     where u.account_status = 'active'`
  return rows.map(({ name }) => name)
}

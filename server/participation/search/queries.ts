import { nameQuery, type SearchResults } from '#contract/search.ts'
import { withoutTitle } from '#server/legislation/roster/personName.ts'
import { isNotMuted } from '#server/members/people/mutes/mutedAuthors.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/**
 * The maximum number of names that are sorted. Names are found by an index of their words and sorted afterwards. A short
 * query matches very many names, so only the first ones that the index returns are sorted. The others can be found by
 * typing more letters.
 */
const maxSorted = 200

type NameSearch = { db: Db; me: Member; words: readonly string[]; limit: number }

/**
 * Selects members with a public profile, except those the viewer muted: the exact username first, then members the viewer
 * follows, then the others by their number of followers.
 */
export function selectPeople({ db, me, words, limit }: NameSearch): Promise<SearchResults['people']> {
  const username = words.join('-')
  return db<SearchResults['people']>`
    with found as materialized (
      (select user_id from users
        where name_words(username || ' ' || full_name) @@ ${startingWith(db, words)}
          and account_status = 'active' and public_profile limit ${db.unsafe(String(maxSorted))})
      union
      select user_id from users
       where lower(username) = any(${[username, username.replaceAll('-', '_'), words.join('')]}::text[])
         and account_status = 'active' and public_profile)
    select user_id, username, full_name, profile_picture_url, is_verified, engagement_level, is_following
      from (select u.user_id, u.username, u.full_name, u.profile_picture_url,
                   u.email_verified_at is not null as is_verified,
                   engagement_level(u.total_stances, u.total_comments, u.follower_count) as engagement_level,
                   (select f.follower_id from follows f
                     where f.follower_id = ${me.user_id} and f.followee_id = u.user_id) is not null as is_following,
                   search_words(u.username) = ${words.join(' ')} as is_named, u.follower_count
              from found join users u using (user_id) where ${isNotMuted(db, me.user_id, db`u.user_id`)}) people
     order by is_named desc, is_following desc, follower_count desc, full_name, user_id
     limit ${db.unsafe(String(limit))}`
}

/**
 * Selects groups: first those where the member lives, then those that the member follows, then the others by their
 * number of followers.
 */
export function selectGroups({ db, me, words, limit }: NameSearch): Promise<SearchResults['groups']> {
  return db<SearchResults['groups']>`
    with found as materialized (
      select group_id from groups where name_words(group_name) @@ ${startingWith(db, words)}
       limit ${db.unsafe(String(maxSorted))})
    select group_id, group_name, government_level, follower_count, is_following
      from (select g.group_id, g.group_name, g.government_level, g.follower_count,
                   (select f.user_id from group_follows f
                     where f.user_id = ${me.user_id} and f.group_id = g.group_id) is not null as is_following,
                   (select d.user_id from member_divisions d
                     where d.user_id = ${me.user_id} and d.division = g.jurisdiction) is not null as is_own
              from found join groups g using (group_id)) named
     order by is_own desc, is_following desc, follower_count desc, group_name, group_id
     limit ${db.unsafe(String(limit))}`
}

/**
 * Selects people in office today: first those who represent one of the divisions, then the others, by level and name. A title
 * before the name may be there: "Sen. Sanders".
 */
export function selectRepresentatives(
  { db, words, limit }: NameSearch,
  divisions: readonly string[],
): Promise<SearchResults['representatives']> {
  return db<SearchResults['representatives']>`
    with found as materialized (
      select rep_id from representatives where name_words(rep_name) @@ ${startingWith(db, words, withoutTitle(words))}
       limit ${db.unsafe(String(maxSorted))})
    select r.rep_id, r.rep_name, term.title, term.party, term.government_level, term.district,
           coalesce(r.portrait_url, r.photo_url) as photo_url,
           term.office_phone, term.contact_form_url, term.division = any(${divisions}::text[]) as is_own
      from found join representatives r using (rep_id)
     cross join lateral (
       select * from representative_terms t
        where t.rep_id = r.rep_id and (t.valid_from is null or t.valid_from <= current_date)
          and (t.valid_to is null or t.valid_to > current_date)
        order by t.valid_from desc nulls last, t.term_id limit 1) term
     order by is_own desc, array_position(array['federal', 'state', 'local'], term.government_level::text),
              r.rep_name, r.rep_id
     limit ${db.unsafe(String(limit))}`
}

/**
 * Returns a condition that matches names in which each word of one of these lists begins a word. The subquery makes PostgreSQL use
 * one plan for all of them.
 */
function startingWith(db: Db, ...lists: readonly (readonly string[])[]) {
  return db`(select ${lists.map(nameQuery).join(' | ')}::tsquery)`
}

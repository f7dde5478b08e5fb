import { checkEmail } from '#contract/accounts/accountFields.ts'
import {
  maxFoundMembers,
  type findMembers as findMembersEndpoint,
  type MemberMatch,
} from '#contract/administration/members.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { nameQuery, queryWords } from '#contract/search.ts'
import { operatorOf } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** The maximum number of names that each index returns for sorting, because a short query can match very many names. */
const maxSorted = 200

export async function findMembers(
  db: Db,
  me: Member,
  text: string,
): Promise<OutputOf<typeof findMembersEndpoint>> {
  const query = text.trim()
  if (checkEmail(query) === null) {
    const members = await selectByEmail(db, query.toLowerCase())
    await recordAction(db, {
      action: 'member_looked_up',
      user_id: members[0]?.user_id ?? null,
      subject: query.toLowerCase(),
      operator: operatorOf(me),
    })
    return { members, has_more: false, by_email: true }
  }
  const rows = await selectByName(db, query.replace(/^@/, ''))
  return {
    members: rows.slice(0, maxFoundMembers),
    has_more: rows.length > maxFoundMembers,
    by_email: false,
  }
}

function selectByEmail(db: Db, email: string): Promise<MemberMatch[]> {
  return db<MemberMatch[]>`
    select ${foundColumns(db)} from users where email = ${email}`
}

/** The full name of a deleted member is no longer shown. */
function foundColumns(db: Db) {
  return db`
    user_id, username, case when account_status <> 'closed' then full_name end as full_name,
    case when account_status = 'closed' then 'deleting' else account_status end as state`
}

/**
 * Selects the exact username first, then members by name. One index has the members with a public profile, and another
 * has all others.
 */
function selectByName(db: Db, name: string): Promise<MemberMatch[]> {
  const words = queryWords(name)
  const query = nameQuery(words)
  const matches = db`name_words(username || ' ' || full_name) @@ (select ${query}::tsquery)`
  const limit = db.unsafe(String(maxSorted))
  return db<MemberMatch[]>`
    with named as materialized (
      select user_id from users where lower(username) = lower(${name})
      union (select user_id from users
              where ${words.length > 0} and ${matches} and account_status = 'active' and public_profile limit ${limit})
      union (select user_id from users
              where ${words.length > 0} and ${matches} and not (account_status = 'active' and public_profile)
              limit ${limit}))
    select ${foundColumns(db)} from named join users using (user_id)
     where account_status <> 'closed' or lower(username) = lower(${name})
     order by lower(username) = lower(${name}) desc, full_name, user_id limit ${maxFoundMembers + 1}`
}

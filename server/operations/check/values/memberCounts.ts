import { type DerivedCount, members, type Mismatch } from '#server/operations/check/derivedCount.ts'
import { lockMembers } from '#server/operations/check/locks.ts'
import type { Scope } from '#server/operations/check/scope.ts'
import type { Db } from '#server/platform/postgres/db.ts'

const codes = { table: 'access_codes', column: 'code', type: 'text', size: 1_000 } as const

/** Checks the totals of members, the uses of access codes, and the rules between a member's rows. */
export const memberCounts: DerivedCount[] = [
  {
    what: "a member's totals",
    keys: members,
    find: (db, scope) => db<Mismatch[]>`
      select user_id as key, user_id as "where", ${totalsOf(db, 'u')}::text as stored, ${totalsOf(db, 'a')}::text as actual
        from users u join ${scope.rows('actual_member_counts')} a using (user_id)
       where ${scope.has('u.user_id')} and ${totalsOf(db, 'u')} <> ${totalsOf(db, 'a')}`,
    repair: {
      lock: lockMembers,
      write: (db, scope) => db`
        update users u set total_stances = a.total_stances, total_comments = a.total_comments,
               follower_count = a.follower_count, following_count = a.following_count,
               minds_changed = a.minds_changed
          from ${scope.rows('actual_member_counts')} a
         where a.user_id = u.user_id and ${totalsOf(db, 'u')} <> ${totalsOf(db, 'a')}`,
    },
  },
  {
    what: 'the uses of an access code',
    keys: codes,
    find: (db, scope) => db<Mismatch[]>`
      select c.code as key, c.code as "where", c.uses::text as stored, a.uses::text as actual
        from access_codes c join ${actualUses(db, scope)} a using (code) where c.uses <> a.uses`,
    repair: {
      lock: (db, names) => db`
        select from access_codes where code = any(${names}::text[]) order by code for no key update`,
      // More accounts than the code allows are left to the operator.
      write: (db, scope) => db`
        update access_codes c set uses = a.uses
          from ${actualUses(db, scope)} a where a.code = c.code and c.uses <> a.uses and a.uses <= c.max_uses`,
    },
  },
  {
    what: 'a stance and the last entry of its history',
    keys: members,
    find: (db, scope) => db<Mismatch[]>`
      select user_id as key, bill_id || ' ' || user_id as "where", s.stance as stored,
             coalesce(h.to_stance, 'no history') as actual
        from stances s left join (
          select distinct on (bill_id, user_id) bill_id, user_id, to_stance
            from stance_changes where ${scope.has('user_id')}
           order by bill_id, user_id, change_id desc) h using (bill_id, user_id)
       where ${scope.has('s.user_id')} and s.stance is distinct from h.to_stance`,
    repair: null,
  },
  {
    what: 'an email change link and the pending address',
    keys: members,
    find: (db, scope) => db<Mismatch[]>`
      select user_id as key, user_id as "where", 'a link to one address' as stored,
             case when u.pending_email is null then 'no change' else 'a change to another' end as actual
        from email_links l join users u using (user_id)
       where ${scope.has('l.user_id')} and l.purpose = 'change' and l.used_at is null
         and l.email is distinct from u.pending_email`,
    repair: {
      lock: lockMembers,
      write: (db, scope) => db`
        delete from email_links l using users u
         where u.user_id = l.user_id and ${scope.has('l.user_id')} and l.purpose = 'change' and l.used_at is null
           and l.email is distinct from u.pending_email`,
    },
  },
  {
    what: 'a used link and the address it verified',
    keys: members,
    find: (db, scope) => db<Mismatch[]>`
      select user_id as key, user_id as "where", 'not verified' as stored,
             'verified ' || iso_time(l.used_at) as actual
        from email_links l join users u using (user_id)
       where ${scope.has('l.user_id')} and l.purpose <> 'undo' and l.used_at is not null and l.email = u.email
         and u.email_verified_at is null`,
    repair: null,
  },
]

function totalsOf(db: Db, table: 'u' | 'a') {
  const total = (name: string) => db(`${table}.${name}`)
  return db`jsonb_build_array(
    ${total('total_stances')}, ${total('total_comments')}, ${total('follower_count')}, ${total('following_count')},
    ${total('minds_changed')})`
}

/** Counts the current and the former members of each access code. */
function actualUses(db: Db, scope: Scope) {
  return db`(
    select c.code, coalesce(u.uses, 0) as uses
      from access_codes c
      left join (select access_code as code, count(*)::int as uses
                   from (select access_code from users where ${scope.has('access_code')}
                         union all
                         select access_code from former_members where ${scope.has('access_code')}) accounts
                  group by access_code) u using (code)
     where ${scope.has('c.code')})`
}

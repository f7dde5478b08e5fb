import { minCohortMembers, minListLength, minRegisteredTogether } from '#contract/moderation/cohorts.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'
import { countCohort } from './countCohort.ts'

/*
 * One round compares all accounts. The first slices scan the accounts and store hashes of what each account may share with
 * others. The last slices find the hashes that several accounts have, one sixteenth of the hashes at a time.
 */

const accountsAtOnce = 500
const digits = '0123456789abcdef'
/**
 * The maximum number of cohorts of one slice. After an invitation, many accounts register together, so cohorts with other
 * signals come first.
 */
const cohortsAtOnce = 50
/** If several cohorts have the same members, only the first in this order of kinds is kept. */
const kinds = ['stances', 'votes', 'mailbox', 'registration']

/**
 * Runs one slice. Returns the position of the next slice, or null after the last one.
 *
 * @param position `accounts:ID` with the last account of the previous slice, or `groups:DIGIT` with the first digit of the
 * hashes. Null begins a round.
 */
export async function compareAccounts(pool: Pool, position: string | null): Promise<string | null> {
  const [step, value = null] = position?.split(':') ?? ['accounts']
  if (step === 'accounts') {
    const last = await saveSignals(pool, value)
    return last === null ? `groups:${digits[0]}` : `accounts:${last}`
  }
  const digit = value ?? '0'
  for (const cohort_id of await saveCohorts(pool, digit)) await countCohort(pool, cohort_id)
  const next = digits[digits.indexOf(digit) + 1]
  return next === undefined ? null : `groups:${next}`
}

/**
 * Stores the hashes of one slice of accounts and returns its last account, or null after the last slice. Suspended accounts
 * have no hashes, because a decision about them was already made. The hashes are keyed, because a mailbox could be guessed.
 */
async function saveSignals(pool: Pool, after: string | null): Promise<string | null> {
  const secret = await instanceSecret(pool, 'account_signals')
  const [slice] = await pool<{ last: string | null; accounts: number }[]>`
    with batch as materialized (
      select user_id, created_at, access_code, email, total_stances, account_status from users
       where ${after === null ? pool`true` : pool`user_id > ${after}`}
       order by user_id limit ${accountsAtOnce}),
    shared as (
      select user_id, 'registration' as kind,
             access_code || ' ' || extract(epoch from date_trunc('minute', created_at)) as content
        from batch where access_code is not null
      union all
      select user_id, 'mailbox', mailbox_key(email) from batch
      union all
      select b.user_id, 'stances', l.content
        from batch b cross join lateral (
               select string_agg(bill_id || stance, ' ' order by bill_id) as content, count(*) as items
                 from stances s where s.user_id = b.user_id) l
       where b.total_stances >= ${minListLength} and l.items >= ${minListLength}
      union all
      select b.user_id, 'votes', l.content
        from batch b cross join lateral (
               select string_agg(comment_id || vote, ' ' order by comment_id) as content, count(*) as items
                 from comment_votes v where v.user_id = b.user_id) l
       where l.items >= ${minListLength}),
    hashed as materialized (
      select user_id, kind, sha256(${secret}::bytea || convert_to(kind || ' ' || content, 'utf8')) as fingerprint,
             created_at
        from shared join batch using (user_id) where account_status in ('active', 'inactive')),
    saved as (
      insert into account_signals as stored (user_id, kind, fingerprint, registered_at)
      select user_id, kind, fingerprint, created_at from hashed
      on conflict (user_id, kind) do update set fingerprint = excluded.fingerprint
       where stored.fingerprint <> excluded.fingerprint),
    removed as (
      delete from account_signals s using batch
       where s.user_id = batch.user_id
         and not exists (select from hashed h where h.user_id = s.user_id and h.kind = s.kind))
    select (array_agg(user_id order by user_id desc))[1] as last, count(*)::int as accounts from batch`
  return slice?.accounts === accountsAtOnce ? slice.last : null
}

/** Saves the cohorts whose hash begins with the digit, and removes former cohorts. Returns the ids of the saved ones. */
async function saveCohorts(pool: Pool, digit: string): Promise<string[]> {
  const [first, last] = [`${digit}${'0'.repeat(63)}`, `${digit}${'f'.repeat(63)}`]
  const rows = await pool<{ cohort_id: string }[]>`
    with groups as materialized (
      select fingerprint, min(kind) as kind, count(*)::int as member_count from account_signals
       where fingerprint between decode(${first}, 'hex') and decode(${last}, 'hex')
       group by fingerprint
      having count(*) >= case min(kind) when 'registration' then ${minRegisteredTogether}::int else ${minCohortMembers}::int end
       order by min(kind) = 'registration', count(*) desc, fingerprint limit ${cohortsAtOnce}),
    distinct_groups as materialized (
      select * from groups g
       where not exists (
         select from account_signals mine join account_signals other using (user_id)
          where mine.fingerprint = g.fingerprint
            and array_position(${kinds}::text[], other.kind) < array_position(${kinds}::text[], g.kind)
          group by other.fingerprint
         having count(*) = g.member_count
            and g.member_count = (select count(*) from account_signals a where a.fingerprint = other.fingerprint))),
    removed as (
      delete from cohorts c
       where c.fingerprint between decode(${first}, 'hex') and decode(${last}, 'hex')
         and not exists (select from distinct_groups g where g.fingerprint = c.fingerprint))
    insert into cohorts (fingerprint, kind, member_count)
    select fingerprint, kind, member_count from distinct_groups
    on conflict (fingerprint) do update set member_count = excluded.member_count
    returning cohort_id`
  return rows.map(({ cohort_id }) => cohort_id)
}

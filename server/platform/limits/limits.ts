import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/postgres/db.ts'
import { LimitHit, recordLimit } from './audit.ts'

/** A number of attempts per time window. PostgreSQL stores the counts, so all instances share them. */
export type LimitRule = { rule: string; attempts: number; seconds: number }

/**
 * A wait after several failures in a row. Each further failure doubles the wait, up to the longest wait. The count is
 * reset `memory` seconds after the last failure.
 */
export type BackoffRule = {
  rule: string
  freeAttempts: number
  firstWait: number
  longestWait: number
  memory: number
}

type Attempt = { rule: LimitRule; subject: string }

/**
 * Counts one attempt under each rule, and refuses it if a limit is exceeded. Refused attempts count too, so call this
 * function outside a transaction that may be rolled back.
 */
export async function countAttempts(db: Db, counted: readonly Attempt[]): Promise<void> {
  const rows = await db<{ rule: string; attempts: number; seconds_left: number }[]>`
    insert into rate_limits as existing (rule, subject, window_ends_at, attempts)
    select rule, decode(subject, 'hex'), now() + make_interval(secs => seconds), 1
      from unnest(${counted.map(({ rule }) => rule.rule)}::text[],
                  ${counted.map(({ subject }) => digest(subject))}::text[],
                  ${counted.map(({ rule }) => rule.seconds)}::float8[]) as attempt (rule, subject, seconds)
     order by rule, subject
    on conflict (rule, subject) do update set
      attempts = case when existing.window_ends_at <= now() then 1 else existing.attempts + 1 end,
      window_ends_at = case when existing.window_ends_at <= now() then excluded.window_ends_at
                            else existing.window_ends_at end
    returning rule, attempts, ceil(extract(epoch from window_ends_at - now()))::int as seconds_left`
  for (const row of rows) {
    const exceeded = counted.find(({ rule }) => rule.rule === row.rule)
    if (row.attempts > (exceeded?.rule.attempts ?? 0)) {
      throw new LimitHit(row.rule, exceeded?.subject ?? '', row.seconds_left)
    }
  }
}

/**
 * Counts like `countAttempts`, but returns the result instead of refusing. Used for emails that are dropped without
 * informing the caller.
 */
export async function isRateLimited(db: Db, counted: readonly Attempt[]): Promise<boolean> {
  try {
    await countAttempts(db, counted)
    return false
  } catch (error) {
    if (!(error instanceof LimitHit)) throw error
    await recordLimit(db, error)
    return true
  }
}

/**
 * Subtracts one attempt, because an attempt that succeeded must not count as a failure. Locks the rows in the same order as
 * `countAttempts`.
 */
export async function refundAttempt(db: Db, counted: readonly Attempt[]): Promise<void> {
  await db`
    with counted as (
      select rule, subject from rate_limits
       where (rule, subject) in (
         select rule, decode(subject, 'hex')
           from unnest(${counted.map(({ rule }) => rule.rule)}::text[],
                       ${counted.map(({ subject }) => digest(subject))}::text[]) as attempt (rule, subject))
       order by rule, subject for update)
    update rate_limits r set attempts = greatest(r.attempts - 1, 1),
           window_ends_at = case when r.attempts <= 1 then now() else r.window_ends_at end
      from counted where r.rule = counted.rule and r.subject = counted.subject`
}

/** Resets the counts, for example after a success. Locks the rows in the same order as `countAttempts`. */
export async function clearAttempts(
  db: Db,
  counted: { rule: Pick<LimitRule, 'rule'>; subject: string }[],
): Promise<void> {
  await db`
    with cleared as (
      select rule, subject from rate_limits
       where (rule, subject) in (
         select rule, decode(subject, 'hex')
           from unnest(${counted.map(({ rule }) => rule.rule)}::text[],
                       ${counted.map(({ subject }) => digest(subject))}::text[]) as attempt (rule, subject))
       order by rule, subject for update)
    delete from rate_limits r using cleared where r.rule = cleared.rule and r.subject = cleared.subject`
}

/**
 * Counts one attempt, or refuses it during the wait after an earlier one. A refused attempt does not count, because
 * otherwise an attacker could prolong the wait of the account's owner.
 */
export async function countWithBackoff(db: Db, rule: BackoffRule, subject: string): Promise<void> {
  const hash = digest(subject)
  const attempts = db`case when existing.window_ends_at <= now() then 1 else existing.attempts + 1 end`
  const [row] = await db`
    insert into rate_limits as existing (rule, subject, window_ends_at, attempts)
    values (${rule.rule}, decode(${hash}, 'hex'), now() + make_interval(secs => ${rule.memory}), 1)
    on conflict (rule, subject) do update set
      attempts = ${attempts},
      window_ends_at = excluded.window_ends_at,
      blocked_until = case when ${attempts} >= ${rule.freeAttempts}::int
        then now() + make_interval(secs => least(${rule.longestWait}::float8,
               ${rule.firstWait}::float8 * 2 ^ least(${attempts} - ${rule.freeAttempts}::int, 30))) end
     where existing.blocked_until is null or existing.blocked_until <= now() or existing.window_ends_at <= now()
    returning attempts`
  if (row) return
  const [blocked] = await db<{ seconds_left: number }[]>`
    select ceil(extract(epoch from blocked_until - now()))::int as seconds_left from rate_limits
     where rule = ${rule.rule} and subject = decode(${hash}, 'hex')`
  throw new LimitHit(rule.rule, subject, blocked?.seconds_left ?? rule.firstWait)
}

/** Locks the writes of any account until the transaction ends, for code that changes the rows of a member for them. */
export async function lockWrites(db: Db, user_id: string): Promise<void> {
  await db`select lock_writes(${user_id})`
}

function digest(subject: string): string {
  return createHash('sha256').update(subject).digest('hex')
}

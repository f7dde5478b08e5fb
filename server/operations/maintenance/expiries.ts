import { discussionReadDays } from '#contract/discussions.ts'
import { appealDays } from '#contract/moderation/appeals.ts'
import { reportDays } from '#server/operations/moderation/reportRetention.ts'
import { recordedDays } from '#server/operations/monitoring/dailyStatistics.ts'
import { tokenMonths } from '#server/participation/alerts/digests/unsubscribeTokens.ts'
import { emailRetentionDays } from '#server/platform/mail/deliverQueue.ts'
import type { Pool } from '#server/platform/postgres/db.ts'

/** Rows that are deleted as soon as an SQL condition is true for them. */
export type Expiry = { table: string; condition: string; /** For docs/operating.md. */ retention: string }

export const expiries: readonly Expiry[] = [
  {
    table: 'active_member_counts',
    condition: `day < (now() at time zone 'UTC')::date - ${recordedDays}`,
    retention: `How many members were active on a day, before it is part of the statistics: ${recordedDays} days.`,
  },
  {
    table: 'alert_deliveries',
    condition: `created_at < now() - interval '30 days'`,
    retention: 'Counts of alert emails: 30 days.',
  },
  {
    table: 'api_keys',
    condition: `revoked_at < now() - interval '30 days'`,
    retention: 'Revoked API keys: 30 days.',
  },
  {
    // Decided appeals are kept for a while, because the member can read the outcome with the same link.
    table: 'appeals',
    condition: `decided_at < now() - case when appealed_at is null then make_interval(days => ${appealDays * 2})
                                     else interval '1 year' end`,
    retention: `Decisions of moderators that a member did not appeal against: ${appealDays * 2} days; appeals, one year.`,
  },
  {
    table: 'backups',
    condition: `finished_at < now() - interval '1 year'`,
    retention: 'When backups were made: one year.',
  },
  {
    table: 'counted_homes',
    condition: 'expires_at < now()',
    retention:
      'The divisions of the last home, which the limit of moves compares with: 30 days after the address is removed.',
  },
  {
    table: 'discussion_reads',
    condition: `read_at < now() - make_interval(days => ${discussionReadDays})`,
    retention: `When a member last read a discussion: ${discussionReadDays} days.`,
  },
  {
    // Expired links are kept for a while, because "has expired" is a better message than "unknown".
    table: 'email_links',
    condition: `expires_at < now() - interval '30 days'`,
    retention: 'Links in emails: 30 days after they expire.',
  },
  {
    // An unsent message to a representative is kept, because without its email it would count as sent.
    table: 'emails',
    condition: `created_at < now() - interval '${emailRetentionDays} days'
      and (purpose <> 'representative_message' or state = 'sent')`,
    retention: `Emails: ${emailRetentionDays} days; unsent messages to representatives, longer.`,
  },
  {
    table: 'exports',
    condition: `expires_at < now() or (expires_at is null and requested_at < now() - interval '3 days')`,
    retention: 'Data exports: 24 hours; failed ones, three days.',
  },
  {
    table: 'geocodes',
    condition: 'expires_at < now()',
    retention: 'Responses of the geocoder (keyed hashes of addresses): until they expire, at most 30 days.',
  },
  {
    table: 'idempotency_keys',
    condition: `created_at < now() - interval '24 hours'`,
    retention: 'Responses to requests with an idempotency key: 24 hours.',
  },
  {
    table: 'member_moves',
    condition: `not is_first and moved_at < now() - interval '30 days'`,
    retention: 'Moves that count towards the limit: 30 days.',
  },
  {
    table: 'message_groups',
    condition: `emptied_at < now() - interval '30 days'
      and not exists (select from messages m where m.group_id = message_groups.group_id)`,
    retention: 'Groups of messages with nearly the same text: 30 days after their last message is deleted.',
  },
  {
    table: 'passkey_challenges',
    condition: 'expires_at < now()',
    retention: 'Challenges of passkeys: until they expire, after minutes.',
  },
  {
    table: 'push_messages',
    condition: `created_at < now() - interval '1 day'`,
    retention: 'Notifications that could not be sent to a browser: one day.',
  },
  {
    table: 'rate_limits',
    condition: 'window_ends_at < now()',
    retention: 'Counts of attempts: until their window ends, at most a day.',
  },
  {
    table: 'reports',
    condition: `author_deleted_at < now() - make_interval(days => ${reportDays})`,
    retention: `Reports of a member whose account was deleted: ${reportDays} days after the deletion.`,
  },
  {
    table: 'reset_tokens',
    condition: 'expires_at < now()',
    retention: 'Links that reset a password: until they expire.',
  },
  { table: 'sessions', condition: 'expires_at < now()', retention: 'Sessions: until they expire.' },
  {
    // Rows are kept this long, because the time of the last fan-out delays the next one.
    table: 'stance_fanouts',
    condition: `next_attempt_at is null and started_at < now() - interval '1 hour'`,
    retention: 'The queue of stances that followers are notified of: one hour.',
  },
  {
    table: 'unsubscribe_tokens',
    condition: `created_at < now() - make_interval(months => ${tokenMonths})`,
    retention: `Links that end emails: ${tokenMonths} months.`,
  },
  {
    table: 'version_comparisons',
    condition: `created_at < now() - interval '90 days'`,
    retention: 'Comparisons of two versions: 90 days; they are computed again when somebody asks.',
  },
]

/** The number of rows is small enough that a statement keeps its locks only briefly. */
const rowsAtOnce = 2_000

/**
 * Deletes one batch of expired rows. Returns the table to continue with, or null after the last table.
 *
 * @param position a table of `expiries`
 */
export async function deleteExpired(pool: Pool, position: string | null): Promise<string | null> {
  const at = Math.max(
    0,
    expiries.findIndex(({ table }) => table === position),
  )
  const expiry = expiries[at]
  if (!expiry) return null
  const table = pool(expiry.table)
  const condition = pool.unsafe(expiry.condition)
  const { count } = await pool`
    delete from ${table}
     where ctid = any (array(select ctid from ${table} where ${condition} limit ${rowsAtOnce})) and (${condition})`
  return count === rowsAtOnce ? expiry.table : (expiries[at + 1]?.table ?? null)
}

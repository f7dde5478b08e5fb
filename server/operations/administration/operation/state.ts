import {
  maxFailedEmails,
  type FailedEmail,
  type Operation,
  type Source,
  type Task,
  type TestEmail,
} from '#contract/administration/administration.ts'
import { selectSources } from '#server/legislation/sync/status.ts'
import { selectGetsWeeklyEmail } from '#server/operations/administration/weekly/sendWeekly.ts'
import { selectUpdate } from '#server/operations/monitoring/latestRelease.ts'
import { selectQueueAges } from '#server/operations/monitoring/queueAges.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { selectOutdatedCollations } from '#server/platform/postgres/collations.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { versionText } from '#server/platform/settings/version.ts'

/** Reads the state of the instance. The result contains no address and nothing about a member. */
export async function getOperation(db: Db, me: Member, deliversMail: boolean): Promise<Operation> {
  const [size] = await db<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`
  return {
    version: versionText(),
    update: await selectUpdate(db),
    database_bytes: size?.bytes ?? 0,
    outdated_collations: await selectOutdatedCollations(db),
    backup: await selectBackup(db),
    delivers_mail: deliversMail,
    gets_weekly_email: await selectGetsWeeklyEmail(db, me.user_id),
    test_email: await selectTestEmail(db, me.user_id),
    sources: await selectSourceChecks(db),
    tasks: await selectTasks(db),
    queues: await selectQueueAges(db),
    failed_emails: await selectFailedEmails(db),
  }
}

async function selectBackup(db: Db): Promise<Operation['backup']> {
  const [backup] = await db<NonNullable<Operation['backup']>[]>`
    select iso_time(taken_at) as taken_at, iso_time(finished_at) as finished_at, bytes::float8 as bytes,
           table_rows::float8 as rows
      from backups order by taken_at desc limit 1`
  return backup ?? null
}

/** Selects the sources with what an operator can do about an old one. `hurd status` prints the same. */
async function selectSourceChecks(db: Db): Promise<Source[]> {
  const sources = await selectSources(db)
  return sources
    .map(({ name, records, last_checked_at, stale, unfinished, command, timer }): Source => ({
      name,
      records,
      last_checked_at: last_checked_at && new Date(last_checked_at).toISOString(),
      is_stale: stale,
      is_unfinished: unfinished,
      command,
      timer,
    }))
    .toSorted((a, b) => Number(b.is_stale) - Number(a.is_stale) || b.records - a.records)
}

async function selectTasks(db: Db): Promise<Task[]> {
  return db<Task[]>`
    select name, every_seconds, iso_time(finished_at) as finished_at, iso_time(next_attempt_at) as next_at,
           attempts as failures, last_error
      from recurring_tasks order by last_error is null, name`
}

export async function selectTestEmail(db: Db, user_id: string): Promise<TestEmail | null> {
  const [email] = await db<TestEmail[]>`
    select state, iso_time(created_at) as created_at, last_error
      from emails where user_id = ${user_id} and purpose = 'test_email' order by created_at desc limit 1`
  return email ?? null
}

export async function selectFailedEmails(db: Db): Promise<FailedEmail[]> {
  return db<FailedEmail[]>`
    select email_id, purpose, state, attempts, iso_time(created_at) as created_at, last_error,
           text <> '' and (expires_at > now() or purpose = 'representative_message') as can_retry
      from emails where attempts > 0 and state <> 'sent' and last_error is not null
     order by created_at desc, email_id limit ${maxFailedEmails}`
}

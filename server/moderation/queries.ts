import type { ReportReason, ReportTarget } from '../../contract/moderation.ts'
import type { Db } from '../postgres/db.ts'

type NewReport = {
  reporter_id: string
  target_type: ReportTarget
  target_id: string
  reason: ReportReason
  details: string | null
  reported_user_id: string | null
  /** What was reported, as it was then. */
  reported_text: string | null
}

/** The member's own report of this target; they are locked, so none can come between. */
export async function selectOwnReport(
  db: Db,
  { reporter_id, target_type, target_id }: Pick<NewReport, 'reporter_id' | 'target_type' | 'target_id'>,
): Promise<string | undefined> {
  const [row] = await db<{ report_id: string }[]>`
    select report_id from reports
     where reporter_id = ${reporter_id} and target_type = ${target_type} and target_id = ${target_id}`
  return row?.report_id
}

export async function insertReport(db: Db, report: NewReport): Promise<string> {
  const [row] = await db<{ report_id: string }[]>`insert into reports ${db(report)} returning report_id`
  return row!.report_id
}

export type ListedReport = {
  report_id: string
  target_type: ReportTarget
  target_id: string
  reason: ReportReason
  details: string | null
  created_at: string
  state: 'open' | 'resolved'
  /** What was reported, as it was then; kept for 180 days. */
  reported_text: string | null
  /** When the account of the reported member was deleted, if it was. */
  author_deleted_at: string | null
  /** The same for every account of one mailbox; hexadecimal. */
  reported_hash: string | null
  /** Null: the reporter has left, or the product itself saw it (`is_flag`). */
  reporter_id: string | null
  is_flag: boolean
  resolved_at: string | null
  resolved_by: string | null
  note: string | null
}

/** The newest first. */
export function selectReports(db: Db, onlyOpen: boolean, limit: number): Promise<ListedReport[]> {
  return db<ListedReport[]>`
    select report_id, target_type, target_id, reason, details, created_at,
           case when resolved_at is null then 'open' else 'resolved' end as state,
           reported_text, author_deleted_at, encode(reported_hash, 'hex') as reported_hash,
           reporter_id, is_flag, resolved_at, resolved_by, note
      from reports ${onlyOpen ? db`where resolved_at is null` : db``}
     order by created_at desc, report_id limit ${limit}`
}

export type Resolution = 'done' | 'was_resolved' | 'unknown'

export async function resolveReport(
  db: Db,
  report_id: string,
  { by, note }: { by: string; note: string | null },
): Promise<Resolution> {
  const { count } = await db`
    update reports set resolved_at = now(), resolved_by = ${by}, note = ${note}
     where report_id = ${report_id} and resolved_at is null`
  if (count === 1) return 'done'
  const found = await db`select from reports where report_id = ${report_id}`
  return found.length > 0 ? 'was_resolved' : 'unknown'
}

/** What a report is about: who made it, undefined when it is not there, or not for this viewer's eyes. */
export async function selectAuthor(
  db: Db,
  viewer: string,
  target: { target_type: ReportTarget; target_id: string },
): Promise<{ user_id: string | null; text: string } | undefined> {
  const [row] = await db<{ user_id: string | null; text: string }[]>`${targetAsSeenBy(db, viewer, target)}`
  return row
}

function targetAsSeenBy(
  db: Db,
  viewer: string,
  { target_type, target_id }: { target_type: ReportTarget; target_id: string },
) {
  if (target_type === 'bill_comment') {
    return db`select user_id, content as text from bill_comments where comment_id = ${target_id} and is_live`
  }
  if (target_type === 'user') {
    return db`
      select user_id, concat_ws(E'\n', '@' || username, full_name, bio) as text from users
       where user_id = ${target_id} and (user_id = ${viewer} or (account_status = 'active' and public_profile))`
  }
  if (target_type === 'group_post') {
    return db`
      select user_id, content as text from group_posts
       where post_id = ${target_id} and deleted_at is null and hidden_at is null`
  }
  return db`
    select user_id, content as text from group_comments
     where comment_id = ${target_id} and deleted_at is null and hidden_at is null`
}

/** A member as far as their names go. */
export type Named = { user_id: string; username: string; full_name: string; is_official: boolean }

function named(db: Db) {
  return db`select user_id, username, full_name, member_type = 'elected_official' as is_official from users`
}

export async function selectNamed(db: Db, user_id: string): Promise<Named | undefined> {
  const [row] = await db<Named[]>`${named(db)} where user_id = ${user_id}`
  return row
}

export function selectOfficials(db: Db): Promise<Named[]> {
  return db<Named[]>`${named(db)} where member_type = 'elected_official'`
}

/** A stretch of all members, after the one named. */
export function selectNames(db: Db, after: string | null, limit: number): Promise<Named[]> {
  return db<Named[]>`
    ${named(db)} where ${after}::uuid is null or user_id > ${after} order by user_id limit ${limit}`
}

/** One open flag a member is enough. */
export async function insertFlag(db: Db, user_id: string, details: string): Promise<void> {
  await db`
    insert into reports (is_flag, target_type, target_id, reported_user_id, reason, details)
    values (true, 'user', ${user_id}, ${user_id}, 'other', ${details})
    on conflict (target_id) where is_flag and resolved_at is null do nothing`
}

/** The member of this username, whatever their state. */
export async function selectByUsername(db: Db, username: string): Promise<Named | undefined> {
  const [row] = await db<Named[]>`${named(db)} where lower(username) = lower(${username})`
  return row
}

export async function deleteProposal(db: Db, user_id: string): Promise<void> {
  await db`delete from label_proposals where user_id = ${user_id}`
}

/** A proposal waits so long for the second operator. */
export const proposalDays = 7

/** Who has proposed it, if that still holds. */
export async function selectProposer(db: Db, user_id: string): Promise<string | undefined> {
  const [row] = await db<{ proposed_by: string }[]>`
    select proposed_by from label_proposals
     where user_id = ${user_id} and proposed_at > now() - make_interval(days => ${proposalDays})`
  return row?.proposed_by
}

export async function saveProposal(db: Db, user_id: string, proposed_by: string): Promise<void> {
  await db`
    insert into label_proposals (user_id, member_type, proposed_by) values (${user_id}, 'elected_official', ${proposed_by})
    on conflict (user_id) do update set proposed_by = excluded.proposed_by, proposed_at = now()`
}

export type AuditEntry = {
  audit_id: number
  created_at: string
  action: string
  user_id: string | null
  /** Hexadecimal. */
  subject: string | null
  operator: string | null
  detail: Record<string, unknown>
}

/** The newest `limit` records since then, the oldest of them first. */
export function selectAudit(
  db: Db,
  asked: { since: string | null; user_id: string | null; subject: Buffer | null; limit: number },
): Promise<AuditEntry[]> {
  const { since, user_id, subject, limit } = asked
  const from = since ? db`and created_at >= ${since}` : db``
  const of = user_id ? db`and user_id = ${user_id}` : db``
  const about = subject ? db`and subject = ${subject}` : db``
  return db<AuditEntry[]>`
    select * from (
      select audit_id, created_at, action, user_id, encode(subject, 'hex') as subject, operator, detail
        from audit_log where true ${from} ${of} ${about} order by audit_id desc limit ${limit}) newest
     order by audit_id`
}

/** Lets go of records older than a year; the database keeps the others whatever is asked. */
export async function forgetAudit(db: Db, before: string): Promise<number> {
  await db`select set_config('hurd.delete_old_audit', 'on', true)`
  const { count } = await db`delete from audit_log where created_at < ${before}`
  return count
}

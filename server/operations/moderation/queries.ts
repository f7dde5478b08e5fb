import type { ReportReason, ReportTarget } from '#contract/moderation/reports.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type NewReport = {
  reporter_id: string
  target_type: ReportTarget
  target_id: string
  reason: ReportReason
  details: string | null
  reported_user_id: string | null
  /** The reported text at the time of the report. */
  reported_text: string | null
}

/** Selects the member's own report of this target. The member is locked, so no other report can be added in between. */
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
  /** The reported text at the time of the report. It is removed after 180 days. */
  reported_text: string | null
  /** The time when the account of the reported member was deleted. */
  author_deleted_at: string | null
  /** A hash in hexadecimal that is the same for every account of one mailbox. */
  reported_hash: string | null
  /** Null if the reporter's account is deleted, or if the server made the report (`is_automatic`). */
  reporter_id: string | null
  is_automatic: boolean
  resolved_at: string | null
  resolved_by: string | null
  note: string | null
}

/** Returns the reported text of the report `r`, except the names of a member whose account is deleted. */
export function shownText(db: Db) {
  return db`case when r.target_type <> 'user' or r.author_deleted_at is null then r.reported_text end`
}

/** Selects reports, newest first. */
export function selectReports(db: Db, onlyOpen: boolean, limit: number): Promise<ListedReport[]> {
  return db<ListedReport[]>`
    select report_id, target_type, target_id, reason, details, created_at,
           case when resolved_at is null then 'open' else 'resolved' end as state,
           ${shownText(db)} as reported_text, author_deleted_at, encode(reported_hash, 'hex') as reported_hash,
           reporter_id, is_automatic, resolved_at, resolved_by, note
      from reports r ${onlyOpen ? db`where resolved_at is null` : db``}
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
  if (count === 1) {
    // An assignment ends with the last open report of its case.
    await db`
      delete from case_assignments c using reports r
       where r.report_id = ${report_id} and (c.target_id, c.target_type) = (r.target_id, r.target_type)
         and not exists (select from reports o
                          where (o.target_id, o.target_type) = (c.target_id, c.target_type) and o.resolved_at is null)`
    return 'done'
  }
  const existing = await db`select from reports where report_id = ${report_id}`
  return existing.length > 0 ? 'was_resolved' : 'unknown'
}

/**
 * Selects the author and text of the reported content, or undefined if it does not exist or this viewer may not see it.
 */
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
  if (target_type === 'official_statement') {
    return db`
      select user_id, content as text from official_statements
       where statement_id = ${target_id} and replaced_at is null and hidden_at is null`
  }
  if (target_type === 'group_post') {
    return db`
      select user_id, content as text from group_posts
       where post_id = ${target_id} and is_live`
  }
  return db`
    select user_id, content as text from group_comments
     where comment_id = ${target_id} and is_live`
}

export type MemberName = {
  user_id: string
  username: string
  full_name: string
  is_official: boolean
  /** The name changed, and no operator has confirmed yet that the label still belongs to it. */
  is_label_hidden: boolean
}

function memberNames(db: Db) {
  return db`
    select user_id, username, full_name, member_type = 'elected_official' as is_official, is_label_hidden
      from users where account_status <> 'closed'`
}

export async function selectMemberName(db: Db, user_id: string): Promise<MemberName | undefined> {
  const [row] = await db<MemberName[]>`${memberNames(db)} and user_id = ${user_id}`
  return row
}

/** Selects the name and locks the account until the commit so that the name that is confirmed is the one that was read. */
export async function lockName(db: Db, user_id: string): Promise<MemberName | undefined> {
  const [row] = await db<MemberName[]>`${memberNames(db)} and user_id = ${user_id} for no key update`
  return row
}

export function selectOfficials(db: Db): Promise<MemberName[]> {
  return db<MemberName[]>`${memberNames(db)} and member_type = 'elected_official'`
}

/** Selects one page of all members, after the member `after`. */
export function selectNames(db: Db, after: string | null, limit: number): Promise<MemberName[]> {
  return db<MemberName[]>`
    ${memberNames(db)} and (${after}::uuid is null or user_id > ${after}) order by user_id limit ${limit}`
}

/** The maximum number of characters of the details of a report. */
const maxDetails = 1_000

/**
 * Inserts a report by the server. If an automatic report about the member is open, the sentence is added to it instead,
 * unless it is there already. Earlier sentences stay as evidence. If they exceed the maximum length, the beginning of the
 * text and the newest sentence stay.
 */
export async function insertAutomaticReport(db: Db, user_id: string, details: string): Promise<void> {
  await db`
    insert into reports (is_automatic, target_type, target_id, reported_user_id, reason, details)
    values (true, 'user', ${user_id}, ${user_id}, 'other', ${details})
    on conflict (target_id) where is_automatic and resolved_at is null do update
       set details = case when position(excluded.details in reports.details) > 0 then reports.details
                          when char_length(reports.details) + char_length(excluded.details) < ${maxDetails}
                            then reports.details || ' ' || excluded.details
                          else left(reports.details, ${maxDetails} - 3 - char_length(excluded.details))
                               || ' … ' || excluded.details end`
}

/** Selects the member with this username, unless the account is closed. */
export async function selectByUsername(db: Db, username: string): Promise<MemberName | undefined> {
  const [row] = await db<MemberName[]>`${memberNames(db)} and lower(username) = lower(${username})`
  return row
}

/** The number of days after which a proposal expires without a second operator. */
export const proposalDays = 7

/** Selects the operator who proposed the label, or undefined if there is none or the proposal has expired. */
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
  /** A keyed hash in hexadecimal. */
  subject: string | null
  operator: string | null
  detail: Record<string, unknown>
  /** The X-Request-Id of the request, or null for a command. */
  request_id: string | null
}

/** Selects the newest `limit` records since `since`, in chronological order. */
export function selectAudit(
  db: Db,
  filter: { since: string | null; user_id: string | null; subject: Buffer | null; limit: number },
): Promise<AuditEntry[]> {
  const { since, user_id, subject, limit } = filter
  const from = since ? db`and created_at >= ${since}` : db``
  const of = user_id ? db`and user_id = ${user_id}` : db``
  const about = subject ? db`and subject = ${subject}` : db``
  return db<AuditEntry[]>`
    select * from (
      select audit_id, created_at, action, user_id, encode(subject, 'hex') as subject, operator, detail,
             request_id
        from audit_log where true ${from} ${of} ${about} order by audit_id desc limit ${limit}) newest
     order by audit_id`
}

/** Deletes records before a time. The database refuses to delete records of the last year. */
export async function forgetAudit(db: Db, before: string): Promise<number> {
  const [row] = await db<{ forgotten: number }[]>`select forget_audit(${before}) as forgotten`
  return row!.forgotten
}

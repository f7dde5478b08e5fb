import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#contract/kit/refusals.ts'
import { currentRequestId } from '#server/platform/observability/requestContext.ts'
import type { Db, Part, Pool } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'

/** Every recorded action. docs/operating.md explains each of them. */
export type AuditAction =
  | 'registered'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'sessions_ended'
  | 'password_changed'
  | 'password_change_failed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'second_factor_failed'
  | 'authenticator_app_added'
  | 'authenticator_app_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'password_reset_requested'
  | 'password_reset'
  | 'email_change_requested'
  | 'email_change_canceled'
  | 'email_change_undone'
  | 'email_verified'
  | 'username_changed'
  | 'full_name_changed'
  | 'address_changed'
  | 'privacy_changed'
  | 'moved'
  | 'move_delayed'
  | 'deactivated'
  | 'reactivated'
  | 'deleted'
  | 'deletion_undone'
  | 'deletions_replayed'
  | 'account_purged'
  | 'api_key_created'
  | 'api_key_revoked'
  | 'export_requested'
  | 'export_downloaded'
  | 'access_denied'
  | 'limit_hit'
  | 'operator_command'
  | 'suspended'
  | 'suspension_lifted'
  | 'appeal_decided'
  | 'note_added'
  | 'second_factor_removed'
  | 'label_proposed'
  | 'label_set'
  | 'represents_set'
  | 'content_hidden'
  | 'content_restored'
  | 'report_resolved'
  | 'role_granted'
  | 'role_revoked'
  | 'case_assigned'
  | 'case_unassigned'
  | 'code_issued'
  | 'code_revoked'
  | 'code_emailed'
  | 'member_looked_up'
  | 'test_email_sent'
  | 'email_retried'
  | 'branding_saved'
  | 'audit_records_deleted'

export type AuditRecord = {
  action: AuditAction
  user_id?: string | null
  /**
   * Identifies the subject if it is not a member, such as an email without an account. It is stored as a keyed hash.
   */
  subject?: string | null
  operator?: string | null
  /** Ids, counts and fixed strings. It never contains a name, an address, an email or text that a member wrote. */
  detail?: Record<string, string | number | boolean | null>
}

/** Appends one record. Call it in the transaction of the action so that neither is saved without the other. */
export async function recordAction(db: Db, record: AuditRecord): Promise<void> {
  await insertRecord(db, record, db`true`)
}

/** Appends one record for each entry, in one statement. */
export async function recordActions(
  db: Db,
  { action, operator }: { action: AuditAction; operator: string },
  entries: { subject?: string; detail: NonNullable<AuditRecord['detail']> }[],
): Promise<void> {
  const secret = await instanceSecret(db, 'audit')
  const subjects = entries.map(({ subject }) =>
    subject === undefined ? null : createHmac('sha256', secret).update(subject).digest('hex'),
  )
  const details = entries.map(({ detail }) => JSON.stringify(detail))
  await db`
    insert into audit_log (action, subject, operator, detail, request_id)
    select ${action}, decode(e.subject, 'hex'), ${operator}::text, e.detail::jsonb, ${currentRequestId()}::text
      from unnest(${subjects}::text[], ${details}::text[]) with ordinality e (subject, detail, position)
     order by position`
}

/**
 * Appends a record of an attempt that changed nothing, outside any transaction. Does not wait for the disk, because many
 * password guesses at once must not slow down other requests. A crash can lose the records of the last second.
 */
export async function recordAttempt(pool: Pool, record: AuditRecord): Promise<void> {
  await insertRecord(pool, record, pool`set_config('synchronous_commit', 'off', true) = 'off'`)
}

async function insertRecord(db: Db, record: AuditRecord, condition: Part): Promise<void> {
  const { action, user_id = null, operator = null, detail = {} } = record
  // The hash is also computed for a member so that the response time does not reveal whether the account exists.
  const hash = record.subject == null ? null : await hashSubject(db, record.subject)
  await db`
    insert into audit_log (action, user_id, subject, operator, detail, request_id)
    select ${action}, ${user_id}::uuid, ${user_id === null ? hash : null}::bytea, ${operator}::text,
           ${db.json(detail)}::jsonb, ${currentRequestId()}::text where ${condition}`
}

/**
 * Returns the hash of a subject. The same subject always has the same hash, so an operator can search for an email or a
 * network that they know.
 */
export async function hashSubject(db: Db, subject: string): Promise<Buffer> {
  return createHmac('sha256', await instanceSecret(db, 'audit'))
    .update(subject)
    .digest()
}

/** A limit was reached. The refusal has the rule, the counted subject and the seconds until the limit ends. */
export class LimitHit extends Refusal {
  readonly rule: string
  readonly subject: string

  constructor(
    rule: string,
    subject: string,
    secondsLeft: number,
    code: 'too_many_attempts' | 'too_many_records' = 'too_many_attempts',
  ) {
    super(code, { retryAfter: Math.max(1, secondsLeft) })
    this.rule = rule
    this.subject = subject
  }
}

/** Keys that are not recorded again for a while so that repeated attempts do not fill the table. */
const recorded = new LRUCache<string, true>({ max: 20_000 })

/** Records a limit once per rule, subject and window. Each instance remembers this separately. */
export async function recordLimit(db: Db, hit: LimitHit): Promise<void> {
  const { rule, subject, retryAfter = 60 } = hit
  if (!isFirst(`${rule} ${subject}`, retryAfter)) return
  const isMember = isUuid(subject)
  await recordAction(db, {
    action: 'limit_hit',
    user_id: isMember ? subject : null,
    subject: isMember ? null : subject,
    detail: { rule },
  })
}

// Matches refusals of attempts to change another member's data. Other refusals come from a mistake or from the state of
// an account.
const accessDenied = /_not_yours$/

/**
 * Records a refused call if a limit was reached or if a member tried to change another member's data, at most once a
 * minute for each endpoint. Expired sessions are not recorded, because they are common and each would cost a write.
 */
export async function recordRefusal(
  db: Db,
  error: unknown,
  { endpoint, user_id }: { endpoint: string; user_id: string | null },
): Promise<void> {
  if (error instanceof LimitHit) return recordLimit(db, error)
  if (!(error instanceof Refusal) || !accessDenied.test(error.code)) return
  if (!isFirst(`${endpoint} ${user_id}`, 60)) return
  await recordAction(db, { action: 'access_denied', user_id, detail: { endpoint, code: error.code } })
}

function isFirst(key: string, seconds: number): boolean {
  if (recorded.has(key)) return false
  recorded.set(key, true, { ttl: Math.max(seconds, 1) * 1000 })
  return true
}

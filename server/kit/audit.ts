import { createHmac } from 'node:crypto'
import { Refusal } from '../../contract/kit/refusals.ts'
import type { Db, Part, Pool } from '../postgres/db.ts'
import { instanceSecret } from './instanceSecret.ts'

/** Everything that is recorded; docs/operating.md says what each of them means. */
export type Act =
  | 'registered'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'sessions_ended'
  | 'password_changed'
  | 'password_change_failed'
  | 'password_reset_asked'
  | 'password_reset'
  | 'email_change_asked'
  | 'email_change_cancelled'
  | 'email_change_disowned'
  | 'email_verified'
  | 'username_changed'
  | 'address_changed'
  | 'privacy_changed'
  | 'moved'
  | 'move_waits'
  | 'deactivated'
  | 'reactivated'
  | 'deleted'
  | 'deletion_undone'
  | 'deletions_replayed'
  | 'account_purged'
  | 'export_asked'
  | 'export_taken'
  | 'access_denied'
  | 'limit_hit'
  | 'operator_command'
  | 'suspended'
  | 'suspension_lifted'
  | 'label_proposed'
  | 'label_set'
  | 'content_hidden'
  | 'content_restored'
  | 'report_resolved'
  | 'audit_forgotten'

type AuditRecord = {
  act: Act
  user_id?: string | null
  /** Whom it concerns when that is no member, e.g. an email that nobody has: kept as a keyed hash, and only then. */
  subject?: string | null
  operator?: string | null
  /** Ids, counts and words of ours; never a name, an address, an email or anything a person wrote. */
  detail?: Record<string, string | number | boolean | null>
}

/** Appends one record; inside the transaction of the act, so that neither is there without the other. */
export async function recordAction(db: Db, record: AuditRecord): Promise<void> {
  await insertRecord(db, record, db`true`)
}

/**
 * Appends a record of what changed nothing, outside any transaction, without waiting for the disk: in a storm of guesses
 * nobody's reading may wait for the guesses' records. A crash can lose those of the last second.
 */
export async function recordAttempt(pool: Pool, record: AuditRecord): Promise<void> {
  await insertRecord(pool, record, pool`set_config('synchronous_commit', 'off', true) = 'off'`)
}

async function insertRecord(db: Db, record: AuditRecord, condition: Part): Promise<void> {
  const { act, user_id = null, operator = null, detail = {} } = record
  // Made for a member too, so that the two take equally long.
  const hash = record.subject == null ? null : await hashSubject(db, record.subject)
  await db`
    insert into audit_log (action, user_id, subject, operator, detail)
    select ${act}, ${user_id}::uuid, ${user_id === null ? hash : null}::bytea, ${operator}::text,
           ${db.json(detail)}::jsonb where ${condition}`
}

/** The same subject has the same hash, so an operator can look for an email or a network that they know. */
export async function hashSubject(db: Db, subject: string): Promise<Buffer> {
  return createHmac('sha256', await instanceSecret(db, 'audit'))
    .update(subject)
    .digest()
}

/** A limit was reached: who was counted, under which rule, and how long it lasts. */
export class LimitHit extends Refusal {
  readonly rule: string
  readonly subject: string

  constructor(rule: string, subject: string, secondsLeft: number) {
    super('too_many_attempts', { retryAfter: Math.max(1, secondsLeft) })
    this.rule = rule
    this.subject = subject
  }
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const mostRemembered = 20_000
/** What was recorded lately, until when: whoever goes on knocking fills no table. */
const recorded = new Map<string, number>()

/** Once a limit, subject and window (for each instance, which remembers it itself). */
export async function recordLimit(db: Db, hit: LimitHit): Promise<void> {
  const { rule, subject, retryAfter = 60 } = hit
  if (!isFirst(`${rule} ${subject}`, retryAfter)) return
  const isMember = uuidShape.test(subject)
  await recordAction(db, {
    act: 'limit_hit',
    user_id: isMember ? subject : null,
    subject: isMember ? null : subject,
    detail: { rule },
  })
}

// Other refusals tell of a mistake or of an account's state; these tell of somebody reaching for what is another's.
const reachesForAnothers = /_not_yours$/

/**
 * What of a refused call is worth keeping: a limit reached, and a member who reached for what is somebody else's, once
 * a minute for each call. Wrong sessions are not: every closed laptop makes some, and they would cost a write each.
 */
export async function recordRefusal(
  db: Db,
  error: unknown,
  asked: { endpoint: string; user_id: string | null },
): Promise<void> {
  if (error instanceof LimitHit) return recordLimit(db, error)
  if (!(error instanceof Refusal) || !reachesForAnothers.test(error.code)) return
  const { endpoint, user_id } = asked
  if (!isFirst(`${endpoint} ${user_id}`, 60)) return
  await recordAction(db, { act: 'access_denied', user_id, detail: { endpoint, code: error.code } })
}

function isFirst(key: string, seconds: number): boolean {
  const now = performance.now()
  if ((recorded.get(key) ?? 0) > now) return false
  if (recorded.size >= mostRemembered) recorded.clear()
  recorded.set(key, now + seconds * 1000)
  return true
}

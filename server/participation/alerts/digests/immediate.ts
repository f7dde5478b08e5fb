import { maxEmailsPerDay } from '#contract/alerts.ts'
import {
  asFollowedUpdate,
  selectSourceReads,
  type FollowedUpdate,
  type UpdateRow,
} from '#server/participation/alerts/updatesList.ts'
import { selectBranding } from '#server/platform/branding/branding.ts'
import { finish, type Lease, processDue, type Queue, whileLeased } from '#server/platform/jobs/queue.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { alertEmail } from './alertEmail.ts'
import { newsDays } from './otherSections.ts'
import { selectRecipient } from './recipient.ts'
import { unsubscribeUrl } from './unsubscribeTokens.ts'

type ImmediateAlert = { user_id: string; bill_id: string; sent_update_id: number }

const queue: Queue<ImmediateAlert> = {
  table: 'immediate_alerts',
  key: ['user_id', 'bill_id'],
  pending: 'next_attempt_at is not null',
  leaseSeconds: 60,
  retrySeconds: [60],
  maxAttempts: null,
}

/**
 * Writes the alerts that are due, one email per bill. Further updates of the same bill within the next hour are sent
 * together at the end of the hour, which the fan-out schedules. After a member's limit per day is reached, nothing more
 * is written and the digest reports the rest.
 */
export async function sendImmediateAlerts(
  pool: Pool,
  origin: string,
  isStopping: () => boolean = () => false,
): Promise<void> {
  await processDue(pool, queue, isStopping, async (alert: ImmediateAlert & Lease) => {
    await whileLeased(pool, async (db) => {
      const sentUpdateId = await writeAlert(db, alert, origin)
      const position = sentUpdateId === null ? db`` : db`sent_update_id = ${sentUpdateId}, sent_at = now(),`
      return finish(db, queue, alert, db`${position} attempts = 0, next_attempt_at = null`)
    })
  })
}

/** Writes an alert. Returns the newest update in the email. Null if no email was written. */
async function writeAlert(db: Db, due: ImmediateAlert, origin: string): Promise<number | null> {
  const recipient = await selectRecipient(db, due.user_id)
  if (recipient?.frequency !== 'immediate') {
    return null
  }
  const [today] = await db<{ emails: number }[]>`
    select count(*) as emails from alert_deliveries
     where user_id = ${due.user_id} and created_at > now() - interval '1 day'`
  if (today!.emails >= maxEmailsPerDay) {
    return null
  }
  const updates = await selectBillUpdates(db, due)
  const [newest] = updates
  if (!newest) {
    return null
  }
  const url = await unsubscribeUrl(db, due.user_id, origin)
  const sources = await selectSourceReads(db)
  const { time_zone, language } = recipient
  const alert = {
    branding: await selectBranding(db),
    updates,
    news: [],
    sources,
    time_zone,
    origin,
    unsubscribeUrl: url,
    checkpoint: null,
  }
  const { bill_count, ...content } = inLanguage(language, () => alertEmail(alert))
  await emailMember(db, due.user_id, {
    template: () => content,
    purpose: 'alert_immediate',
    to: recipient.email,
    validMinutes: 24 * 60,
    unsubscribeUrl: url,
  })
  await db`
    insert into alert_deliveries (user_id, delivery_type, bill_count, last_update_id)
    values (${due.user_id}, 'immediate', ${bill_count}, ${newest.update_id})`
  return newest.update_id
}

/** Selects the updates of a bill that the member follows and that were not emailed yet, newest first. */
async function selectBillUpdates(
  db: Db,
  { user_id, bill_id, sent_update_id }: ImmediateAlert,
): Promise<FollowedUpdate[]> {
  const rows = await db<UpdateRow[]>`
    select u.update_id, u.update_type, u.summary, u.occurred_on, u.first_seen_at, u.source_name,
           b.bill_id, b.bill_code, b.title, b.status, b.jurisdiction
      from alert_follows f
      join bill_updates u on u.bill_id = ${bill_id}::uuid and u.is_alertable and u.update_id > ${sent_update_id}
                         and u.first_seen_at >= f.created_at
                         and u.first_seen_at > now() - make_interval(days => ${newsDays})
                         and reports_update(f.update_types, u.update_type)
      join bills b using (bill_id)
     where f.user_id = ${user_id} and f.target_type = 'bill' and f.target_id = ${bill_id}
     order by u.update_id desc`
  return rows.map((row) =>
    asFollowedUpdate(row, { target_type: 'bill', target_id: bill_id, name: row.bill_code }, 1),
  )
}

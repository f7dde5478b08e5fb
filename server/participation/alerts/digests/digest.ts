import type { FastifyBaseLogger } from 'fastify'
import {
  selectFollowedUpdates,
  selectSourceReads,
  type FollowedUpdate,
} from '#server/participation/alerts/updatesList.ts'
import { selectBranding } from '#server/platform/branding/branding.ts'
import { finish, type Lease, processDue, type Queue, whileLeased } from '#server/platform/jobs/queue.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import type { Db, Part, Pool } from '#server/platform/postgres/db.ts'
import { alertEmail } from './alertEmail.ts'
import { sendImmediateAlerts } from './immediate.ts'
import { newsDays, selectNews } from './otherSections.ts'
import { selectRecipient, type Recipient } from './recipient.ts'
import { unsubscribeUrl } from './unsubscribeTokens.ts'

const pollMs = 20_000

/** The maximum number of updates of one topic or place that a digest considers, and the maximum of all follows together. */
const perTarget = 300
const maxUpdates = 2_000

type Digest = { user_id: string }

const queue: Queue<Digest> = {
  table: 'alert_settings',
  key: ['user_id'],
  due: 'next_digest_at',
  pending: 'next_digest_at is not null and paused_at is null',
  leaseSeconds: 120,
  retrySeconds: [60, 600],
  maxAttempts: null,
}

export type DigestParts = { pool: Pool; rules: { publicOrigin: string }; log: FastifyBaseLogger }

/** Writes due digests and due immediate alerts to the outbox until stopped. Any number of instances can run it. */
export function startDigests({ pool, rules, log }: DigestParts): Worker {
  if (!mayEmail(rules.publicOrigin)) {
    log.warn('PUBLIC_ORIGIN is not https: no alerts are emailed, because mail programs could not end them')
  }
  return startWorker({
    name: 'alert_emails',
    pollMs,
    log,
    failureMessage: 'writing alert emails failed, will retry',
    work: async (isStopping) => {
      if (!mayEmail(rules.publicOrigin)) {
        return
      }
      await sendImmediateAlerts(pool, rules.publicOrigin, isStopping)
      await sendDueDigests(pool, rules.publicOrigin, isStopping)
    },
  })
}

/**
 * Returns true if emails may be sent. One-click unsubscribe needs https (RFC 8058). Localhost is allowed without https,
 * because a demo there sends nothing to other machines.
 */
export function mayEmail(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/**
 * Writes every digest that is due. The email, the position in the updates and the time of the next digest are committed
 * together.
 */
export async function sendDueDigests(
  pool: Pool,
  origin: string,
  isStopping: () => boolean = () => false,
): Promise<void> {
  await processDue(pool, queue, isStopping, async (digest: Digest & Lease) => {
    // If the member has changed the settings meanwhile, nothing is written.
    await whileLeased(pool, async (db) => {
      const recipient = await selectRecipient(db, digest.user_id)
      const newest = recipient ? await writeDigest(db, recipient, origin) : null
      const position: Part = newest === null ? db`` : db`last_update_id = ${newest.last_update_id},`
      return finish(
        db,
        queue,
        digest,
        db`${position} attempts = 0,
          next_digest_at = next_digest_time(
            case frequency when 'immediate' then 'daily' else frequency end,
            delivery_hour, delivery_weekday, time_zone, now())`,
      )
    })
  })
}

type WrittenDigest = { last_update_id: number; bill_count: number; sent: boolean }

/**
 * Writes the email about everything since the last digest, if there is anything, in the member's language. Returns the id of
 * the last update that was considered.
 */
export function writeDigest(db: Db, recipient: Recipient, origin: string): Promise<WrittenDigest> {
  return inLanguage(recipient.language, () => writeInCurrentLanguage(db, recipient, origin))
}

async function writeInCurrentLanguage(db: Db, recipient: Recipient, origin: string): Promise<WrittenDigest> {
  const { user_id, email, time_zone } = recipient
  const { last_update_id, after, since, checkpoint } = await selectRange(db, recipient)
  const candidates = await selectFollowedUpdates(db, user_id, {
    after,
    before: null,
    perTarget,
    limit: maxUpdates,
  })
  const updates = await withoutSent(db, recipient, candidates)
  const news = await selectNews(db, user_id, { since })
  if (updates.length === 0 && news.length === 0) {
    return { last_update_id, bill_count: 0, sent: false }
  }
  const url = await unsubscribeUrl(db, user_id, origin)
  const sources = await selectSourceReads(db)
  const { bill_count, ...content } = alertEmail({
    branding: await selectBranding(db),
    updates,
    news,
    sources,
    time_zone,
    origin,
    unsubscribeUrl: url,
    checkpoint,
  })
  await emailMember(db, user_id, {
    template: () => content,
    purpose: 'alert_digest',
    to: email,
    validMinutes: 7 * 24 * 60,
    unsubscribeUrl: url,
  })
  await db`
    insert into alert_deliveries (user_id, delivery_type, bill_count, last_update_id)
    values (${user_id}, 'digest', ${bill_count}, ${last_update_id})`
  return { last_update_id, bill_count, sent: true }
}

/**
 * Returns the first and the last update of a digest, and the newest checkpoint of the public tally. Updates that are more than
 * two weeks old are left out, even if the member was not notified of them.
 */
async function selectRange(db: Db, { user_id, last_update_id }: Recipient) {
  const [row] = await db<{ newest: number; oldest: number; since: string; checkpoint: string | null }[]>`
    select coalesce((select max(update_id) from bill_updates), 0) as newest,
           coalesce((select min(update_id) - 1 from bill_updates
                      where update_id > ${last_update_id} and first_seen_at > now() - make_interval(days => ${newsDays})),
                    ${last_update_id}) as oldest,
           iso_time(greatest((select max(created_at) from alert_deliveries
                               where user_id = ${user_id} and delivery_type = 'digest'),
                             now() - make_interval(days => ${newsDays}))) as since,
           (select note from tally_checkpoints order by size desc limit 1) as checkpoint`
  const { newest, oldest, since, checkpoint } = row!
  return { last_update_id: newest, after: Math.max(last_update_id, oldest), since, checkpoint }
}

const isOfBill = ({ reason }: FollowedUpdate) => reason.target_type === 'bill'

/**
 * Leaves out updates that were sent immediately. Only those that the follow of the bill reports can have been. The others count as sent
 * from now on, so an alert that is due, or that a worker is writing, has nothing left to send.
 */
async function withoutSent(
  db: Db,
  { user_id }: Recipient,
  updates: readonly FollowedUpdate[],
): Promise<FollowedUpdate[]> {
  const sent = await db<{ bill_id: string; sent_update_id: number }[]>`
    select bill_id, sent_update_id from immediate_alerts where user_id = ${user_id} order by bill_id for update`
  const sentOf = new Map(sent.map((row) => [row.bill_id, row.sent_update_id]))
  const rest = updates.filter(
    (update) => !isOfBill(update) || update.update_id > (sentOf.get(update.bill.bill_id) ?? 0),
  )
  const alerted = rest.filter((update) => isOfBill(update) && sentOf.has(update.bill.bill_id))
  await db`
    update immediate_alerts a set sent_update_id = r.update_id, lease_id = null
      from (select bill_id, max(update_id) as update_id
              from unnest(${alerted.map(({ bill }) => bill.bill_id)}::uuid[],
                          ${alerted.map(({ update_id }) => update_id)}::bigint[]) as u (bill_id, update_id)
             group by bill_id) r
     where a.user_id = ${user_id} and a.bill_id = r.bill_id`
  return rest
}

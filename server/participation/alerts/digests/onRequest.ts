import { refuse } from '#contract/kit/refusals.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { mayEmail, writeDigest } from './digest.ts'
import { selectRecipient } from './recipient.ts'

/** Emails the member's digest now, whatever their frequency. The next regular one begins where this one ends. */
export async function sendDigestNow(
  db: Db,
  me: Member,
  origin: string,
): Promise<{ sent: boolean; bill_count: number }> {
  if (!mayEmail(origin)) refuse('alerts_need_https')
  await db`select start_alerts(${me.user_id})`
  // The lock waits for a digest that is being written, so that no update is sent twice.
  await db`select from alert_settings where user_id = ${me.user_id} for update`
  const recipient = (await selectRecipient(db, me.user_id)) ?? refuse('alerts_need_verified_email')
  const { last_update_id, bill_count, sent } = await writeDigest(db, recipient, origin)
  await db`update alert_settings set last_update_id = ${last_update_id} where user_id = ${me.user_id}`
  return { sent, bill_count }
}

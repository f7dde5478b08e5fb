import * as alerts from '#contract/alerts.ts'
import { refuse } from '#contract/kit/refusals.ts'
import {
  updateNotificationSettings,
  selectNotificationSettings,
} from '#server/members/people/notificationSettings.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { write } from '#server/platform/http/route/write.ts'
import type { LimitRule } from '#server/platform/limits/limits.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { mayEmail, writeDigest } from './digests/digest.ts'
import { selectRecipient } from './digests/recipient.ts'
import { followRoutes, listFollows } from './follows.ts'
import { updateAlertSettings, selectAlertSettings } from './settings.ts'
import { selectFollowedUpdates, selectSourceReads, withProgress } from './updatesList.ts'

/** Digests on request are limited so that nobody fills their own inbox or the outbox. */
const digestLimit: LimitRule = { rule: 'digest on request', attempts: 1, seconds: 60 * 60 }

export const alertRoutes = ({ publicOrigin }: { publicOrigin: string }) => [
  ...followRoutes,
  read(alerts.listFollows, async ({ db, me }) => ({ follows: await listFollows(db, me) })),
  read(alerts.listUpdates, async ({ db, me, input: { limit, before } }) => {
    const range = { after: 0, before: before ?? null, perTarget: limit + 1, limit: limit + 1 }
    const updates = await selectFollowedUpdates(db, me.user_id, range)
    const shown = await withProgress(db, me.user_id, updates.slice(0, limit))
    return { updates: shown, sources: await selectSourceReads(db), has_more: updates.length > limit }
  }),
  read(alerts.getNotificationSettings, async ({ db, me }) => ({
    settings: await selectNotificationSettings(db, me.user_id),
    alerts: await selectAlertSettings(db, me),
  })),
  write(alerts.updateNotificationSettings, async ({ db, me, input }) => ({
    settings: await updateNotificationSettings(db, me, input),
  })),
  write(alerts.updateAlertSettings, async ({ db, me, input }) => ({
    alerts: await updateAlertSettings(db, me, input),
  })),
  write(alerts.sendDigest, async ({ db, me }) => sendDigest(db, me, publicOrigin), {
    limit: digestLimit,
  }),
]

/** Emails the member's digest now, whatever their frequency. The next regular one begins where this one ends. */
async function sendDigest(
  db: Db,
  me: Member,
  origin: string,
): Promise<{ sent: boolean; bill_count: number }> {
  if (!mayEmail(origin)) refuse('alerts_need_https')
  await db`select start_alerts(${me.user_id})`
  // The lock waits for a digest that is being written so that no update is sent twice.
  await db`select from alert_settings where user_id = ${me.user_id} for update`
  const recipient = (await selectRecipient(db, me.user_id)) ?? refuse('alerts_need_verified_email')
  const { last_update_id, bill_count, sent } = await writeDigest(db, recipient, origin)
  await db`update alert_settings set last_update_id = ${last_update_id} where user_id = ${me.user_id}`
  return { sent, bill_count }
}

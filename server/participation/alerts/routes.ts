import * as alerts from '#contract/alerts.ts'
import {
  saveNotificationSettings,
  selectNotificationSettings,
} from '#server/members/people/notificationSettings.ts'
import { read } from '#server/platform/http/route/read.ts'
import { write } from '#server/platform/http/route/write.ts'
import type { LimitRule } from '#server/platform/limits/limits.ts'
import { sendDigestNow } from './digests/onRequest.ts'
import { followRoutes, selectFollows } from './follows.ts'
import { saveAlertSettings, selectAlertSettings } from './settings.ts'
import { selectFollowedUpdates, selectSourceReads } from './updatesList.ts'

/** Digests on request are limited so that nobody fills their own inbox or the outbox. */
const digestLimit: LimitRule = { rule: 'digest on request', attempts: 1, seconds: 60 * 60 }

export const alertRoutes = ({ publicOrigin }: { publicOrigin: string }) => [
  ...followRoutes,
  read(alerts.listFollows, async ({ db, me }) => ({ follows: await selectFollows(db, me) })),
  read(alerts.listUpdates, async ({ db, me, input: { limit, before } }) => {
    const range = { after: 0, before: before ?? null, perTarget: limit + 1, limit: limit + 1 }
    const updates = await selectFollowedUpdates(db, me.user_id, range)
    const shown = updates.slice(0, limit).map(({ priority: _priority, ...update }) => update)
    return { updates: shown, sources: await selectSourceReads(db), has_more: updates.length > limit }
  }),
  read(alerts.getNotificationSettings, async ({ db, me }) => ({
    settings: await selectNotificationSettings(db, me.user_id),
    alerts: await selectAlertSettings(db, me),
  })),
  write(alerts.updateNotificationSettings, async ({ db, me, input }) => ({
    settings: await saveNotificationSettings(db, me, input),
  })),
  write(alerts.updateAlertSettings, async ({ db, me, input }) => ({
    alerts: await saveAlertSettings(db, me, input),
  })),
  write(alerts.sendDigest, async ({ db, me }) => sendDigestNow(db, me, publicOrigin), {
    limit: digestLimit,
  }),
]

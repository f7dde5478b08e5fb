import * as alerts from '../../contract/alerts.ts'
import { refuseEndedSession } from '../accounts/signIn/sessions.ts'
import { read } from '../http/route/read.ts'
import { write } from '../http/route/write.ts'
import type { LimitRule } from '../kit/limits.ts'
import { saveNotificationSettings, selectNotificationSettings } from '../people/notificationSettings.ts'
import { sendDigestNow } from './digests/onRequest.ts'
import { replaceFeedAddresses, showFeedAddresses } from './feeds/feedTokens.ts'
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
  write(alerts.getFeedAddress, async ({ db, me, caller }) => {
    await refuseEndedSession(db, me, caller)
    return showFeedAddresses(db, me.user_id, publicOrigin)
  }),
  write(alerts.resetFeedAddress, async ({ db, me, caller }) => {
    await refuseEndedSession(db, me, caller)
    return replaceFeedAddresses(db, me.user_id, publicOrigin)
  }),
]

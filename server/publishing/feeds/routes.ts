import * as alerts from '#contract/alerts.ts'
import { refuseEndedSession } from '#server/members/accounts/signIn/sessions.ts'
import { write } from '#server/platform/http/route/write.ts'
import { resetFeedAddress, getFeedAddress } from './feedTokens.ts'

export const feedUrlRoutes = ({ publicOrigin }: { publicOrigin: string }) => [
  write(alerts.getFeedAddress, async ({ db, me, caller }) => {
    await refuseEndedSession(db, me, caller)
    return getFeedAddress(db, me.user_id, publicOrigin)
  }),
  write(alerts.resetFeedAddress, async ({ db, me, caller }) => {
    await refuseEndedSession(db, me, caller)
    return resetFeedAddress(db, me.user_id, publicOrigin)
  }),
]

import type { Session } from '#contract/accounts/accounts.ts'
import { endSecretUrls } from '#server/members/accounts/recovery.ts'
import type { Caller, Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { deviceInWords } from './deviceInWords.ts'
import { endOtherSessionsOf, refuseEndedSession } from './sessions.ts'
import { digest } from './tokens.ts'

const maxListed = 100

/**
 * Lists the member's active sessions, the current one first, then by last use. `last_seen_at` is stored to the hour, so
 * for the current session the current time is returned instead.
 */
export async function listSessions(db: Db, me: Member, caller: Caller): Promise<{ sessions: Session[] }> {
  const current = digest(caller.token ?? '')
  const sessions = await db<Session[]>`
    select session_id, device, created_at,
           case when token_hash = ${current} then now() else last_seen_at end as last_seen_at,
           token_hash = ${current} as is_current,
           exists (select from push_subscriptions p where p.session_id = sessions.session_id) as gets_notifications
      from sessions where user_id = ${me.user_id} and expires_at > now()
     order by is_current desc, sessions.last_seen_at desc, session_id limit ${maxListed}`
  for (const session of sessions) session.device = deviceInWords(session.device)
  return { sessions }
}

/**
 * Ends all other sessions and the secret URLs, and returns the number of sessions. The current session is checked in the database first, because an
 * instance may still cache it for a moment after another session ended it.
 */
export async function endOtherSessions(db: Db, me: Member, caller: Caller): Promise<{ ended: number }> {
  await refuseEndedSession(db, me, caller)
  const ended = await endOtherSessionsOf(db, me.user_id, caller.token)
  const detail = { sessions_ended: ended, addresses_ended: await endSecretUrls(db, me.user_id) }
  await recordAction(db, { action: 'sessions_ended', user_id: me.user_id, detail })
  return { ended }
}

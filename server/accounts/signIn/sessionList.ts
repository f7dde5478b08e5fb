import type { Session } from '../../../contract/accounts.ts'
import { refuse } from '../../../contract/kit/refusals.ts'
import type { Caller, Member } from '../../http/route.ts'
import { recordAction } from '../../kit/audit.ts'
import type { Db } from '../../postgres/db.ts'
import { endOtherSessionsOf, isSessionOf } from './sessions.ts'
import { digest } from './tokens.ts'

const mostListed = 100

/**
 * The live sessions of one's own, the caller's first, then the last used. When a session was last seen is kept to the
 * hour; the caller's is being seen now.
 */
export async function listOwnSessions(db: Db, me: Member, caller: Caller): Promise<{ sessions: Session[] }> {
  const current = digest(caller.token ?? '')
  const sessions = await db<Session[]>`
    select session_id, device, created_at,
           case when token_hash = ${current} then now() else last_seen_at end as last_seen_at,
           token_hash = ${current} as is_current
      from sessions where user_id = ${me.user_id} and expires_at > now()
     order by is_current desc, sessions.last_seen_at desc, session_id limit ${mostListed}`
  return { sessions }
}

/**
 * Signs out everywhere else; answers how many sessions that were. A session that has just been ended so itself, and is
 * still believed somewhere, ends none: whoever was first is the one who stays.
 */
export async function endOwnOtherSessions(db: Db, me: Member, caller: Caller): Promise<{ ended: number }> {
  if (!(await isSessionOf(db, me.user_id, caller.token))) refuse('session_expired')
  const ended = await endOtherSessionsOf(db, me.user_id, caller.token)
  await recordAction(db, { act: 'sessions_ended', user_id: me.user_id, detail: { sessions_ended: ended } })
  return { ended }
}

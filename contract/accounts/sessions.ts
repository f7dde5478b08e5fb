import * as z from 'zod/mini'
import { endpoint, Id, Time } from '#contract/kit/endpoint.ts'

/** One of the caller's sessions. `device` is a readable name that the server derives from the user agent. */
export const Session = z.object({
  session_id: Id,
  device: z.string(),
  created_at: Time,
  last_seen_at: Time,
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint('GET /api/auth/sessions', {
  access: 'user',
  input: {},
  output: { sessions: z.array(Session) },
})

/** Ends every session except the caller's, and the secret addresses of the feed and the calendar. */
export const endOtherSessions = endpoint('POST /api/auth/sessions/end-others', {
  access: 'user',
  input: {},
  output: { ended: z.number() },
})

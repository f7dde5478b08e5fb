import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Whether this instance can serve: its database answers within a second, and it is not shutting down. */
export const getHealth = endpoint('GET /api/health', {
  access: 'open',
  input: {},
  // Which release serves, so that an operator sees when an upgrade has arrived.
  output: { status: z.literal('ok'), version: z.string() },
  refuses: ['database_unavailable', 'shutting_down'],
})

/** Whether the process answers at all. It asks no database, so a restart is due only if this fails. */
export const getLiveness = endpoint('GET /api/live', {
  access: 'open',
  input: {},
  output: { status: z.literal('ok') },
})

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** True if this instance can serve requests: its database answers within a second, and it is not shutting down. */
export const getHealth = endpoint('GET /api/health', {
  access: 'open',
  input: {},
  // `version` is the release that is running so that an operator sees when an upgrade is complete.
  output: { status: z.literal('ok'), version: z.string() },
  refuses: ['database_unavailable', 'shutting_down'],
})

/**
 * True if the process answers at all. It does not use the database, so a supervisor should restart the process
 * only if this call fails.
 */
export const getLiveness = endpoint('GET /api/live', {
  access: 'open',
  input: {},
  output: { status: z.literal('ok') },
})

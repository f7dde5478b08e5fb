import * as z from 'zod/mini'
import { endpoint } from '#contract/kit/endpoint.ts'

/* These endpoints serve the administration screens. They answer 404 to everyone who is not an administrator, and 403
   to an administrator without two-step sign-in. */

export const administratorRefusals = ['not_found', 'operator_needs_second_factor'] as const

/** Succeeds if the caller may use the administration screens. */
export const getAdministration = endpoint('GET /api/administration', {
  access: 'active',
  input: {},
  output: { role: z.literal('administrator') },
  refuses: administratorRefusals,
})

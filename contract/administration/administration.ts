import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

/*
 * The calls of the administration screens. They are refused with 404 to everyone who is not an administrator, and with 403
 * to an administrator without two-step sign-in.
 */

export const administratorRefusals = ['not_found', 'operator_needs_second_factor'] as const

/** Succeeds if the caller may use the administration screens. */
export const getAdministration = endpoint('GET /api/administration', {
  access: 'active',
  input: {},
  output: { role: z.literal('administrator') },
  refuses: administratorRefusals,
})

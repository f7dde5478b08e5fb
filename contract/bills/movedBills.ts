import * as z from 'zod/mini'
import { endpoint, Id, Time } from '../kit/endpoint.ts'
import { billStatuses } from '../rules/bills/billContent.ts'

/** Most bills that `listMovedBills` names. It looks through this many of the member's latest stances. */
export const maxMovedBills = 50
export const movedAmongStances = 1_000

const MovedBill = z.object({
  bill_id: Id,
  bill_code: z.string(),
  title: z.string(),
  status: z.enum(billStatuses),
  /** Whether its status is new, or only an official action. */
  moved_by: z.enum(['status', 'action']),
  /** When Hurd learned of it. */
  moved_at: Time,
  /** False once the member has seen it, by `markMovedSeen`. */
  is_new: z.boolean(),
})
export type MovedBill = z.infer<typeof MovedBill>

/**
 * + The bills on which the viewer has a stance and that moved since their last visit, the latest first. A visit begins with
 * the first request after half an hour without any, on whichever device; `since` is when the one before it ended, and null
 * during the first visit.
 */
export const listMovedBills = endpoint('GET /api/bills/moved', {
  access: 'user',
  input: {},
  output: { since: z.nullable(Time), as_of: Time, bills: z.array(MovedBill), has_more: z.boolean() },
})

/** + The viewer has seen which bills moved up to `as_of` of an answer. An earlier time changes nothing. */
export const markMovedSeen = endpoint('POST /api/bills/moved/seen', {
  access: 'user',
  input: { as_of: Time },
  output: {},
  refuses: ['too_many_attempts'],
})

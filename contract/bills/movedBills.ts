import * as z from 'zod/mini'
import { endpoint, Id, Time } from '#contract/kit/endpoint.ts'
import { TimeInput } from '#contract/kit/timeInput.ts'
import { billStatuses } from '#contract/rules/bills/billContent.ts'

/** The most bills that `listMovedBills` returns. */
export const maxMovedBills = 50
/** The number of the member's latest stances among which `listMovedBills` searches. */
export const movedAmongStances = 1_000

const MovedBill = z.object({
  bill_id: Id,
  bill_code: z.string(),
  title: z.string(),
  status: z.enum(billStatuses),
  /** `status` means that the bill has a new status. `action` means that it only has a new official action. */
  moved_by: z.enum(['status', 'action']),
  /** The time at which Hurd learned of the move. */
  moved_at: Time,
  /** False as soon as the member has seen the move, which `markMovedSeen` records. */
  is_new: z.boolean(),
})
export type MovedBill = z.infer<typeof MovedBill>

/**
 * Lists the bills that the viewer has a stance on and that moved since the viewer's last visit, latest move first. A
 * visit begins with the first request after half an hour without a request from any device. `since` is the end of the
 * previous visit. Null during the first visit.
 */
export const listMovedBills = endpoint('GET /api/bills/moved', {
  access: 'user',
  input: {},
  output: { since: z.nullable(Time), as_of: Time, bills: z.array(MovedBill), has_more: z.boolean() },
})

/**
 * Records that the viewer has seen which bills moved up to `as_of` of an answer. A time before the recorded one changes
 * nothing.
 */
export const markMovedSeen = endpoint('POST /api/bills/moved/seen', {
  access: 'user',
  input: { as_of: TimeInput },
  output: {},
  refuses: ['too_many_attempts'],
})

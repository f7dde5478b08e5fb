import * as z from 'zod/mini'
import { endpoint, Id, pageInput, Pagination, Time } from './kit/endpoint.ts'
import { Stance } from './stances.ts'

/**
 * Lists the caller's own stances on bills whose text changed materially after the stance was taken or confirmed, the latest
 * change first. `created_at` is the time of the stance, and `changed_at` the time at which Hurd saw the change. A
 * `version_no` of 0 means that the stance was taken when there was no text.
 */
export const listOutdatedStances = endpoint('GET /api/users/stances/outdated', {
  access: 'user',
  input: pageInput(20),
  output: {
    stances: z.array(
      z.object({
        bill_id: Id,
        bill_code: z.string(),
        bill_title: z.string(),
        stance: Stance,
        created_at: Time,
        version_no: z.number(),
        current_version_no: z.number(),
        changed_at: Time,
      }),
    ),
    pagination: Pagination,
  },
})

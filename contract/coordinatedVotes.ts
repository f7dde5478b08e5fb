import * as z from 'zod/mini'
import { t } from '#contract/kit/translate.ts'
import { checkedText, endpoint, Id } from './kit/endpoint.ts'

const clusterAppealMaxLength = 500

/**
 * Lists the groups of accounts that voted together on a bill and count as one voice in the order of its comments, and
 * whether the viewer is in one of them. `found_on` is the day as YYYY-MM-DD. Names are never included.
 */
export const listCoordinatedVotes = endpoint('GET /api/bills/:id/coordinated-votes', {
  access: 'user',
  input: { id: Id },
  output: {
    clusters: z.array(z.object({ size: z.number(), found_on: z.string(), rule: z.enum(['A']) })),
    includes_viewer: z.boolean(),
  },
  refuses: ['bill_not_found'],
})

function checkAppeal(text: string): string | null {
  return text.trim().length > clusterAppealMaxLength
    ? t('Message must be at most {max} characters', { max: clusterAppealMaxLength })
    : null
}

/** Asks moderators to look at the group in which the viewer's votes count as one voice. The reports queue receives it. */
export const appealCoordinatedVotes = endpoint('POST /api/bills/:id/coordinated-votes/appeal', {
  access: 'active',
  input: { id: Id, message: z._default(checkedText(checkAppeal), '') },
  output: {},
  refuses: ['bill_not_found', 'not_coordinated', 'too_many_attempts'],
})

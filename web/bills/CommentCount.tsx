import { useQuery } from '@tanstack/react-query'
import type { Bill } from '../../contract/bills.ts'
import { countComments } from '../../contract/discussions.ts'
import { ask } from '../kit/api.ts'
import { formatNumber } from '../kit/format.ts'

/**
 * "N local · M total", or "M comments" for whoever has no place of their own, and until the local count is there (R55).
 * Only the open bill asks for it (`isAsked`); a card shows what has been asked already, so a feed costs no call per card.
 */
export function CommentCount({ bill, isAsked = false }: { bill: Bill; isAsked?: boolean }) {
  const counts = useQuery({
    ...ask(countComments, { id: bill.bill_id }),
    enabled: isAsked,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  }).data?.counts
  if (counts?.has_local_data) {
    return (
      <span>
        <b>{formatNumber(counts.local)}</b> local · <b>{formatNumber(counts.total)}</b> total
      </span>
    )
  }
  const total = counts?.total ?? bill.discussion_count
  return (
    <span>
      <b>{formatNumber(total)}</b> {total === 1 ? 'comment' : 'comments'}
    </span>
  )
}

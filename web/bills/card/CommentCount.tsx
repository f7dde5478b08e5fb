import type { Bill } from '#contract/bills/bills.ts'
import { formatNumber } from '#web/kit/format.ts'

/** Shows "3 local · 12 total", or "12 comments" to a viewer without a city. */
export function CommentCount({ bill: { local_count, discussion_count } }: { bill: Bill }) {
  if (local_count !== null) {
    return (
      <span>
        <b>{formatNumber(local_count)}</b> local · <b>{formatNumber(discussion_count)}</b> total
      </span>
    )
  }
  return (
    <span>
      <b>{formatNumber(discussion_count)}</b> {discussion_count === 1 ? 'comment' : 'comments'}
    </span>
  )
}

import type { Bill } from '#contract/bills/bills.ts'
import { formatNumber } from '#web/kit/format.ts'

/** Shows "Comments: 3 local · 12 total", or "Comments: 12" to a viewer without a city. */
export function CommentCount({ bill: { local_count, discussion_count } }: { bill: Bill }) {
  if (discussion_count === 0) return <span>No comments yet</span>
  return (
    <span>
      Comments:{' '}
      {local_count !== null && (
        <>
          <b>{formatNumber(local_count)}</b> local ·{' '}
        </>
      )}
      <b>{formatNumber(discussion_count)}</b>
      {local_count !== null && ' total'}
    </span>
  )
}

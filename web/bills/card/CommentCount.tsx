import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { formatNumber } from '#web/kit/format.ts'
import { T } from '#web/kit/ui/T.tsx'

/** Shows "Comments: 3 local · 12 total", or "Comments: 12" to a viewer without a city. */
export function CommentCount({ bill: { local_count, discussion_count } }: { bill: Bill }) {
  if (discussion_count === 0) {
    return <span>{t('No comments yet')}</span>
  }
  const total = <b>{formatNumber(discussion_count)}</b>
  return (
    <span>
      {local_count === null ? (
        <T text="Comments: {total}" values={{ total }} />
      ) : (
        <T
          text="Comments: {local} local · {total} total"
          values={{ local: <b>{formatNumber(local_count)}</b>, total }}
        />
      )}
    </span>
  )
}

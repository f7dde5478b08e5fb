import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { formatNumber } from '#web/kit/format.ts'
import { T } from '#web/kit/ui/T.tsx'

/** Shows "Comments: 3 local · 12 total", or "Comments: 12" to a viewer without a city. */
export function CommentCount({ bill: { local_count, discussion_count } }: { bill: Bill }) {
  if (discussion_count === 0) {
    return <span>{t('No comments yet')}</span>
  }
  return (
    <span>
      Comments:{' '}
      {local_count !== null && (
        <>
          <T text="{b} local ·" values={{ b: <b>{formatNumber(local_count)}</b> }} />{' '}
        </>
      )}
      <b>{formatNumber(discussion_count)}</b>
      {local_count !== null && ' total'}
    </span>
  )
}

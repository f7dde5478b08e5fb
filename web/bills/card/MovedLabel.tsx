import { TrendingUp } from 'lucide-react'
import { statusLabels } from '#contract/bills/billContent.ts'
import type { MovedBill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { useMove } from '#web/bills/movedBills.ts'
import { formatDate, formatShortDay } from '#web/kit/format.ts'
import { T } from '#web/kit/ui/T.tsx'
import meta from './billMeta.module.css'

/**
 * A label on the card of a bill that moved since the member's last visit. The last row of a card has space for it, so nothing
 * else on the card moves when the label appears.
 */
export function MovedLabel({ bill_id }: { bill_id: string }) {
  const move = useMove(bill_id)
  if (!move) {
    return null
  }
  return (
    <span
      className={meta.moved}
      title={t('{move}, here since {date}', { move: describeMove(move), date: formatDate(move.moved_at) })}
    >
      <TrendingUp aria-hidden="true" />
      <T
        text="News <span>since your last visit, </span>{date}"
        values={{
          span: (content) => <span className="vh">{content}</span>,
          date: formatShortDay(move.moved_at),
        }}
      />
    </span>
  )
}

/**
 * Returns the new status, such as "Now passed", or the day of the official action if the status is the same, because Hurd may learn
 * of an action weeks later.
 */
export function describeMove({ action_on, status }: Pick<MovedBill, 'action_on' | 'status'>): string {
  return action_on === null
    ? t('Now {status}', { status: t(statusLabels[status]).toLowerCase() })
    : t('Official action of {date}', { date: formatDate(action_on) })
}

import { TrendingUp } from 'lucide-react'
import type { MovedBill } from '../../../contract/bills/movedBills.ts'
import { statusLabels } from '../../../contract/rules/bills/billContent.ts'
import { formatDate, formatShortDay } from '../../kit/format.ts'
import { useMove } from '../moved.ts'
import meta from './billMeta.module.css'

/**
 * Marks the card of a bill that moved since the member's last visit. The row of the card has a fixed height, so the
 * mark moves nothing else.
 */
export function MovedMark({ bill_id }: { bill_id: string }) {
  const move = useMove(bill_id)
  if (!move) return null
  return (
    <span className={meta.moved} title={`${moveInWords(move)} on ${formatDate(move.moved_at)}`}>
      <TrendingUp aria-hidden="true" />
      Moved <span className="vh">since your last visit, </span>
      {formatShortDay(move.moved_at)}
    </span>
  )
}

/** Returns "Now passed", with the new status, or "New official action". */
export function moveInWords({ moved_by, status }: Pick<MovedBill, 'moved_by' | 'status'>): string {
  return moved_by === 'status' ? `Now ${statusLabels[status].toLowerCase()}` : 'New official action'
}

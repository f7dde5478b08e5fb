import { Check, Landmark, MapPin } from 'lucide-react'
import type { Bill } from '#contract/bills/bills.ts'
import { today } from '#web/bills/today.ts'
import { cardReason, recommended } from './cardReason.ts'
import styles from './billMeta.module.css'

const icons = { place: MapPin, topic: Check, congress: Landmark, example: MapPin } as const

/** Why the bill is in the member's feed, in a few words, or the place of a bill from elsewhere. */
export function ReasonLine({ bill }: { bill: Bill }) {
  const text = cardReason(bill, today())
  if (text === null) return null
  const Icon = icons[bill.reason?.kind ?? 'place']
  return (
    <p className={styles.local}>
      <Icon aria-hidden="true" />
      <span>
        {text}
        {/* There is room for one reason, and screen readers hear this one too. */}
        {bill.is_local && !text.includes(recommended) && <span className="vh"> · {recommended}</span>}
      </span>
    </p>
  )
}

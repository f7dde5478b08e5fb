import { Check, Landmark, MapPin } from 'lucide-react'
import type { Bill } from '#contract/bills/bills.ts'
import { topicName } from '#contract/topics.ts'
import styles from './billMeta.module.css'

const icons = { place: MapPin, topic: Check, congress: Landmark } as const

/** Why the bill is in the member's feed, in two or three words. */
export function ReasonLine({ bill: { reason, is_local } }: { bill: Pick<Bill, 'reason' | 'is_local'> }) {
  if (!reason && !is_local) return null
  const Icon = icons[reason?.kind ?? 'place']
  const words = [...(reason ? [reasonText(reason)] : []), ...(is_local ? ['Recommended for your area'] : [])]
  return (
    <p className={styles.local}>
      <Icon aria-hidden="true" />
      <span>{words.join(' · ')}</span>
    </p>
  )
}

function reasonText({ kind, name }: NonNullable<Bill['reason']>): string {
  return kind === 'topic' ? `You follow ${topicName(name)}` : `In ${name}`
}

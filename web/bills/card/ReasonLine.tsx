import { Check, Landmark, MapPin } from 'lucide-react'
import type { Bill } from '#contract/bills/bills.ts'
import { divisionName } from '#contract/places.ts'
import { topicName } from '#contract/topics.ts'
import styles from './billMeta.module.css'

const icons = { place: MapPin, topic: Check, congress: Landmark, example: MapPin } as const

type ReasonLineBill = Pick<
  Bill,
  'reason' | 'is_local' | 'government_level' | 'jurisdiction' | 'activity_score'
>

/** From this many points of the last two weeks, a bill is called discussed. A comment or a stance is one or a few of them. */
const discussedFrom = 8

/** Why the bill is in the member's feed, in a few words, or the place of a bill from elsewhere. */
export function ReasonLine({ bill }: { bill: ReasonLineBill }) {
  const { reason, is_local, government_level, activity_score } = bill
  const Icon = icons[reason?.kind ?? 'place']
  if (reason?.kind === 'example' || (!reason && government_level === 'federal')) return null
  const words = [
    reasonText(bill),
    ...(is_local ? ['Recommended for your area'] : []),
    ...(activity_score >= discussedFrom ? ['discussed this week'] : []),
  ]
  return (
    <p className={styles.local}>
      <Icon aria-hidden="true" />
      <span>{words.join(' · ')}</span>
    </p>
  )
}

function reasonText({ reason, is_local, government_level, jurisdiction }: ReasonLineBill): string {
  if (!reason) return divisionName(jurisdiction)
  if (reason.kind === 'topic') return `You follow ${topicName(reason.name)}`
  if (reason.kind === 'congress') return 'In Congress'
  if (is_local) return 'Your city'
  return government_level === 'state' ? 'Your state' : `In ${reason.name}`
}

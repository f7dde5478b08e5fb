import { Clock } from 'lucide-react'
import type { Bill } from '#contract/bills/bills.ts'
import { formatNearDay } from '#contract/kit/format.ts'
import { t } from '#contract/kit/translate.ts'
import { placeName } from '#contract/placeTexts.ts'
import { today } from '#web/bills/today.ts'
import styles from './FeedScreen.module.css'

/** When the sources of the member's own places and of Congress were last checked. */
export function AgeLine({ bills }: { bills: readonly Bill[] }) {
  const days = new Map<string, string>()
  for (const { reason, government_level, jurisdiction, checked_on } of bills) {
    if (checked_on === null || (reason?.kind !== 'place' && reason?.kind !== 'congress')) {
      continue
    }
    const name =
      government_level === 'local'
        ? t('City Council')
        : government_level === 'state'
          ? placeName(jurisdiction)
          : t('Congress')
    const day = days.get(name)
    if (!day || day < checked_on) {
      days.set(name, checked_on)
    }
  }
  if (days.size === 0) {
    return null
  }
  const parts = [...days].map(([place, checkedOn], index) => {
    const day = formatNearDay(checkedOn, today())
    return index === 0 ? t('{place} checked {day}', { place, day }) : `${place} ${day}`
  })
  return (
    <p className={styles.age}>
      <Clock aria-hidden="true" />
      <span>{parts.join(' · ')}</span>
    </p>
  )
}

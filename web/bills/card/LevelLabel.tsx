import { Building2, Landmark, Map } from 'lucide-react'
import type { GovernmentLevel } from '../../../contract/billContent.ts'
import type { Bill } from '../../../contract/bills.ts'
import { divisionName } from '../../../contract/places.ts'
import styles from './billMeta.module.css'

const icons = { federal: Landmark, state: Map, local: Building2 } as const

type LevelLabelProps = { bill: Pick<Bill, 'government_level' | 'jurisdiction'> }

/** The level of government, shape and word, in ink and never in a colour of its own. */
export function LevelName({ level }: { level: GovernmentLevel }) {
  const Icon = icons[level]
  return (
    <span className={styles.level}>
      <Icon aria-hidden="true" />
      {level.toUpperCase()}
    </span>
  )
}

/** The level, and which state or city it is. */
export function LevelLabel({ bill }: LevelLabelProps) {
  return (
    <>
      <LevelName level={bill.government_level} />
      {bill.government_level !== 'federal' && (
        <span className={`${styles.code} ${styles.place}`}>{divisionName(bill.jurisdiction)}</span>
      )}
    </>
  )
}

import { Building2, Landmark, Map } from 'lucide-react'
import type { Bill } from '../../contract/bills.ts'
import { divisionName } from '../../contract/places.ts'
import styles from './billMeta.module.css'

const icons = { federal: Landmark, state: Map, local: Building2 } as const

type LevelLabelProps = { bill: Pick<Bill, 'government_level' | 'jurisdiction'> }

/** The level of government, shape and word, in ink and never in a colour of its own; and which state or city it is. */
export function LevelLabel({ bill }: LevelLabelProps) {
  const Icon = icons[bill.government_level]
  return (
    <>
      <span className={styles.level}>
        <Icon aria-hidden="true" />
        {bill.government_level.toUpperCase()}
      </span>
      {bill.government_level !== 'federal' && (
        <span className={styles.code}>{divisionName(bill.jurisdiction)}</span>
      )}
    </>
  )
}

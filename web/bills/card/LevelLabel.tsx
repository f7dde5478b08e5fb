import { Building2, Landmark, Map } from 'lucide-react'
import type { GovernmentLevel } from '#contract/bills/billContent.ts'
import type { Bill } from '#contract/bills/bills.ts'
import { placeName } from '#contract/placeTexts.ts'
import { levelsInCapitals } from './levelNames.ts'
import styles from './billMeta.module.css'

const icons = { federal: Landmark, state: Map, local: Building2 } as const

type LevelLabelProps = { bill: Pick<Bill, 'government_level' | 'jurisdiction'> }

/** The level of government as an icon and a word, in the text color so that it is never read as a stance or a party. */
export function LevelName({ level }: { level: GovernmentLevel }) {
  const Icon = icons[level]
  return (
    <span className={styles.level}>
      <Icon aria-hidden="true" />
      {levelsInCapitals[level]}
    </span>
  )
}

/** The level of government and, below the federal level, the name of the state or city. */
export function LevelLabel({ bill }: LevelLabelProps) {
  return (
    <>
      <LevelName level={bill.government_level} />
      {bill.government_level !== 'federal' && (
        <span className={`${styles.code} ${styles.place}`}>{placeName(bill.jurisdiction)}</span>
      )}
    </>
  )
}

import { Building2, Landmark, Map } from 'lucide-react'
import type { GovernmentLevel } from '../../contract/billContent.ts'
import styles from './billMeta.module.css'

const icons = { federal: Landmark, state: Map, local: Building2 } as const

/** The level of government: shape and word, in ink and never in a colour of its own. */
export function LevelLabel({ level }: { level: GovernmentLevel }) {
  const Icon = icons[level]
  return (
    <span className={styles.level}>
      <Icon aria-hidden="true" />
      {level.toUpperCase()}
    </span>
  )
}

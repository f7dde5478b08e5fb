import type { Representative } from '#contract/representatives.ts'
import { officeText } from './office.ts'
import { Portrait } from './Portrait.tsx'
import styles from './OwnRepresentatives.module.css'

/** The portraits, names and offices of the member's representatives. */
export function RepresentativeFaces({ representatives }: { representatives: readonly Representative[] }) {
  return (
    <ul className={styles.faces}>
      {representatives.map((representative) => (
        <li key={representative.rep_id}>
          <Portrait representative={representative} />
          <div>
            <p className={styles.name}>{representative.rep_name}</p>
            <p className={styles.office}>{officeText(representative)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

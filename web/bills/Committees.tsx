import { useId } from 'react'
import type { BillCommittee } from '../../contract/billParts.ts'
import type { BillDetail } from '../../contract/bills.ts'
import { formatDate } from '../kit/format.ts'
import styles from './BillParts.module.css'

const activities: Record<BillCommittee['activity'], string> = {
  referred: 'Sent here',
  hearing: 'Hearing',
  markup: 'Worked on the text',
  reported: 'Approved',
  discharged: 'Taken from the committee without a report',
  other: 'Last activity',
}

/** The committees that the bill went to. */
export function Committees({ committees }: Pick<BillDetail, 'committees'>) {
  const headingId = useId()
  if (committees.length === 0) return null
  return (
    <section className={`card ${styles.card}`} aria-labelledby={headingId}>
      <h2 id={headingId} className="h-sec">
        Committees
      </h2>
      <ul className={styles.list}>
        {committees.map((committee) => (
          <li key={`${committee.chamber ?? ''} ${committee.parent_name ?? ''} ${committee.name}`}>
            <span className={styles.name}>{committee.name}</span>
            <span className={styles.muted}>
              {[
                committee.parent_name ? `Part of ${committee.parent_name}` : committee.chamber,
                activityOf(committee),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function activityOf({ activity, since }: BillCommittee): string {
  return since ? `${activities[activity]} on ${formatDate(since)}` : activities[activity]
}

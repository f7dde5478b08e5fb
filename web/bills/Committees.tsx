import type { BillCommittee } from '#contract/bills/billParts.ts'
import type { BillDetail } from '#contract/bills/bills.ts'
import { roadText } from '#contract/bills/roadTexts.ts'
import { t } from '#contract/kit/translate.ts'
import { formatDate } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Section } from '#web/kit/ui/Section.tsx'
import { committeeActivities } from './committeeActivities.ts'
import styles from './BillParts.module.css'

/** The committees that the bill went to. */
export function Committees({ committees }: Pick<BillDetail, 'committees'>) {
  if (committees.length === 0) {
    return null
  }
  return (
    <Section title={t('Committees')} className={styles.card}>
      <ul className={styles.list}>
        {committees.map((committee) => (
          <li key={`${committee.chamber ?? ''} ${committee.parent_name ?? ''} ${committee.name}`}>
            <span className={styles.name} lang={recordLanguage}>
              {committee.committee_id ? (
                <Link to={paths.committee(committee.committee_id)}>{committee.name}</Link>
              ) : (
                committee.name
              )}
            </span>
            <span className={styles.muted}>
              {[
                committee.parent_name
                  ? t('Part of {committee}', { committee: committee.parent_name })
                  : committee.chamber && roadText(committee.chamber),
                activityOf(committee),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function activityOf({ activity, since }: BillCommittee): string {
  return since
    ? t('{activity} on {date}', { activity: committeeActivities[activity], date: formatDate(since) })
    : committeeActivities[activity]
}

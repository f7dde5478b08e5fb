import type { BillDetail } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { formatDate } from '#web/kit/format.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Section } from '#web/kit/ui/Section.tsx'
import { Amendments } from './Amendments.tsx'
import styles from './BillParts.module.css'

/** The amendments, the cost estimates and all subjects of a bill. */
export function MoreAboutBill({ bill }: { bill: BillDetail }) {
  const { amendment_counts, cost_estimates, subjects } = bill
  if (amendment_counts.total === 0 && cost_estimates.length === 0 && subjects.length === 0) {
    return null
  }
  return (
    <Section title={t('More about this bill')} className={styles.card}>
      {amendment_counts.total > 0 && <Amendments bill={bill} />}
      {cost_estimates.length > 0 && (
        <ul className={styles.list}>
          {cost_estimates.map(({ url, issuer, published_on }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {t('Cost estimate by {issuer}, {date}', { issuer, date: formatDate(published_on) })}
              </a>
            </li>
          ))}
        </ul>
      )}
      {subjects.length > 0 && (
        <div className={styles.group}>
          <h3>{t('All subjects')}</h3>
          <p lang={recordLanguage}>{subjects.join(' · ')}</p>
        </div>
      )}
    </Section>
  )
}

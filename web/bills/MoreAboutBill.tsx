import { useId } from 'react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { formatDate } from '#web/kit/format.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Amendments } from './Amendments.tsx'
import styles from './BillParts.module.css'

/** The amendments, the cost estimates and all subjects of a bill. */
export function MoreAboutBill({ bill }: { bill: BillDetail }) {
  const headingId = useId()
  const { amendment_counts, cost_estimates, subjects } = bill
  if (amendment_counts.total === 0 && cost_estimates.length === 0 && subjects.length === 0) {
    return null
  }
  return (
    <section className={`card ${styles.card}`} aria-labelledby={headingId}>
      <h2 id={headingId} className="h-sec">
        {t('More about this bill')}
      </h2>
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
    </section>
  )
}

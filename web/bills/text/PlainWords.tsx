import { useId } from 'react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { OfficialLink } from './OfficialLink.tsx'
import styles from './PlainWords.module.css'

/** Returns the points of the summary in plain words. Without a note, the sections are the official text. */
export function plainWords({ bill_sections }: Pick<BillDetail, 'bill_sections'>) {
  return bill_sections?.note && bill_sections.sections.length > 0 ? bill_sections : null
}

/** What the bill does, in plain words. It is always open, because it explains more than the official text. */
export function PlainWords({ bill }: { bill: BillDetail }) {
  const headingId = useId()
  const words = plainWords(bill)
  if (!words) {
    return null
  }
  return (
    <section id="plain-words" className={`card no-print ${styles.card}`} aria-labelledby={headingId}>
      <h2 id={headingId} className="h-sec">
        {t('In plain words')}
      </h2>
      <ol className={styles.points} lang={recordLanguage}>
        {words.sections.map(({ number, title, content }) => (
          <li key={`${number} ${title}`}>
            <h3>{title || number}</h3>
            <p>{content}</p>
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        <span lang={recordLanguage}>{words.note}</span> <OfficialLink bill={bill} />
      </p>
    </section>
  )
}

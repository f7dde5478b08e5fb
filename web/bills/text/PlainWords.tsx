import { useId } from 'react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { OfficialLink } from './OfficialLink.tsx'
import styles from './PlainWords.module.css'

/**
 * Returns the points of the summary in plain words, and the language they are in if it is not that of the page. Without a note, the
 * sections are the official text.
 */
export function plainWords({
  bill_sections,
  translation,
}: Pick<BillDetail, 'bill_sections' | 'translation'>) {
  const translated = recordLanguage && translation?.bill_sections
  const words = translated ?? bill_sections
  return words?.note && words.sections.length > 0
    ? { ...words, lang: translated ? undefined : recordLanguage }
    : null
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
      <ol className={styles.points} lang={words.lang}>
        {words.sections.map(({ number, title, content }) => (
          <li key={`${number} ${title}`}>
            <h3>{title || number}</h3>
            <p>{content}</p>
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        <span lang={words.lang}>{words.note}</span> <OfficialLink bill={bill} />
      </p>
    </section>
  )
}

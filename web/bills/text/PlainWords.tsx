import type { BillDetail } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Section } from '#web/kit/ui/Section.tsx'
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
  const words = plainWords(bill)
  if (!words) {
    return null
  }
  return (
    <Section title={t('In plain words')} id="plain-words" className={`no-print ${styles.card}`}>
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
    </Section>
  )
}

import type { RelatedBill } from '#contract/bills/billParts.ts'
import type { BillDetail } from '#contract/bills/bills.ts'
import { progressLine, lineText } from '#contract/bills/progress.ts'
import { t } from '#contract/kit/translate.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Section } from '#web/kit/ui/Section.tsx'
import styles from './BillParts.module.css'

const relations: Record<RelatedBill['relation_type'], string> = {
  identical: t('Identical bill'),
  companion: t('Companion bill'),
  similar: t('Similar bill'),
  related: t('Related bill'),
  procedural: t('Related by procedure'),
  replaces: t('This bill replaces it'),
  replaced_by: t('It replaces this bill'),
  reintroduces: t('An earlier version'),
}

/** Bills that a source names as related. A companion bill comes first, with the progress of both bills. */
export function RelatedBills({ bill }: { bill: BillDetail }) {
  if (bill.related_bills.length === 0) {
    return null
  }
  return (
    <Section title={t('Related bills')} className={styles.card}>
      <ul className={styles.list}>
        {bill.related_bills.map((other) => (
          <li
            key={`${other.bill_code} ${other.bill_id} ${other.title} ${other.relation_type} ${other.identified_by}`}
          >
            <span className={styles.name} lang={recordLanguage}>
              {other.bill_id ? <Link to={paths.bill(other.bill_id)}>{nameOf(other)}</Link> : nameOf(other)}
            </span>
            <span className={styles.muted}>
              {t('{relation}, according to {source}', {
                relation: relations[other.relation_type],
                source: sourceName(other.identified_by),
              })}
            </span>
            {other.progress && bill.progress && (
              <div className={styles.companion}>
                <p>
                  <b>{bill.bill_code}:</b> {lineText(progressLine(bill.progress))}
                </p>
                <p>
                  <b>{other.bill_code}:</b> {lineText(progressLine(other.progress))}
                </p>
                <p className={styles.muted}>{t('Your stance on one bill doesn’t count on the other.')}</p>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function nameOf({ bill_code, title }: RelatedBill): string {
  return title ? `${bill_code}: ${title}` : bill_code
}

const sourceNames: Readonly<Record<string, string>> = {
  House: t('the House'),
  Senate: t('the Senate'),
  CRS: t('the Congressional Research Service'),
}

function sourceName(identified_by: string): string {
  return sourceNames[identified_by] ?? identified_by
}

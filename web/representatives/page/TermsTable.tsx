import { t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'
import { today } from '#web/bills/today.ts'
import { officeTitle } from '#web/kit/officeTitle.ts'
import { partyName } from '#web/kit/partyName.ts'
import { periodText, spanNotes, termSpans, type Term } from './termSpans.ts'
import styles from './TermsTable.module.css'

/** The terms of office of a representative, newest first, with the dates, the district, the party and what changed. */
export function TermsTable({ terms }: { terms: readonly Term[] }) {
  return (
    <table className={styles.table} aria-label={t('Terms of office')}>
      <thead>
        <tr>
          <th scope="col">{t('Dates')}</th>
          <th scope="col">{t('Office and district')}</th>
          <th scope="col">{t('Party')}</th>
        </tr>
      </thead>
      <tbody>
        {termSpans(terms).map((span) => {
          const notes = spanNotes(span)
          return (
            <tr key={`${span.title} ${span.division} ${span.from ?? ''} ${span.party ?? ''}`}>
              <td className={styles.dates}>{periodText(span, today())}</td>
              <td>
                <b>
                  {[officeTitle(span.title), span.district && placeText(span.district)]
                    .filter(Boolean)
                    .join(', ')}
                </b>
                {notes.length > 0 && <span className={styles.notes}>{notes.join(' · ')}</span>}
              </td>
              <td>{span.party ? partyName(span.party) : t('Not stated')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

import type { NextEvent } from '#contract/bills/billParts.ts'
import { calendarPath, eventTime } from '#contract/hearings.ts'
import { t } from '#contract/kit/translate.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import styles from './BillParts.module.css'

/** The next hearing or meeting at which the bill comes up. */
export function NextEventCard({ bill_id, event }: { bill_id: string; event: NextEvent }) {
  return (
    <section className={`card ${styles.event}`} aria-label={t('Next event')}>
      <p>
        <b>{event.names_bill ? t('Scheduled:') : t('The committee meets:')}</b> {eventTime(event)},{' '}
        <span lang={recordLanguage}>
          {event.name}
          {event.location && `, ${event.location}`}
        </span>
      </p>
      {!event.names_bill && (
        <p className={styles.muted}>{t('The committee meets. This bill isn’t on the agenda.')}</p>
      )}
      <p className={styles.links}>
        {event.names_bill && <a href={calendarPath('bill', bill_id)}>{t('Add to calendar')}</a>}
        {event.url && (
          <a href={event.url} target="_blank" rel="noreferrer">
            {t('Official notice')}
          </a>
        )}
      </p>
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getNotificationSettings } from '#contract/alerts.ts'
import { t } from '#contract/kit/translate.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { digestDay, digestTimes } from './digestTimes.ts'
import styles from './Updates.module.css'

/** When emails about updates come, with a link to the settings. */
export function EmailCard() {
  const { data } = useQuery(queryFor(getNotificationSettings, {}))
  const alerts = data?.alerts
  return (
    <section className={`card ${styles.railCard}`} aria-labelledby="updates-email">
      <h2 id="updates-email" className={styles.railTitle}>
        {t('Email')}
      </h2>
      {data && (
        <p>
          {alerts
            ? alerts.paused_at && alerts.frequency !== 'never'
              ? t('Alerts are paused')
              : digestTimes(alerts)
            : t('You get no emails about bills yet. They start when you follow a bill or take a stance.')}
          {alerts?.next_digest_at && !alerts.paused_at && (
            <>
              {' '}
              {t('The next one comes {day}.', {
                day: digestDay(alerts.next_digest_at, alerts.time_zone),
              })}
            </>
          )}
        </p>
      )}
      <p>
        <Link to={paths.settingsSection('notifications')}>{t('Email settings')}</Link>
      </p>
    </section>
  )
}

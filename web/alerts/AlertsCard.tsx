import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { type AlertSettings, getNotificationSettings, updateAlertSettings } from '#contract/alerts.ts'
import { t } from '#contract/kit/translate.ts'
import { SaveFoot, SettingsCard } from '#web/accounts/settings/SettingsCard.tsx'
import { call, queryFor } from '#web/kit/api/api.ts'
import { useSubmission } from '#web/kit/forms/useSubmission.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { SelectField } from '#web/kit/ui/Field.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { DigestRow } from './DigestRow.tsx'
import { digestTime, hourName, weekdays, zoneName, zoneNames } from './digestTimes.ts'
import { FeedRow } from './FeedRow.tsx'
import styles from './AlertsCard.module.css'

/**
 * The section "Alerts" of the notification settings, where the member chooses when emails about followed bills arrive.
 */
export function AlertsCard() {
  const query = useQuery(queryFor(getNotificationSettings, {}))
  const { data } = query
  // The card above this one reads the same settings and shows that they are loading.
  if (query.isPending) {
    return null
  }
  return (
    <SettingsCard title={t('Alerts')}>
      {!data && (
        <div className={styles.body}>
          <QueryView query={query} level={3} title={t("We couldn't load your alert settings")} />
        </div>
      )}
      {data && !data.alerts && (
        <div className={styles.body}>
          <p>
            {t(
              "You don't get any emails about bills yet. They start when you follow a bill or take a stance on one.",
            )}
          </p>
          <p>
            <Link to={paths.updates}>{t('See everything you follow')}</Link>
          </p>
        </div>
      )}
      {data?.alerts && <AlertsForm saved={{ ...data.alerts, frequency: data.settings.email_digest }} />}
    </SettingsCard>
  )
}

type SavedSettings = AlertSettings & { paused_at: string | null; next_digest_at: string | null }

/** The form for the time of emails. Their frequency is chosen in the card above, and is saved unchanged. */
function AlertsForm({ saved }: { saved: SavedSettings }) {
  const { frequency } = saved
  const [chosen, setChosen] = useState<Omit<AlertSettings, 'frequency'>>({
    delivery_hour: saved.delivery_hour,
    delivery_weekday: saved.delivery_weekday,
    time_zone: saved.time_zone,
  })
  const submission = useSubmission(t('Failed to save your alert settings. Please try again.'))
  const cache = useQueryClient()
  const [ownZone] = useState(saved.time_zone)
  // The zone that the member had is offered even if it is not one of the United States, such as Europe/Berlin.
  const zones = { ...zoneNames, [ownZone]: zoneName(ownZone) }

  function change(next: Partial<typeof chosen>) {
    setChosen({ ...chosen, ...next })
    submission.clearFailure()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (submission.isBusy) {
      return
    }
    void submission.submit(async () => {
      await call(updateAlertSettings, { ...chosen, frequency })
      await cache.invalidateQueries({ queryKey: queryFor(getNotificationSettings, {}).queryKey })
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.body}>
        <p>
          <T
            text="Choose when our emails reach you. We send nothing when nothing happened. <link>See everything you follow</link>"
            values={{ link: (content) => <Link to={paths.updates}>{content}</Link> }}
          />
        </p>
        {saved.paused_at && frequency !== 'never' && (
          <Alert kind="warning" level={3} title={t('Alerts are paused')}>
            <p>
              {t(
                'Your email provider refused our last three alerts. Check your email address, then save to start them again.',
              )}
            </p>
          </Alert>
        )}
        {submission.failure && <Alert kind="error" title={submission.failure} level={3} />}
        <div className={styles.when}>
          <SelectField
            label={t('Day')}
            value={chosen.delivery_weekday}
            disabled={frequency !== 'weekly'}
            onChange={({ target }) => change({ delivery_weekday: Number(target.value) })}
          >
            {weekdays.map((name, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('Time')}
            value={chosen.delivery_hour}
            disabled={frequency === 'never'}
            onChange={({ target }) => change({ delivery_hour: Number(target.value) })}
          >
            {Array.from({ length: 24 }, (_, hour) => (
              <option key={hour} value={hour}>
                {hourName(hour)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('Time zone')}
            value={chosen.time_zone}
            disabled={frequency === 'never'}
            onChange={({ target }) => change({ time_zone: target.value })}
          >
            {Object.entries(zones).map(([zone, name]) => (
              <option key={zone} value={zone}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        {saved.next_digest_at && !saved.paused_at && (
          <p className="muted">
            {t('Next email: {time}, if something happened by then.', {
              time: digestTime(saved.next_digest_at, saved.time_zone),
            })}
          </p>
        )}
      </div>
      <DigestRow />
      <FeedRow />
      <SaveFoot label={t('Save changes')} busyLabel={t('Saving...')} submission={submission} />
    </form>
  )
}

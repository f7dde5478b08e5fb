import { useQuery } from '@tanstack/react-query'
import { getNotificationSettings } from '../../../contract/alerts.ts'
import { emailDigests, type NotificationSettings } from '../../../contract/people.ts'
import { queryFor } from '../../kit/api/api.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Failure, LoadingShape, Skeleton } from '../../kit/ui/Feedback.tsx'
import { SelectField, Switch } from '../../kit/ui/Field.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import styles from './Settings.module.css'

const switches = [
  { name: 'email_new_bills', label: 'New bills' },
  { name: 'email_comments', label: 'Replies to my comments' },
  { name: 'email_representatives', label: 'Replies from my representatives' },
  { name: 'push_notifications', label: 'Notifications on this device' },
  { name: 'stance_notifications', label: 'Stances by people I follow' },
  { name: 'group_notifications', label: 'Posts in my groups' },
] as const

const digestLabels = { immediate: 'Immediately', daily: 'Daily', weekly: 'Weekly', never: 'Never' }

/** The same settings for every member: the API has no call to change them. */
export function NotificationsPanel() {
  const { data, isError, error, refetch, isFetching } = useQuery(queryFor(getNotificationSettings, {}))
  return (
    <SettingsCard title="Notifications">
      <div className={styles.body}>
        <Alert kind="info" level={3} title="Coming soon">
          <p>You'll be able to choose which emails you get. These are the current defaults.</p>
        </Alert>
        {data && <Choices settings={data.settings} />}
        {isError && (
          <Failure
            level={3}
            title="We couldn't load your notification settings"
            error={error}
            onRetry={refetch}
            isRetrying={isFetching}
          />
        )}
        {!data && !isError && (
          <LoadingShape label="Loading notification settings" className={styles.switches}>
            {switches.map(({ name }) => (
              <Skeleton key={name} height="2.75rem" />
            ))}
          </LoadingShape>
        )}
      </div>
    </SettingsCard>
  )
}

function Choices({ settings }: { settings: NotificationSettings }) {
  return (
    <>
      <div className={styles.switches}>
        {switches.map(({ name, label }) => (
          <Switch key={name} name={name} label={label} checked={settings[name]} readOnly disabled />
        ))}
      </div>
      <SelectField name="email_digest" label="Email frequency" value={settings.email_digest} disabled>
        {emailDigests.map((digest) => (
          <option key={digest} value={digest}>
            {digestLabels[digest]}
          </option>
        ))}
      </SelectField>
    </>
  )
}

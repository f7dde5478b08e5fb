import { useQuery } from '@tanstack/react-query'
import { emailDigests, getNotificationSettings, type NotificationSettings } from '../../../contract/people.ts'
import { queryFor } from '../../kit/api/api.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Failure, LoadingShape, Skeleton } from '../../kit/ui/Feedback.tsx'
import { SelectField, Switch } from '../../kit/ui/Field.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import styles from './Settings.module.css'

const switches = [
  { name: 'email_new_bills', words: 'Email me about new bills' },
  { name: 'email_comments', words: 'Email me about answers to my comments' },
  { name: 'email_representatives', words: 'Email me what my representatives answer' },
  { name: 'push_notifications', words: 'Notify me on this device' },
  { name: 'stance_notifications', words: 'Tell me about stances of people I follow' },
  { name: 'group_notifications', words: 'Tell me about posts in my groups' },
] as const

const digestWords = { immediate: 'At once', daily: 'Once a day', weekly: 'Once a week', never: 'Never' }

/** What the server says holds for everybody; no call writes it yet (R40). */
export function NotificationsPanel() {
  const { data, isError, error, refetch, isFetching } = useQuery(queryFor(getNotificationSettings, {}))
  return (
    <SettingsCard title="Notifications">
      <div className={styles.body}>
        <Alert kind="info" level={3} title="Coming soon">
          <p>You will choose here what we tell you and how. This is how it is for now.</p>
        </Alert>
        {data && <Choices settings={data.settings} />}
        {isError && (
          <Failure
            level={3}
            title="Your notification settings could not be loaded"
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
        {switches.map(({ name, words }) => (
          <Switch key={name} name={name} label={words} checked={settings[name]} readOnly disabled />
        ))}
      </div>
      <SelectField name="email_digest" label="Emails come" value={settings.email_digest} disabled>
        {emailDigests.map((digest) => (
          <option key={digest} value={digest}>
            {digestWords[digest]}
          </option>
        ))}
      </SelectField>
    </>
  )
}

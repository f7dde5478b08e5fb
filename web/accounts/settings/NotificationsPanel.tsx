import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { getNotificationSettings, updateNotificationSettings } from '../../../contract/alerts.ts'
import { emailDigests, type NotificationSettings } from '../../../contract/people.ts'
import { call, queryFor } from '../../kit/api/api.ts'
import { useSubmission } from '../../kit/forms/useSubmission.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Failure, LoadingShape, Skeleton } from '../../kit/ui/Feedback.tsx'
import { SelectField, Switch } from '../../kit/ui/Field.tsx'
import { SaveFoot, SettingsCard } from './SettingsCard.tsx'
import styles from './Settings.module.css'

const choices = [
  {
    name: 'email_new_bills',
    label: 'New bills',
    hint: 'Your emails name new bills of your places and topics.',
  },
  {
    name: 'email_comments',
    label: 'Replies to my comments',
    hint: 'Your emails name who replied to you on a bill.',
  },
  {
    name: 'email_representatives',
    label: 'Replies from my representatives',
    hint: 'Your emails say when an office answered you, or voted on a bill that you wrote about.',
  },
  { name: 'push_notifications', label: 'Notifications on this device', hint: 'Coming soon' },
  {
    name: 'stance_notifications',
    label: 'Stances by people I follow',
    hint: 'You get a notification when somebody you follow takes a stance.',
  },
  {
    name: 'group_notifications',
    label: 'Posts in my groups',
    hint: 'Your emails count the new posts in your groups.',
  },
] as const

const digestLabels = { immediate: 'Immediately', daily: 'Daily', weekly: 'Weekly', never: 'Never' }

type Changes = Partial<Omit<NotificationSettings, 'push_notifications'>>

export function NotificationsPanel() {
  const { data, isError, error, refetch, isFetching } = useQuery(queryFor(getNotificationSettings, {}))
  return (
    <SettingsCard title="Notifications">
      {data ? (
        <NotificationsForm saved={data.settings} />
      ) : (
        <div className={styles.body}>
          {isError ? (
            <Failure
              level={3}
              title="We couldn't load your notification settings"
              error={error}
              onRetry={refetch}
              isRetrying={isFetching}
            />
          ) : (
            <LoadingShape label="Loading notification settings" className={styles.switches}>
              {choices.map(({ name }) => (
                <Skeleton key={name} height="5rem" />
              ))}
            </LoadingShape>
          )}
        </div>
      )}
    </SettingsCard>
  )
}

/** The form sends only the settings that the member changed, so that it does not undo a change from another device. */
function NotificationsForm({ saved }: { saved: NotificationSettings }) {
  const [changes, setChanges] = useState<Changes>({})
  const submission = useSubmission('Failed to save your notification settings. Please try again.')
  const cache = useQueryClient()
  const current = { ...saved, ...changes }

  function change(next: Changes) {
    setChanges({ ...changes, ...next })
    submission.clearFailure()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (submission.isBusy) return
    void submission.submit(async () => {
      if (Object.keys(changes).length > 0) await call(updateNotificationSettings, changes)
      await cache.invalidateQueries({ queryKey: queryFor(getNotificationSettings, {}).queryKey })
      // If the member changed a switch again while the request was running, the change is kept.
      setChanges((latest) => (latest === changes ? {} : latest))
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.body}>
        {submission.failure && <Alert kind="error" title={submission.failure} level={3} />}
        <div className={styles.choices}>
          {choices.map(({ name, label, hint }) => (
            <Switch
              key={name}
              name={name}
              label={label}
              hint={hint}
              checked={current[name]}
              disabled={name === 'push_notifications'}
              onChange={({ target }) => change({ [name]: target.checked })}
            />
          ))}
        </div>
        <SelectField
          name="email_digest"
          label="Email frequency"
          value={current.email_digest}
          onChange={({ target }) => {
            const digest = emailDigests.find((name) => name === target.value)
            if (digest) change({ email_digest: digest })
          }}
        >
          {emailDigests.map((digest) => (
            <option key={digest} value={digest}>
              {digestLabels[digest]}
            </option>
          ))}
        </SelectField>
      </div>
      <SaveFoot label="Save changes" busyLabel="Saving..." submission={submission} />
    </form>
  )
}

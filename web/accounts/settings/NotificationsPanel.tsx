import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { getNotificationSettings, updateNotificationSettings } from '#contract/alerts.ts'
import type { InputOf } from '#contract/kit/endpoint.ts'
import { t } from '#contract/kit/translate.ts'
import { emailDigests, type NotificationSettings } from '#contract/people.ts'
import { call, queryFor } from '#web/kit/api/api.ts'
import { useSubmission } from '#web/kit/forms/useSubmission.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { SelectField } from '#web/kit/ui/Field.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { SavedSwitches } from './SavedSwitches.tsx'
import { SaveFoot, SettingsCard } from './SettingsCard.tsx'
import { usePushSwitch } from './usePushSwitch.ts'
import styles from './Settings.module.css'

const emails = [
  {
    name: 'email_new_bills',
    label: t('New bills'),
    hint: t('Your emails name new bills of your places and topics.'),
  },
  {
    name: 'email_comments',
    label: t('Replies to my comments'),
    hint: t('Your emails and the notifications on your devices name who replied to you.'),
  },
  {
    name: 'email_representatives',
    label: t('Replies from my representatives'),
    hint: t(
      'Your emails and the notifications on your devices say when an office answered you, or voted on a bill that you wrote about.',
    ),
  },
] as const

const others = [
  {
    name: 'stance_notifications',
    label: t('Stances by people I follow'),
    hint: t('You get a notification when somebody you follow takes a stance.'),
  },
  {
    name: 'group_notifications',
    label: t('Posts in my groups'),
    hint: t('Your emails count the new posts in your groups.'),
  },
] as const

const digestLabels = {
  immediate: t('Immediately'),
  daily: t('Daily'),
  weekly: t('Weekly'),
  never: t('Never'),
}

export function NotificationsPanel() {
  const query = useQuery(queryFor(getNotificationSettings, {}))
  return (
    <SettingsCard title={t('Notifications')}>
      {query.data ? (
        <NotificationsForm saved={query.data.settings} />
      ) : (
        <div className={styles.body}>
          <QueryView
            query={query}
            level={3}
            title={t("We couldn't load your notification settings")}
            shape={{
              label: t('Loading notification settings'),
              className: styles.switches,
              heights: Array.from({ length: 6 }, () => '5rem'),
            }}
          />
        </div>
      )}
    </SettingsCard>
  )
}

/** The switches are saved at once. The frequency has a button, because it decides which emails arrive today. */
function NotificationsForm({ saved }: { saved: NotificationSettings }) {
  const [chosen, setChosen] = useState<NotificationSettings['email_digest'] | null>(null)
  const digest = chosen ?? saved.email_digest
  const submission = useSubmission(t('Failed to save your notification settings. Please try again.'))
  const push = usePushSwitch()
  const cache = useQueryClient()
  const settingsKey = queryFor(getNotificationSettings, {}).queryKey

  async function save(changes: InputOf<typeof updateNotificationSettings>) {
    const { settings } = await call(updateNotificationSettings, changes)
    // Two settings may be saved at the same time, and their responses may arrive in any order.
    const confirmed = Object.fromEntries(Object.entries(settings).filter(([name]) => name in changes))
    cache.setQueryData(
      settingsKey,
      (data) => data && { ...data, settings: { ...data.settings, ...confirmed } },
    )
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (submission.isBusy) {
      return
    }
    void submission.submit(async () => {
      await save({ email_digest: digest })
      setChosen((current) => (current === digest ? null : current))
      // The frequency also changes when the next email is due.
      await cache.invalidateQueries({ queryKey: settingsKey })
    })
  }

  return (
    <>
      <div className={styles.body}>
        <p>{t('Each switch is saved at once.')}</p>
        <SavedSwitches
          choices={[...emails, push.choice, ...others]}
          saved={{ ...saved, push_notifications: push.isOn }}
          disabled={push.isOffered ? undefined : 'push_notifications'}
          onSave={(name, isOn) => (name === 'push_notifications' ? push.save(isOn) : save({ [name]: isOn }))}
          failure={t('Failed to save this setting. Please try again.')}
        />
      </div>
      <form onSubmit={submit} noValidate>
        <div className={styles.body}>
          {submission.failure && <Alert kind="error" title={submission.failure} level={3} />}
          <SelectField
            name="email_digest"
            label={t('Email frequency')}
            value={digest}
            onChange={({ target }) => {
              const choice = emailDigests.find((name) => name === target.value)
              if (choice) {
                setChosen(choice)
              }
              submission.clearFailure()
            }}
          >
            {emailDigests.map((choice) => (
              <option key={choice} value={choice}>
                {digestLabels[choice]}
              </option>
            ))}
          </SelectField>
        </div>
        <SaveFoot label={t('Save changes')} busyLabel={t('Saving...')} submission={submission} />
      </form>
    </>
  )
}

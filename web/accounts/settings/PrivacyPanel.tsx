import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { getPrivacy, updatePrivacy, type PrivacySettings } from '../../../contract/people.ts'
import { queryFor, call } from '../../kit/api/api.ts'
import { useSubmission } from '../../kit/forms/useSubmission.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Failure, LoadingShape, Skeleton } from '../../kit/ui/Feedback.tsx'
import { Switch } from '../../kit/ui/Field.tsx'
import { SaveFoot, SettingsCard } from './SettingsCard.tsx'
import styles from './Settings.module.css'

const choices = [
  {
    name: 'public_profile',
    label: 'Other members can see my profile',
    hint: "When this is off, nobody can open your profile and you aren't listed as a group member or follower. Your comments and posts still show your name.",
  },
  {
    name: 'public_stances',
    label: 'My profile shows my stances',
    hint: "When this is off, nobody sees where you stand: not on your profile, not next to your comments, and your followers aren't notified. Your stances still count in each bill's totals.",
  },
  {
    name: 'public_comments',
    label: 'My profile shows my comments',
    hint: "When this is off, your profile doesn't list your comments. They stay in the discussions where you wrote them.",
  },
  {
    name: 'allow_follow',
    label: 'Other members can follow me',
    hint: 'When this is off, nobody new can follow you. Members who already follow you stay. To keep your stances from them, turn off “My profile shows my stances”.',
  },
] as const

export function PrivacyPanel() {
  const { data, isError, error, refetch, isFetching } = useQuery(queryFor(getPrivacy, {}))
  return (
    <SettingsCard title="Privacy">
      {data ? (
        <PrivacyForm saved={data.settings} />
      ) : (
        <div className={styles.body}>
          {isError ? (
            <Failure
              level={3}
              title="We couldn't load your privacy settings"
              error={error}
              onRetry={refetch}
              isRetrying={isFetching}
            />
          ) : (
            <LoadingShape label="Loading privacy settings" className={styles.switches}>
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

/** Returns the choices that differ from the saved settings. */
function differences(chosen: Partial<PrivacySettings>, saved: PrivacySettings): Partial<PrivacySettings> {
  const names = choices
    .map(({ name }) => name)
    .filter((name) => (chosen[name] ?? saved[name]) !== saved[name])
  return Object.fromEntries(names.map((name) => [name, chosen[name]]))
}

/** The form sends only the settings that the member changed, so that it does not undo a change from another device. */
function PrivacyForm({ saved }: { saved: PrivacySettings }) {
  const [changes, setChanges] = useState<Partial<PrivacySettings>>({})
  const submission = useSubmission('Failed to save your privacy settings. Please try again.')
  const cache = useQueryClient()

  async function send() {
    const hasChanges = Object.keys(changes).length > 0
    const { settings } = hasChanges ? await call(updatePrivacy, changes) : { settings: saved }
    cache.setQueryData(queryFor(getPrivacy, {}).queryKey, { settings })
    // If the member changed a switch again while the request was running, the change is kept.
    setChanges((latest) => differences(latest, settings))
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!submission.isBusy) void submission.submit(send)
  }

  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.body}>
        <p>Choose what other members can see. Your email and street address are never shown.</p>
        {submission.failure && <Alert kind="error" title={submission.failure} level={3} />}
        <div className={styles.choices}>
          {choices.map(({ name, label, hint }) => (
            <Switch
              key={name}
              name={name}
              label={label}
              hint={hint}
              checked={changes[name] ?? saved[name]}
              onChange={(event) => {
                setChanges({ ...changes, [name]: event.target.checked })
                submission.clearFailure()
              }}
            />
          ))}
        </div>
      </div>
      <SaveFoot label="Save changes" busyLabel="Saving..." submission={submission} />
    </form>
  )
}

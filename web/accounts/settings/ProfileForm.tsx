import { useQueryClient } from '@tanstack/react-query'
import { useRef, type SubmitEvent } from 'react'
import { updateProfile } from '../../../contract/people.ts'
import { call } from '../../kit/api/api.ts'
import { useChanges } from '../../kit/forms/useChanges.ts'
import { useForm } from '../../kit/forms/useForm.ts'
import { useSaving } from '../../kit/forms/useSaving.ts'
import { dispatch } from '../../kit/session/session.ts'
import { normalizeUser, type SessionUser } from '../../kit/session/sessionUser.ts'
import { Alert, ErrorSummary } from '../../kit/ui/Alert.tsx'
import { TextField } from '../../kit/ui/Field.tsx'
import { PictureControl } from '../../people/pictures/PictureControl.tsx'
import { PendingEmail } from './PendingEmail.tsx'
import { SaveFoot, SettingsCard } from './SettingsCard.tsx'
import { accountFormOf, checkAccount, type AccountValues } from './settingsForms.ts'
import styles from './Settings.module.css'

const idOf = (name: string) => `settings-${name}`

/** Name, username and email; a changed email waits for its link and is shown as the old one until then (R23). */
export function ProfileForm({ user }: { user: SessionUser }) {
  const { full_name, username, email } = accountFormOf(user)
  const [values, setValues, forget] = useChanges('settings:account', { full_name, username, email })
  const formElement = useRef<HTMLFormElement>(null)
  const { isBusy, isSaved, failure, save, forgive } = useSaving({
    answer: 'Failed to update account',
    exception: 'Failed to update account information',
  })
  const form = useForm<AccountValues>({
    values,
    onChange: setValues,
    check: checkAccount,
    onEdit: forgive,
    element: formElement,
  })
  const cache = useQueryClient()

  async function send() {
    const { user: saved } = await call(updateProfile, {
      full_name: values.full_name.trim(),
      username: values.username.trim(),
      email: values.email.trim(),
    })
    forget()
    dispatch({ type: 'update_user', fields: normalizeUser(saved) ?? saved })
    // The name stands at one's comments and in one's profile.
    void cache.invalidateQueries()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy && form.isRight()) void save(send, form.refuse)
  }

  const field = (name: keyof AccountValues) => ({
    id: idOf(name),
    name,
    value: values[name],
    error: form.errors[name],
    // What is typed while the answer is under way would be lost to it.
    readOnly: isBusy,
    onChange: (event: { target: { value: string } }) => form.edit({ [name]: event.target.value }),
  })

  return (
    <SettingsCard title="Profile Information">
      <form ref={formElement} onSubmit={submit} noValidate>
        <div className={styles.body}>
          {user.pendingEmail && <PendingEmail email={user.pendingEmail} />}
          {failure && <Alert kind="error" title={failure} level={3} />}
          <ErrorSummary errors={byId(form.found)} attempt={form.attempt} />
          <div className={styles.withPortrait}>
            <PictureControl
              profile={{
                userId: user.userId,
                fullName: user.fullName,
                profilePictureUrl: user.profilePictureUrl,
                engagementLevel: user.engagement_level,
              }}
            />
            <div className={styles.fields}>
              <div className={styles.pairs}>
                <TextField {...field('full_name')} label="Full name" autoComplete="name" required />
                <TextField
                  {...field('username')}
                  label="Username"
                  autoComplete="nickname"
                  autoCapitalize="none"
                  spellCheck={false}
                  required
                />
              </div>
              <TextField
                {...field('email')}
                label="Email"
                hint="We send a link to a new address before it becomes yours."
                type="email"
                autoComplete="email"
                inputMode="email"
                required
              />
            </div>
          </div>
        </div>
        <SaveFoot label="Save changes" busyLabel="Saving..." isBusy={isBusy} isSaved={isSaved} />
      </form>
    </SettingsCard>
  )
}

function byId(errors: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name in errors) if (errors[name]) found[idOf(name)] = errors[name]
  return found
}

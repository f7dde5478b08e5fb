import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { changePassword, listSessions } from '../../../contract/accounts.ts'
import { call } from '../../kit/api/api.ts'
import { useForm } from '../../kit/forms/useForm.ts'
import { useSaving } from '../../kit/forms/useSaving.ts'
import { Alert, ErrorSummary } from '../../kit/ui/Alert.tsx'
import { PasswordField } from '../../kit/ui/Field.tsx'
import { SaveFoot, SettingsCard } from './SettingsCard.tsx'
import { checkPasswords, emptyPasswords, type PasswordValues } from './settingsForms.ts'
import styles from './Settings.module.css'

const fallback = 'Failed to change password'
const idOf = (name: keyof PasswordValues) => `settings-${name}`

/** `email` is for password managers, which keep the new password under it. */
export function PasswordForm({ email }: { email: string }) {
  const [values, setValues] = useState(emptyPasswords)
  const formElement = useRef<HTMLFormElement>(null)
  const { isBusy, isSaved, failure, save, forgive } = useSaving({
    answer: fallback,
    exception: fallback,
  })
  const form = useForm({
    values,
    onChange: setValues,
    check: checkPasswords,
    onEdit: forgive,
    element: formElement,
  })
  const cache = useQueryClient()

  async function send() {
    const { currentPassword, newPassword } = values
    await call(changePassword, { currentPassword, newPassword })
    setValues(emptyPasswords)
    // Every other session has ended with the old password.
    void cache.invalidateQueries({ queryKey: [listSessions.path] })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy && form.isRight()) void save(send, form.refuse)
  }

  const field = (name: keyof PasswordValues) => ({
    id: idOf(name),
    name,
    value: values[name],
    error: form.errors[name],
    readOnly: isBusy,
    onChange: (event: { target: { value: string } }) => form.edit({ [name]: event.target.value }),
  })
  const { currentPassword, newPassword, confirmPassword } = form.found
  const summary = {
    ...(currentPassword && { [idOf('currentPassword')]: currentPassword }),
    ...(newPassword && { [idOf('newPassword')]: newPassword }),
    ...(confirmPassword && { [idOf('confirmPassword')]: confirmPassword }),
  }

  return (
    <SettingsCard title="Change Password">
      <form ref={formElement} onSubmit={submit} noValidate>
        <div className={styles.body}>
          {failure && <Alert kind="error" title={failure} level={3} />}
          <ErrorSummary errors={summary} attempt={form.attempt} />
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
          />
          <div className={styles.pairs}>
            <PasswordField {...field('newPassword')} label="New password" autoComplete="new-password" />
            <PasswordField
              {...field('confirmPassword')}
              label="Confirm new password"
              autoComplete="new-password"
            />
          </div>
          <p className={styles.hint}>A new password signs you out everywhere else.</p>
        </div>
        <SaveFoot label="Change password" busyLabel="Changing..." isBusy={isBusy} isSaved={isSaved} />
      </form>
    </SettingsCard>
  )
}

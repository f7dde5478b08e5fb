import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changePassword, listSessions } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { call } from '#web/kit/api/api.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { Alert, ErrorSummary } from '#web/kit/ui/Alert.tsx'
import { Checkbox, PasswordField } from '#web/kit/ui/Field.tsx'
import { SaveFoot, SettingsCard } from './SettingsCard.tsx'
import { checkPasswords, emptyPasswords, type PasswordValues } from './settingsForms.ts'
import styles from './Settings.module.css'

/** Changes the password. Password managers store the new password under `email`. */
export function PasswordForm({ email }: { email: string }) {
  const [values, setValues] = useState(emptyPasswords)
  const [endFeedAddresses, setEndFeedAddresses] = useState(true)
  const form = useSubmittedForm({
    name: 'settings',
    values,
    onChange: setValues,
    check: checkPasswords,
    fallback: t('Failed to change password'),
    send,
    hasSummary: true,
  })
  const cache = useQueryClient()

  async function send() {
    const { currentPassword, newPassword } = values
    await call(changePassword, { currentPassword, newPassword, endFeedAddresses })
    setValues(emptyPasswords)
    // The list of sessions is read again, because the server has ended every other session.
    void cache.invalidateQueries({ queryKey: [listSessions.path] })
  }

  const field = (name: keyof PasswordValues) => ({ ...form.field(name), readOnly: form.isBusy })

  return (
    <SettingsCard title={t('Change Password')}>
      <form {...form.formProps}>
        <div className={styles.body}>
          {form.failure && <Alert kind="error" title={form.failure} level={3} />}
          <ErrorSummary {...form.summary} />
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...field('currentPassword')}
            label={t('Current password')}
            autoComplete="current-password"
          />
          <div className={styles.pairs}>
            <PasswordField {...field('newPassword')} label={t('New password')} autoComplete="new-password" />
            <PasswordField
              {...field('confirmPassword')}
              // Only a new password makes it differ, and without one nothing is sent.
              required
              label={t('Confirm new password')}
              autoComplete="new-password"
            />
          </div>
          <Checkbox
            label={t('End the private addresses of my feed and calendar')}
            checked={endFeedAddresses}
            disabled={form.isBusy}
            onChange={(event) => setEndFeedAddresses(event.target.checked)}
          />
          <p className="note-text">
            {t(
              'Changing your password signs you out on other devices. New private addresses are in your notification settings.',
            )}
          </p>
        </div>
        <SaveFoot label={t('Change password')} busyLabel={t('Changing...')} submission={form} />
      </form>
    </SettingsCard>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/kit/translate.ts'
import { updateProfile } from '#contract/people.ts'
import { useSecondStep } from '#web/accounts/secondFactor/useSecondStep.tsx'
import { call } from '#web/kit/api/api.ts'
import { useFormValues } from '#web/kit/forms/useFormValues.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { dispatch } from '#web/kit/session/session.ts'
import { normalizeUser, type SessionUser } from '#web/kit/session/sessionUser.ts'
import { Alert, ErrorSummary } from '#web/kit/ui/Alert.tsx'
import { TextField } from '#web/kit/ui/Field.tsx'
import { HiddenLabelNotice } from '#web/people/HiddenLabelNotice.tsx'
import { PictureControl } from '#web/people/pictures/PictureControl.tsx'
import { PendingEmail } from './PendingEmail.tsx'
import { SaveFoot, SettingsCard } from './SettingsCard.tsx'
import { accountFormOf, checkAccount, type AccountValues } from './settingsForms.ts'
import styles from './Settings.module.css'

/**
 * The form for the name, the username, the email address and the picture. The form shows the old email address until the
 * member opens the link that was sent to the new address.
 */
export function ProfileForm({ user }: { user: SessionUser }) {
  const { full_name, username, email } = accountFormOf(user)
  const { values, setValues, reset } = useFormValues('settings:account', { full_name, username, email }, [
    'full_name',
    'username',
    'email',
  ])
  const { withSecondStep, secondStepDialog } = useSecondStep(t('Change your email'))
  const form = useSubmittedForm<AccountValues>({
    name: 'settings',
    values,
    onChange: setValues,
    check: checkAccount,
    fallback: {
      response: t('Failed to update account'),
      noResponse: t('Failed to update account information'),
    },
    send,
    hasSummary: true,
  })
  const cache = useQueryClient()

  async function send() {
    const { user: saved } = await withSecondStep((step) =>
      call(updateProfile, {
        full_name: values.full_name.trim(),
        username: values.username.trim(),
        email: values.email.trim(),
        ...step,
      }),
    )
    reset()
    dispatch({ type: 'update_user', fields: normalizeUser(saved) ?? saved })
    // Everything is read again, because the member's comments and profile contain the name.
    void cache.invalidateQueries()
  }

  const field = (name: keyof AccountValues) => ({
    ...form.field(name),
    // The response replaces the values, so an edit during the request would be lost.
    readOnly: form.isBusy,
  })

  return (
    <SettingsCard title={t('Profile Information')}>
      <form {...form.formProps}>
        <div className={styles.body}>
          <HiddenLabelNotice user={user} />
          {user.pendingEmail && <PendingEmail email={user.pendingEmail} />}
          {form.failure && <Alert kind="error" title={form.failure} level={3} />}
          <ErrorSummary {...form.summary} />
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
                <TextField {...field('full_name')} label={t('Full name')} autoComplete="name" />
                <TextField
                  {...field('username')}
                  label={t('Username')}
                  autoComplete="nickname"
                  autoCapitalize="none"
                  spellCheck={false}
                />
              </div>
              <TextField
                {...field('email')}
                label={t('Email')}
                hint={t("We'll email a link to confirm a new address.")}
                type="email"
                autoComplete="email"
                inputMode="email"
              />
            </div>
          </div>
        </div>
        <SaveFoot label={t('Save changes')} busyLabel={t('Saving...')} submission={form} />
      </form>
      {secondStepDialog}
    </SettingsCard>
  )
}

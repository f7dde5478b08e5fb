import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkCurrentPassword } from '#contract/accounts/accountFields.ts'
import {
  confirmWithPasskey,
  newAuthenticatorKey,
  turnOnSecondFactor,
  type SecondFactor,
  checkTotpCode,
} from '#contract/accounts/secondFactor.ts'
import { t } from '#contract/kit/translate.ts'
import { call } from '#web/kit/api/api.ts'
import { onlyErrors } from '#web/kit/forms/fieldErrors.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { PasswordField, TextField } from '#web/kit/ui/Field.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { AuthenticatorKey } from './AuthenticatorKey.tsx'
import { signWithPasskey } from './passkeys.ts'
import settings from '#web/accounts/settings/Settings.module.css'
import styles from './SecondFactor.module.css'

type SetUpFormProps = {
  factor: SecondFactor
  onDone: (factor: SecondFactor, codes?: readonly string[]) => void
  onCancel: () => void
}

const empty = { code: '', currentPassword: '' }

function check({ code, currentPassword }: typeof empty) {
  return onlyErrors({ code: checkTotpCode(code), currentPassword: checkCurrentPassword(currentPassword) })
}

/** Shows a new key for the authenticator app. The member then enters a code, which proves that the app has the key. */
export function SetUpForm({ factor, onDone, onCancel }: SetUpFormProps) {
  const hasPasskeys = factor.passkeys.length > 0
  const [values, setValues] = useState(empty)
  // The key must not change while the form is open, because the app may already have it.
  const key = useQuery({
    queryKey: [newAuthenticatorKey.path],
    queryFn: () => call(newAuthenticatorKey, {}),
    staleTime: Infinity,
    gcTime: 0,
  })
  const form = useSubmittedForm({
    name: 'second-factor',
    values,
    onChange: setValues,
    check,
    fallback: t('Two-step sign-in could not be turned on. Please try again.'),
    send,
  })

  async function send() {
    const secret = key.data?.secret
    if (!secret) return
    const passkey = hasPasskeys ? await signWithPasskey((await call(confirmWithPasskey, {})).options) : null
    const { second_factor, recovery_codes } = await call(turnOnSecondFactor, { ...values, secret, passkey })
    onDone(second_factor, recovery_codes.length > 0 ? recovery_codes : undefined)
  }

  return (
    <form {...form.formProps}>
      <div className={settings.body}>
        <QueryView
          query={key}
          level={3}
          title={t("We couldn't make a key for your app")}
          shape={{ label: t('Making a key for your app'), heights: ['11rem'] }}
        >
          {(made) => <AuthenticatorKey secret={made.secret} uri={made.address} />}
        </QueryView>
        {form.failure && <Alert kind="error" title={form.failure} level={3} />}
        <div className={settings.pairs}>
          <TextField
            {...form.field('code')}
            label={t('6-digit code from the app')}
            autoComplete="one-time-code"
            inputMode="numeric"
            readOnly={form.isBusy}
          />
          <PasswordField
            {...form.field('currentPassword')}
            label={t('Your password')}
            autoComplete="current-password"
            readOnly={form.isBusy}
          />
        </div>
        <p className="note-text">
          {hasPasskeys
            ? t('Next, your browser will ask for one of your passkeys.')
            : t('Turning it on signs you out on other devices.')}
        </p>
        <div className={styles.buttons}>
          <Button
            type="submit"
            busy={form.isBusy}
            busyLabel={hasPasskeys ? t('Adding...') : t('Turning on...')}
          >
            {hasPasskeys ? t('Add app') : t('Turn on')}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
    </form>
  )
}

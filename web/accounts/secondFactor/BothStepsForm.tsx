import { useState, type ReactNode } from 'react'
import { checkCurrentPassword } from '#contract/accounts/accountFields.ts'
import { checkPasskeyName, passkeyNameMaxLength, type SignedChallenge } from '#contract/accounts/passkeys.ts'
import {
  confirmWithPasskey,
  type SecondFactor,
  checkRecoveryCode,
  checkSignInCode,
} from '#contract/accounts/secondFactor.ts'
import { t } from '#contract/kit/translate.ts'
import { call } from '#web/kit/api/api.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { onlyErrors } from '#web/kit/forms/fieldErrors.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button, TextButton } from '#web/kit/ui/Button.tsx'
import { PasswordField, TextField } from '#web/kit/ui/Field.tsx'
import { canUsePasskeys, signWithPasskey } from './passkeys.ts'
import settings from '#web/accounts/settings/Settings.module.css'
import styles from './SecondFactor.module.css'

type Proof = { currentPassword: string; code: string; passkey: SignedChallenge | null }

type BothStepsFormProps = {
  factor: SecondFactor
  title: string
  text: string
  label: string
  busyLabel: string
  fallback: string
  /** Shows a field for the name of a new passkey. */
  hasName?: boolean
  /** False for a change that needs only the second step. */
  needsPassword?: boolean
  /** Shown above the buttons. */
  children?: ReactNode
  send: (proof: Proof, name: string) => Promise<void>
  onCancel: () => void
}

const empty = { name: '', code: '', currentPassword: '' }

/**
 * A form for a change that the member must confirm with both steps of the sign-in, or only with the password while two-step
 * sign-in is off.
 */
export function BothStepsForm(props: BothStepsFormProps) {
  const { factor, title, text, label, busyLabel, fallback, children, send, onCancel } = props
  const { hasName = false, needsPassword = true } = props
  const hasPasskeys = factor.passkeys.length > 0 && canUsePasskeys()
  const [usesPasskey, setUsesPasskey] = useState(hasPasskeys)
  const needsCode = factor.is_on && !usesPasskey
  const checkCode = factor.has_app ? checkSignInCode : checkRecoveryCode
  const [values, setValues] = useState(empty)
  const heading = useFocusOn<HTMLHeadingElement>(true)
  const form = useSubmittedForm({
    name: 'second-factor',
    values,
    onChange: setValues,
    check: ({ name, code, currentPassword }) =>
      onlyErrors({
        name: hasName ? checkPasskeyName(name) : null,
        code: needsCode ? checkCode(code) : null,
        currentPassword: needsPassword ? checkCurrentPassword(currentPassword) : null,
      }),
    fallback,
    send: prove,
  })

  async function prove() {
    const { name, code, currentPassword } = values
    const passkey = usesPasskey ? await signWithPasskey((await call(confirmWithPasskey, {})).options) : null
    await send({ currentPassword, code: needsCode ? code : '', passkey }, name)
  }

  function switchMethod() {
    setUsesPasskey(!usesPasskey)
    form.clearFailure()
  }

  return (
    <form {...form.formProps}>
      <div className={settings.body}>
        <div>
          <h3 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h3>
          <p className="muted">{text}</p>
        </div>
        {form.failure && <Alert kind="error" title={form.failure} level={3} />}
        {hasName && (
          <TextField
            {...form.field('name')}
            label={t('Name of the passkey')}
            hint={t('For example, the device or password manager that keeps it.')}
            maxLength={passkeyNameMaxLength}
            autoComplete="off"
            readOnly={form.isBusy}
          />
        )}
        <div className={settings.pairs}>
          {needsCode && (
            <TextField
              {...form.field('code')}
              label={factor.has_app ? t('Code from your app') : t('Recovery code')}
              hint={factor.has_app ? t('Or one of your recovery codes.') : undefined}
              autoComplete="one-time-code"
              readOnly={form.isBusy}
            />
          )}
          {needsPassword && (
            <PasswordField
              {...form.field('currentPassword')}
              label={t('Your password')}
              autoComplete="current-password"
              readOnly={form.isBusy}
            />
          )}
        </div>
        {hasPasskeys && (
          <p className="note-text">
            {usesPasskey && <>{t('Next, your browser will ask for one of your passkeys.')} </>}
            <TextButton onClick={switchMethod}>
              {usesPasskey ? t('Use a code instead') : t('Use a passkey instead')}
            </TextButton>
          </p>
        )}
        {children}
        <div className={styles.buttons}>
          <Button type="submit" busy={form.isBusy} busyLabel={busyLabel}>
            {label}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
    </form>
  )
}

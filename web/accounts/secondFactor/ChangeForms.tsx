import { useState, type SubmitEvent } from 'react'
import { checkCurrentPassword } from '../../../contract/rules/accountFields.ts'
import { checkSignInCode } from '../../../contract/rules/signInCodes.ts'
import { renewRecoveryCodes, turnOffSecondFactor, type SecondFactor } from '../../../contract/secondFactor.ts'
import { call } from '../../kit/api/api.ts'
import { useFocusOn } from '../../kit/focus.ts'
import { onlyErrors } from '../../kit/forms/fieldErrors.ts'
import { useForm } from '../../kit/forms/useForm.ts'
import { useSubmission } from '../../kit/forms/useSubmission.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { PasswordField, TextField } from '../../kit/ui/Field.tsx'
import settings from '../settings/Settings.module.css'
import styles from './SecondFactor.module.css'

type Done = (factor: SecondFactor, codes?: readonly string[]) => void
type Values = { code: string; currentPassword: string }

const empty: Values = { code: '', currentPassword: '' }

export function TurnOffForm({ onDone, onCancel }: { onDone: Done; onCancel: () => void }) {
  return (
    <BothStepsForm
      title="Turn off two-step sign-in?"
      text="Your password alone will be enough to sign in. You'll be signed out on other devices."
      label="Turn off"
      busyLabel="Turning off..."
      fallback="Two-step sign-in could not be turned off. Please try again."
      onCancel={onCancel}
      send={async (values) => onDone((await call(turnOffSecondFactor, values)).second_factor)}
    />
  )
}

export function RenewForm({ onDone, onCancel }: { onDone: Done; onCancel: () => void }) {
  return (
    <BothStepsForm
      title="Get new recovery codes?"
      text="Your old codes will stop working."
      label="Get new codes"
      busyLabel="Making codes..."
      fallback="New codes could not be made. Please try again."
      onCancel={onCancel}
      send={async (values) => {
        const { second_factor, recovery_codes } = await call(renewRecoveryCodes, values)
        onDone(second_factor, recovery_codes)
      }}
    />
  )
}

function check({ code, currentPassword }: Values) {
  return onlyErrors({ code: checkSignInCode(code), currentPassword: checkCurrentPassword(currentPassword) })
}

type BothStepsFormProps = {
  title: string
  text: string
  label: string
  busyLabel: string
  fallback: string
  send: (values: Values) => Promise<void>
  onCancel: () => void
}

/** A change that needs both steps of signing in. */
function BothStepsForm({ title, text, label, busyLabel, fallback, send, onCancel }: BothStepsFormProps) {
  const [values, setValues] = useState(empty)
  const heading = useFocusOn<HTMLHeadingElement>(true)
  const submission = useSubmission(fallback)
  const form = useForm({
    name: 'second-factor',
    values,
    onChange: setValues,
    check,
    onEdit: submission.clearFailure,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!submission.isBusy && form.validate()) void submission.submit(() => send(values), form.markRefused)
  }

  return (
    <form {...form.formProps} onSubmit={submit}>
      <div className={settings.body}>
        <div>
          <h3 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h3>
          <p className="muted">{text}</p>
        </div>
        {submission.failure && <Alert kind="error" title={submission.failure} level={3} />}
        <div className={settings.pairs}>
          <TextField
            {...form.field('code')}
            label="Code from your app"
            hint="Or one of your recovery codes."
            autoComplete="one-time-code"
            readOnly={submission.isBusy}
          />
          <PasswordField
            {...form.field('currentPassword')}
            label="Your password"
            autoComplete="current-password"
            readOnly={submission.isBusy}
          />
        </div>
        <div className={styles.buttons}>
          <Button type="submit" busy={submission.isBusy} busyLabel={busyLabel}>
            {label}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}

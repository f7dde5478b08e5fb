import { useState } from 'react'
import { checkPasskeyName, passkeyNameMaxLength, type Passkey } from '#contract/accounts/passkeys.ts'
import { renamePasskey, type SecondFactor } from '#contract/accounts/secondFactor.ts'
import { t } from '#contract/kit/translate.ts'
import { call } from '#web/kit/api/api.ts'
import { focusAtEnd } from '#web/kit/focus.ts'
import { onlyErrors } from '#web/kit/forms/fieldErrors.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { TextField } from '#web/kit/ui/Field.tsx'
import settings from '#web/accounts/settings/Settings.module.css'
import styles from './SecondFactor.module.css'

type RenameFormProps = { passkey: Passkey; onDone: (factor: SecondFactor) => void; onCancel: () => void }

export function RenameForm({ passkey, onDone, onCancel }: RenameFormProps) {
  const [values, setValues] = useState({ name: passkey.name })
  const form = useSubmittedForm({
    name: 'passkey',
    values,
    onChange: setValues,
    check: ({ name }) => onlyErrors({ name: checkPasskeyName(name) }),
    fallback: t('The passkey could not be renamed. Please try again.'),
    send,
  })

  async function send() {
    onDone((await call(renamePasskey, { id: passkey.passkey_id, ...values })).second_factor)
  }

  return (
    <form {...form.formProps}>
      <div className={settings.body}>
        {form.failure && <Alert kind="error" title={form.failure} level={3} />}
        <TextField
          {...form.field('name')}
          ref={focusAtEnd}
          label={t('Name of the passkey')}
          maxLength={passkeyNameMaxLength}
          autoComplete="off"
          readOnly={form.isBusy}
        />
        <div className={styles.buttons}>
          <Button type="submit" busy={form.isBusy} busyLabel={t('Saving...')}>
            {t('Save name')}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
    </form>
  )
}

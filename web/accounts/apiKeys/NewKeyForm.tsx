import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import {
  checkKeyName,
  createApiKey,
  keyNameMaxLength,
  listApiKeys,
  maxApiKeys,
} from '#contract/openData/apiKeys.ts'
import { useSecondStep } from '#web/accounts/secondFactor/useSecondStep.tsx'
import { call, queryFor } from '#web/kit/api/api.ts'
import { copyText } from '#web/kit/copyText.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { TextField } from '#web/kit/ui/Field.tsx'
import styles from './ApiKeys.module.css'

const empty = { name: '' }

function check({ name }: typeof empty) {
  const message = checkKeyName(name)
  return message ? { name: message } : {}
}

/** Creates an API key. The key is shown only once, because the server stores only its hash. */
export function NewKeyForm({ isFull }: { isFull: boolean }) {
  const cache = useQueryClient()
  const [values, setValues] = useState(empty)
  const [secret, setSecret] = useState<string | null>(null)
  const [doneCount, setDoneCount] = useState(0)
  // "Done" disappears, so what replaces the key takes the focus.
  const nameField = useFocusOn<HTMLInputElement>(doneCount)
  const fullNote = useFocusOn<HTMLParagraphElement>(doneCount)
  const { withSecondStep, secondStepDialog } = useSecondStep(t('Create an API key'))
  const form = useSubmittedForm({
    name: 'api-key',
    values,
    onChange: setValues,
    check,
    fallback: t('The key could not be created. Please try again.'),
    send,
  })

  async function send() {
    const { key, secret: newSecret } = await withSecondStep((step) =>
      call(createApiKey, { ...values, ...step }),
    )
    setSecret(newSecret)
    setValues(empty)
    cache.setQueryData(
      queryFor(listApiKeys, {}).queryKey,
      (current) => current && { ...current, keys: [key, ...current.keys] },
    )
  }

  function finish() {
    setSecret(null)
    setDoneCount(doneCount + 1)
  }

  if (secret !== null) {
    return <NewKey secret={secret} onDone={finish} />
  }
  if (isFull) {
    return (
      <p ref={fullNote} tabIndex={-1} className={styles.full}>
        {t('You have {count} keys. Revoke one to create another.', { count: maxApiKeys })}
      </p>
    )
  }
  return (
    <>
      <form {...form.formProps} className={styles.form}>
        {form.failure && <Alert kind="error" title={form.failure} level={3} />}
        <TextField
          {...form.field('name')}
          ref={nameField}
          label={t('Name of the new key')}
          hint={t('For example, the program or the project that will use it.')}
          maxLength={keyNameMaxLength}
          autoComplete="off"
          readOnly={form.isBusy}
        />
        <Button type="submit" busy={form.isBusy} busyLabel={t('Creating...')}>
          {t('Create key')}
        </Button>
      </form>
      {secondStepDialog}
    </>
  )
}

function NewKey({ secret, onDone }: { secret: string; onDone: () => void }) {
  const id = useId()
  const field = useFocusOn<HTMLInputElement>(true)

  const copy = () =>
    copyText(secret, {
      copied: t('Key copied'),
      failed: t('The key could not be copied. Select it and copy it yourself.'),
    })

  return (
    <Alert kind="success" title={t('Copy your key now')} level={3}>
      <p id={id}>{t('This is the only time we show it. Keep it secret, like a password.')}</p>
      <div className={styles.secret}>
        <input
          ref={field}
          className="input"
          aria-label={t('Your new API key')}
          aria-describedby={id}
          value={secret}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {t('Copy')}
        </Button>
      </div>
      <Button variant="secondary" onClick={onDone}>
        {t('Done')}
      </Button>
    </Alert>
  )
}

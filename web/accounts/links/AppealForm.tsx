import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { readDecision, sendAppeal, type AppealedDecision, checkAppeal } from '#contract/moderation/appeals.ts'
import { ApiError, call } from '#web/kit/api/api.ts'
import { formatDate } from '#web/kit/format.ts'
import { onlyErrors } from '#web/kit/forms/fieldErrors.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { TextArea } from '#web/kit/ui/Field.tsx'
import styles from '#web/accounts/signIn/LoginScreen.module.css'

type AppealFormProps = {
  token: string
  decision: AppealedDecision
  onSent: (decision: AppealedDecision) => void
}

export function AppealForm({ token, decision, onSent }: AppealFormProps) {
  const [values, setValues] = useState({ text: '' })
  const form = useSubmittedForm({
    name: 'appeal',
    values,
    onChange: setValues,
    check: ({ text }) => onlyErrors({ text: checkAppeal(text) }),
    fallback: t("We couldn't send your appeal. Please try again."),
    send,
  })

  async function send() {
    const response = await call(sendAppeal, { token, ...values }).catch((error: unknown) => {
      const code = error instanceof ApiError ? error.code : null
      if (code !== 'appeal_already_sent' && code !== 'appeal_expired') {
        throw error
      }
      // No other attempt can succeed, so the state of the decision replaces the form.
      return call(readDecision, { token })
    })
    onSent(response.decision)
  }

  return (
    <form {...form.formProps} className={styles.form} aria-label={t('Appeal')}>
      {form.failure && <Alert kind="error" title={form.failure} />}
      <TextArea
        {...form.field('text')}
        label={t('Why should it be reversed?')}
        hint={t('You can appeal once, until {date}. Another moderator reads it.', {
          date: formatDate(decision.appeal_until),
        })}
        rows={6}
      />
      <Button type="submit" size="large" block busy={form.isBusy} busyLabel={t('Sending...')}>
        {t('Send appeal')}
      </Button>
    </form>
  )
}

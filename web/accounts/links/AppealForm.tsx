import { useState, type SubmitEvent } from 'react'
import { t } from '#contract/kit/translate.ts'
import { sendAppeal, type AppealedDecision, checkAppeal } from '#contract/moderation/appeals.ts'
import { call, messageOr } from '#web/kit/api/api.ts'
import { formatDate } from '#web/kit/format.ts'
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
  const [text, setText] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problem = checkAppeal(text)

  async function send() {
    setIsBusy(true)
    setFailure(null)
    try {
      const response = await call(sendAppeal, { token, text })
      onSent(response.decision)
    } catch (error) {
      setFailure(messageOr(error, t("We couldn't send your appeal. Please try again.")))
      setIsBusy(false)
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasSubmitted(true)
    if (!problem && !isBusy) {
      void send()
    }
  }

  return (
    <form className={styles.form} aria-label={t('Appeal')} onSubmit={submit} noValidate>
      {failure !== null && <Alert kind="error" title={failure} />}
      <TextArea
        label={t('Why should it be reversed?')}
        required
        hint={t('You can appeal once, until {date}. Another moderator reads it.', {
          date: formatDate(decision.appeal_until),
        })}
        rows={6}
        value={text}
        error={wasSubmitted ? problem : null}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="large" block busy={isBusy} busyLabel={t('Sending...')}>
        {t('Send appeal')}
      </Button>
    </form>
  )
}

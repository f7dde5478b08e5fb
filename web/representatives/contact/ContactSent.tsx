import { ExternalLink, Mail, Phone } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import type { Contact } from '#contract/representatives.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { copyText } from '#web/kit/copyText.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { formatDate } from '#web/kit/format.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button, TextButton } from '#web/kit/ui/Button.tsx'
import { useRecordFormOpened, useRecordSent } from '#web/representatives/followUp/actions.ts'
import { deliveryResult, deliveryTitle, wasSent } from './deliveryText.ts'
import styles from './ContactSection.module.css'

export type SentMessage = Pick<
  Contact,
  | 'contact_id'
  | 'rep_name'
  | 'created_at'
  | 'delivery'
  | 'mail_state'
  | 'message'
  | 'contact_form_url'
  | 'office_phone'
  | 'email'
  | 'timeline'
>

type ContactSentProps = {
  sent: SentMessage
  onAgain: () => void
  /** Closes the state of a message that the member does not send now. */
  onLater: () => void
}

/** Says how the message was delivered and, if it was only saved, how to reach the office. */
export function ContactSent({ sent: saved, onAgain, onLater }: ContactSentProps) {
  const formOpened = useRecordFormOpened(saved.contact_id)
  const markSent = useRecordSent(saved.contact_id)
  // The pressed button disappears.
  const box = useFocusOn<HTMLDivElement>(markSent.isSuccess)
  const sent = { ...saved, timeline: markSent.data?.timeline ?? saved.timeline }
  const { delivery, mail_state, message, contact_form_url, office_phone, email } = sent
  const isEmailed = delivery === 'email' && mail_state !== 'dead'
  const isSent = wasSent(sent)
  const isWaitingForSender = delivery === 'contact_form' && !isSent
  return (
    <Alert
      ref={box}
      kind={isSent ? 'success' : isEmailed ? 'info' : 'warning'}
      title={deliveryTitle(sent)}
      level={3}
    >
      <p>
        {sent.rep_name}, {formatDate(sent.created_at)}
      </p>
      <p>{deliveryResult(sent)}</p>
      {markSent.isError && <p role="alert">{messageOf(markSent.error)}</p>}
      {isWaitingForSender && (
        <div className={styles.sentActions}>
          <Button busy={markSent.isPending} busyLabel={t('Saving...')} onClick={() => markSent.mutate()}>
            {t('I sent it')}
          </Button>
          <Button variant="secondary" onClick={onLater}>
            {t('Not now')}
          </Button>
        </div>
      )}
      {!isEmailed && !isSent && (
        <div className={styles.sentActions}>
          <Button variant="secondary" onClick={() => void copyMessage(message)}>
            {t('Copy message')}
          </Button>
          {contact_form_url && (
            <a
              href={contact_form_url}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => formOpened.mutate()}
            >
              {t('Open official contact form')}
              <ExternalLink aria-hidden="true" />
            </a>
          )}
          {!contact_form_url && office_phone && (
            <a href={`tel:${office_phone}`}>
              <Phone aria-hidden="true" />
              {office_phone}
            </a>
          )}
          {!contact_form_url && email && (
            <a href={`mailto:${email}`}>
              <Mail aria-hidden="true" />
              {email}
            </a>
          )}
        </div>
      )}
      <TextButton onClick={onAgain}>{t('Contact Again')}</TextButton>
    </Alert>
  )
}

export function copyMessage(message: string) {
  return copyText(message, { copied: t('Message copied'), failed: t('The message could not be copied.') })
}

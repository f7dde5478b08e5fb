import { ExternalLink, Mail, Phone } from 'lucide-react'
import type { Contact } from '../../../contract/representatives/representatives.ts'
import { copyText } from '../../kit/copyText.ts'
import { formatDate } from '../../kit/format.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Button, TextButton } from '../../kit/ui/Button.tsx'
import { toast } from '../../kit/ui/overlays/toast.ts'
import { useRecordFormOpened } from '../followUp/actions.ts'
import { deliveryResult } from './deliveryText.ts'
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
>

/** Says how the message was delivered and, if it was only saved, how to reach the office. */
export function ContactSent({ sent, onAgain }: { sent: SentMessage; onAgain: () => void }) {
  const { delivery, mail_state, message, contact_form_url, office_phone, email } = sent
  const formOpened = useRecordFormOpened(sent.contact_id)
  const isEmailed = delivery === 'email' && mail_state !== 'dead'
  return (
    <Alert kind="success" title="Representative Contacted" level={3}>
      <p>
        {sent.rep_name}, {formatDate(sent.created_at)}
      </p>
      <p>{deliveryResult(sent)}</p>
      {!isEmailed && (
        <div className={styles.sentActions}>
          <Button variant="secondary" onClick={() => void copyMessage(message)}>
            Copy message
          </Button>
          {contact_form_url && (
            <a
              href={contact_form_url}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => formOpened.mutate()}
            >
              Open official contact form
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
      <TextButton onClick={onAgain}>Contact Again</TextButton>
    </Alert>
  )
}

async function copyMessage(message: string) {
  if (await copyText(message)) toast('Message copied')
  else toast('The message could not be copied.', 'failure')
}

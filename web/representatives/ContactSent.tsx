import { ExternalLink, Mail, Phone } from 'lucide-react'
import { formatDate } from '../kit/format.ts'
import { Alert } from '../kit/ui/Alert.tsx'
import { Button, TextButton } from '../kit/ui/Button.tsx'
import { toast } from '../kit/ui/toast.ts'
import { copyText } from '../bills/share.ts'
import styles from './ContactSection.module.css'

/** `outcome` is null for a letter of an earlier visit: the server does not tell any more how it went. */
export type Sent = {
  rep_name: string
  created_at: string
  outcome:
    | { delivery: 'email' }
    | { delivery: 'contact_form'; message: string; contact_form_url: string }
    | { delivery: 'recorded'; office_phone: string | null; email: string | null }
    | null
}

/** Says what happened and never that more happened than did: a letter that is only kept was not delivered. */
export function ContactSent({ sent, onAgain }: { sent: Sent; onAgain: () => void }) {
  const { outcome } = sent
  return (
    <Alert kind="success" title="Representative Contacted" level={3}>
      <p>
        {sent.rep_name}, {formatDate(sent.created_at)}
      </p>
      {outcome?.delivery === 'email' && <p>Your message was emailed to the office.</p>}
      {outcome?.delivery === 'contact_form' && (
        <>
          <p>We kept your message. To reach the office, copy it into the official form.</p>
          <div className={styles.sentActions}>
            <Button variant="secondary" onClick={() => void copyMessage(outcome.message)}>
              Copy message
            </Button>
            <a href={outcome.contact_form_url} target="_blank" rel="noopener noreferrer">
              Open official contact form
              <ExternalLink aria-hidden="true" />
            </a>
          </div>
        </>
      )}
      {outcome?.delivery === 'recorded' && (
        <>
          <p>We kept your message. It was not sent for you: please reach the office yourself.</p>
          <div className={styles.sentActions}>
            {outcome.office_phone && (
              <a href={`tel:${outcome.office_phone}`}>
                <Phone aria-hidden="true" />
                {outcome.office_phone}
              </a>
            )}
            {outcome.email && (
              <a href={`mailto:${outcome.email}`}>
                <Mail aria-hidden="true" />
                {outcome.email}
              </a>
            )}
          </div>
        </>
      )}
      <TextButton onClick={onAgain}>Contact Again</TextButton>
    </Alert>
  )
}

async function copyMessage(message: string) {
  if (await copyText(message)) toast('Message copied')
  else toast('The message could not be copied.', 'failure')
}

import { Send } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { Bill } from '../../contract/bills.ts'
import {
  checkMessage,
  checkSubject,
  messageMaxLength,
  subjectMaxLength,
  type Representative,
} from '../../contract/representatives.ts'
import { useSession } from '../kit/session.ts'
import { Button } from '../kit/ui/Button.tsx'
import { FieldError, TextArea, TextField } from '../kit/ui/Field.tsx'
import { useDraft } from '../kit/useDraft.ts'
import { useContact } from './actions.ts'
import type { Sent } from './ContactSent.tsx'
import { contactMessage, contactSubject, readdressed } from './contactTemplate.ts'
import { RepresentativeRows } from './RepresentativeRows.tsx'
import styles from './ContactSection.module.css'

type ContactFormProps = {
  bill: Bill
  representatives: readonly Representative[]
  onSent: (sent: Sent) => void
}

/** Whom to write to and what; the letter is written already and can be changed. */
export function ContactForm({ bill, representatives, onSent }: ContactFormProps) {
  const { user } = useSession()
  const [chosen, setChosen] = useState<Representative | null>(null)
  const [subject, setSubject] = useState(() => contactSubject(bill))
  const [draft, setDraft] = useDraft(`contact:${bill.bill_id}`)
  const [message, setMessage] = useState(() => draft || contactMessage(bill, null, user?.fullName ?? ''))
  const [refusal, setRefusal] = useState<string | null>(null)
  const contact = useContact(bill)

  function write(text: string) {
    setMessage(text)
    setDraft(text)
    setRefusal(null)
  }
  function choose(next: Representative) {
    const readdressedMessage = readdressed(message, chosen?.rep_name ?? null, next.rep_name)
    setChosen(next)
    setMessage(readdressedMessage)
    if (draft) setDraft(readdressedMessage)
    setRefusal(null)
  }
  function send(event: FormEvent) {
    event.preventDefault()
    const found = checkSubject(subject) ?? checkMessage(message)
    setRefusal(chosen ? found : 'Please fill in all fields')
    if (!chosen || found) return
    contact.mutate(
      { representative: chosen, subject: subject.trim(), message: message.trim() },
      {
        onSuccess: (sent) => {
          setDraft('')
          onSent(sent)
        },
        onError: (error) => setRefusal(error.message),
      },
    )
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <RepresentativeRows representatives={representatives} chosen={chosen} onChoose={choose} />
      <TextField
        label="Subject"
        value={subject}
        maxLength={subjectMaxLength}
        onChange={(event) => {
          setSubject(event.target.value)
          setRefusal(null)
        }}
      />
      <TextArea
        label="Message"
        rows={9}
        value={message}
        maxLength={messageMaxLength}
        onChange={(event) => write(event.target.value)}
      />
      {chosen && <p className={styles.how}>{howItGoes(chosen)}</p>}
      {refusal && (
        <div role="alert">
          <FieldError>{refusal}</FieldError>
        </div>
      )}
      <Button type="submit" block busy={contact.isPending} busyLabel="Sending...">
        <Send aria-hidden="true" />
        Send message
      </Button>
    </form>
  )
}

/** What will become of the letter, said before it is sent (R65). */
function howItGoes({ email, contact_form_url, office_phone }: Representative): string {
  if (email) return 'Your message goes to the office by email, with your name and your address for the reply.'
  if (contact_form_url) {
    return 'This office takes messages through its own form. We keep your message and open the form for you.'
  }
  return office_phone
    ? 'This office has no email address. We keep your message and show you its phone number.'
    : 'This office has no public email address. We keep your message for you.'
}

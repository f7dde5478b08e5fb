import { ChevronDown, MapPinned, PenLine, Send } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { Bill } from '../../contract/bills.ts'
import {
  checkMessage,
  checkSubject,
  messageMaxLength,
  subjectMaxLength,
  type Representative,
} from '../../contract/representatives.ts'
import { lazyPart } from '../kit/api/lazyPart.ts'
import { useDraft } from '../kit/forms/useDraft.ts'
import { useSession } from '../kit/session/session.ts'
import { PartBoundary } from '../kit/ui/Boundary.tsx'
import { Button } from '../kit/ui/Button.tsx'
import { FieldError, TextArea, TextField } from '../kit/ui/Field.tsx'
import { letterDrafts, useContact } from './actions.ts'
import type { Sent } from './ContactSent.tsx'
import { contactMessage, contactSubject, readdressed } from './contactTemplate.ts'
import { howItGoes } from './deliveryWords.ts'
import { isMostlyTemplate } from './ownWords.ts'
import { RepresentativeRows } from './RepresentativeRows.tsx'
import styles from './ContactSection.module.css'

const OwnDistrictMap = lazyPart(() => import('../places/OwnDistrictMap.tsx'))

type ContactFormProps = {
  bill: Bill
  representatives: readonly Representative[]
  onSent: (sent: Sent) => void
}

/** Whom to write to and what; the letter is written already and can be changed. */
export function ContactForm({ bill, representatives, onSent }: ContactFormProps) {
  const { user } = useSession()
  const drafts = letterDrafts(bill.bill_id)
  const [chosenId, setChosenId] = useDraft(drafts.to)
  const [subjectDraft, setSubjectDraft] = useDraft(drafts.subject)
  const [messageDraft, setMessageDraft] = useDraft(drafts.message)
  const chosen = representatives.find((one) => one.rep_id === chosenId) ?? null
  // An empty text is no draft, so a field that its writer has emptied is remembered beside it.
  const [emptied, setEmptied] = useState({ subject: false, message: false })
  const subject = subjectDraft || (emptied.subject ? '' : contactSubject(bill))
  const template = contactMessage(bill, chosen?.rep_name ?? null, user?.fullName ?? '')
  const message = messageDraft || (emptied.message ? '' : template)
  const [refusal, setRefusal] = useState<string | null>(null)
  const contact = useContact(bill, onSent)

  function writeSubject(text: string) {
    setSubjectDraft(text)
    setEmptied((before) => ({ ...before, subject: text === '' }))
    setRefusal(null)
  }
  function writeMessage(text: string) {
    setMessageDraft(text)
    setEmptied((before) => ({ ...before, message: text === '' }))
    setRefusal(null)
  }
  function choose(next: Representative) {
    setChosenId(next.rep_id)
    writeMessage(readdressed(message, chosen?.rep_name ?? null, next.rep_name))
  }
  function send(event: FormEvent) {
    event.preventDefault()
    const found = checkSubject(subject) ?? checkMessage(message)
    setRefusal(chosen ? found : 'Please fill in all fields')
    if (!chosen || found) return
    contact.send({ representative: chosen, subject: subject.trim(), message: message.trim() }, (error) =>
      setRefusal(error.message),
    )
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <RepresentativeRows representatives={representatives} chosen={chosen} onChoose={choose} />
      {bill.government_level === 'federal' && <DistrictOnMap />}
      <TextField
        label="Subject"
        value={subject}
        readOnly={contact.isSending}
        maxLength={subjectMaxLength}
        onChange={(event) => writeSubject(event.target.value)}
      />
      <TextArea
        label="Message"
        rows={11}
        value={message}
        readOnly={contact.isSending}
        maxLength={messageMaxLength}
        onChange={(event) => writeMessage(event.target.value)}
      />
      <output className={styles.hint}>
        {isMostlyTemplate(template, message) && (
          <>
            <PenLine aria-hidden="true" />
            Your own words count more than a template
          </>
        )}
      </output>
      {chosen && <p className={styles.how}>{howItGoes[chosen.delivery]}</p>}
      {refusal && (
        <div role="alert" ref={keepButtonInView}>
          <FieldError>{refusal}</FieldError>
        </div>
      )}
      <Button type="submit" block busy={contact.isSending} busyLabel="Sending...">
        <Send aria-hidden="true" />
        Send message
      </Button>
    </form>
  )
}

/** The words push the button down, which has the focus, and would push it out of a small window. */
function keepButtonInView(words: HTMLElement | null) {
  words?.nextElementSibling?.scrollIntoView({ block: 'nearest' })
}

/** For who would rather look than read; loaded when it is opened. */
function DistrictOnMap() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.map} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <MapPinned aria-hidden="true" />
        Your congressional district on the map
        <ChevronDown aria-hidden="true" />
      </summary>
      <PartBoundary>{isOpen && <OwnDistrictMap />}</PartBoundary>
    </details>
  )
}

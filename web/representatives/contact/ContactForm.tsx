import { ChevronDown, MapPinned, PenLine, Send } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import {
  checkMessage,
  checkSubject,
  messageMaxLength,
  subjectMaxLength,
  type Representative,
} from '../../../contract/representatives/representatives.ts'
import { lazyPart } from '../../kit/api/lazyPart.ts'
import { useDraft } from '../../kit/forms/useDraft.ts'
import { useSession } from '../../kit/session/session.ts'
import { PartBoundary } from '../../kit/ui/Boundary.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { FieldError, TextArea, TextField } from '../../kit/ui/Field.tsx'
import { draftKeyOf, messageDraftKeys, type MessageTopic, useContact } from '../actions.ts'
import { RepresentativeRows } from '../RepresentativeRows.tsx'
import type { SentMessage } from './ContactSent.tsx'
import { contactMessage, contactSubject, withRecipient } from './contactTemplate.ts'
import { deliveryExplanations } from './deliveryText.ts'
import { isMostlyTemplate } from './templateShare.ts'
import styles from './ContactSection.module.css'

const OwnDistrictMap = lazyPart(() => import('../../places/OwnDistrictMap.tsx'))

type ContactFormProps = {
  /** A message about a bill, to one of `representatives`; or to one representative, about nothing in particular. */
  topic: MessageTopic
  representatives: readonly Representative[]
  onSent: (sent: SentMessage) => void
}

/** A choice of the representative, unless the message has a recipient already, and a message that starts from a template. */
export function ContactForm({ topic, representatives, onSent }: ContactFormProps) {
  const { user } = useSession()
  const bill = topic.bill ?? null
  const draftKeys = messageDraftKeys(draftKeyOf(topic))
  const [chosenId, setChosenId] = useDraft(draftKeys.to)
  const [subjectDraft, setSubjectDraft] = useDraft(draftKeys.subject)
  const [messageDraft, setMessageDraft] = useDraft(draftKeys.message)
  const chosen = topic.to ?? representatives.find(({ rep_id }) => rep_id === chosenId) ?? null
  // An empty draft is not stored, so this remembers which fields the member has cleared.
  const [cleared, setCleared] = useState({ subject: false, message: false })
  const subject = subjectDraft || (cleared.subject ? '' : contactSubject(bill))
  const template = contactMessage(bill, chosen?.rep_name ?? null, user?.fullName ?? '')
  const message = messageDraft || (cleared.message ? '' : template)
  const [problem, setProblem] = useState<string | null>(null)
  const contact = useContact(topic, onSent)

  function writeSubject(text: string) {
    setSubjectDraft(text)
    setCleared((current) => ({ ...current, subject: text === '' }))
    setProblem(null)
  }
  function writeMessage(text: string) {
    setMessageDraft(text)
    setCleared((current) => ({ ...current, message: text === '' }))
    setProblem(null)
  }
  function choose(next: Representative) {
    setChosenId(next.rep_id)
    writeMessage(withRecipient(message, chosen?.rep_name ?? null, next.rep_name))
  }
  function send(event: FormEvent) {
    event.preventDefault()
    const invalid = checkSubject(subject) ?? checkMessage(message)
    setProblem(chosen ? invalid : 'Please fill in all fields')
    if (!chosen || invalid) return
    contact.send({ representative: chosen, subject: subject.trim(), message: message.trim() }, (error) =>
      setProblem(error.message),
    )
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      {bill && <RepresentativeRows representatives={representatives} chosen={chosen} onChoose={choose} />}
      {bill?.government_level === 'federal' && <DistrictOnMap />}
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
      {chosen && <p className={styles.how}>{deliveryExplanations[chosen.delivery]}</p>}
      {problem && (
        <div role="alert" ref={keepButtonInView}>
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <Button type="submit" block busy={contact.isSending} busyLabel="Sending...">
        <Send aria-hidden="true" />
        Send message
      </Button>
    </form>
  )
}

/** The message moves the focused button down, which could push it out of a small window. */
function keepButtonInView(message: HTMLElement | null) {
  message?.nextElementSibling?.scrollIntoView({ block: 'nearest' })
}

/** The map is loaded when it is opened. */
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

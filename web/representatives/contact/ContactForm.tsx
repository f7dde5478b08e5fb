import { ChevronDown, MapPinned, PenLine, Send } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { t } from '#contract/kit/translate.ts'
import {
  checkMessage,
  checkSubject,
  messageMaxLength,
  subjectMaxLength,
  type Representative,
} from '#contract/representatives.ts'
import { useResendLink } from '#web/accounts/links/useResendLink.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { useDraft } from '#web/kit/forms/useDraft.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { TextArea, TextField } from '#web/kit/ui/Field.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { messageDraftKeys, type MessageTopic, topicKey, useContact } from '#web/representatives/actions.ts'
import { RepresentativeRows } from '#web/representatives/RepresentativeRows.tsx'
import { copyMessage, type SentMessage } from './ContactSent.tsx'
import { contactMessage, contactSubject, withRecipient } from './contactTemplate.ts'
import { deliveryActions, deliveryExplanations, deliveryTitle } from './deliveryText.ts'
import { isMostlyTemplate } from './templateShare.ts'
import styles from './ContactSection.module.css'

const OwnDistrictMap = lazyPart(() => import('#web/places/OwnDistrictMap.tsx'))

type ContactFormProps = {
  /** A message about a bill is to one of the `representatives`. Otherwise the topic contains the recipient. */
  topic: MessageTopic
  representatives: readonly Representative[]
  onSent: (sent: SentMessage) => void
}

/** The form for a message, which starts from a template. A message about a bill also needs a recipient. */
export function ContactForm({ topic, representatives, onSent }: ContactFormProps) {
  const { user } = useSession()
  const bill = topic.bill ?? null
  const draftKeys = messageDraftKeys(topicKey(topic))
  const [recipientId, setRecipientId] = useDraft(draftKeys.to)
  const [subjectDraft, setSubjectDraft] = useDraft(draftKeys.subject)
  const [messageDraft, setMessageDraft] = useDraft(draftKeys.message)
  // If only one representative can act on the bill, nothing has to be chosen.
  const only = representatives.length === 1 ? representatives[0] : undefined
  const recipient = topic.to ?? representatives.find(({ rep_id }) => rep_id === recipientId) ?? only ?? null
  // An empty draft is not stored, so this state remembers which fields the member has cleared.
  const [cleared, setCleared] = useState({ subject: false, message: false })
  const subject = subjectDraft || (cleared.subject ? '' : contactSubject(bill))
  const template = contactMessage(bill, recipient?.rep_name ?? null, user?.fullName ?? '')
  const message = messageDraft || (cleared.message ? '' : template)
  const [problem, setProblem] = useState<string | null>(null)
  const contact = useContact(topic, (sent) => {
    onSent(sent)
    // The focus moves to the heading above the result.
    announce(deliveryTitle(sent))
  })

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
  function selectRecipient(next: Representative) {
    setRecipientId(next.rep_id)
    setProblem(null)
    // The template greets the recipient by itself. As a draft it would no longer follow the member's stance.
    if (messageDraft !== '') {
      writeMessage(withRecipient(messageDraft, recipient?.rep_name ?? null, next.rep_name))
    }
  }
  function send(event: FormEvent) {
    event.preventDefault()
    const invalid = checkSubject(subject) ?? checkMessage(message)
    setProblem(recipient ? invalid : t('Please fill in all fields'))
    if (!recipient || invalid) {
      return
    }
    // Without a verified email the server refuses the message.
    if (user?.emailVerified && recipient.delivery === 'contact_form' && recipient.contact_form_url) {
      // Browsers permit both only while the press of the button is handled.
      void copyMessage(message.trim())
      window.open(recipient.contact_form_url, '_blank', 'noopener,noreferrer')
    }
    contact.send({ representative: recipient, subject: subject.trim(), message: message.trim() }, (error) =>
      setProblem(error.message),
    )
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      {user && !user.emailVerified && <VerifyFirst />}
      {bill && (
        <RepresentativeRows
          representatives={representatives}
          selected={recipient}
          onSelect={selectRecipient}
        />
      )}
      {bill?.government_level === 'federal' && <DistrictOnMap />}
      <TextField
        label={t('Subject')}
        required
        lang={subjectDraft === '' ? recordLanguage : undefined}
        value={subject}
        readOnly={contact.isSending}
        maxLength={subjectMaxLength}
        onChange={(event) => writeSubject(event.target.value)}
      />
      <TextArea
        label={t('Message')}
        required
        rows={11}
        lang={messageDraft === '' ? recordLanguage : undefined}
        value={message}
        readOnly={contact.isSending}
        maxLength={messageMaxLength}
        onChange={(event) => writeMessage(event.target.value)}
      />
      <output className={styles.hint}>
        {isMostlyTemplate(template, message) && (
          <>
            <PenLine aria-hidden="true" />
            {t('Your own words count more than a template')}
          </>
        )}
      </output>
      {recipient && <p className={styles.how}>{deliveryExplanations[recipient.delivery]}</p>}
      {problem && (
        <div role="alert" ref={keepButtonInView}>
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <Button type="submit" block busy={contact.isSending} busyLabel={t('Sending...')}>
        <Send aria-hidden="true" />
        {recipient ? deliveryActions[recipient.delivery] : t('Send message')}
      </Button>
    </form>
  )
}

/** Asks for the verification before the member writes, because nothing is sent without it. */
function VerifyFirst() {
  const { isBusy, resend } = useResendLink()
  return (
    <Alert kind="warning" title={t('Verify your email first')} level={3}>
      <p>{t('You can write now. We keep your words until you can send them.')}</p>
      <Button
        variant="secondary"
        className={styles.resend}
        busy={isBusy}
        busyLabel={t('Sending...')}
        onClick={resend}
      >
        {t('Resend email')}
      </Button>
    </Alert>
  )
}

/** Scrolls to the focused button, because the error above it could push it out of a small window. */
function keepButtonInView(error: HTMLElement | null) {
  error?.nextElementSibling?.scrollIntoView({ block: 'nearest' })
}

/** A map of the member's congressional district, which is loaded when it is opened. */
function DistrictOnMap() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.map} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <MapPinned aria-hidden="true" />
        {t('Your congressional district on the map')}
        <ChevronDown aria-hidden="true" />
      </summary>
      <PartBoundary>{isOpen && <OwnDistrictMap />}</PartBoundary>
    </details>
  )
}

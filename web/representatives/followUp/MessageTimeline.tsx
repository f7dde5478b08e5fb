import { useEffect, useRef, useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import type { Contact } from '#contract/representatives.ts'
import { formatDate } from '#web/kit/format.ts'
import { hasDraft } from '#web/kit/forms/drafts.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { useSession } from '#web/kit/session/session.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { replyDraftKey, ReplyForm } from './ReplyForm.tsx'
import { stepText } from './timelineText.ts'
import styles from './MessageTimeline.module.css'

/**
 * Shows step by step what happened after a message was sent, and lets the sender report whether the office answered.
 */
export function MessageTimeline({ contact }: { contact: Contact }) {
  const userId = useSession().user?.userId ?? 'visitor'
  // The form is open at first if its note has a draft, for example after a reload.
  const [isReporting, setIsReporting] = useState(() => hasDraft(userId, replyDraftKey(contact.contact_id)))
  const openButton = useRef<HTMLButtonElement>(null)
  const hasReport = contact.timeline.some(
    ({ event_type, actor }) => event_type === 'replied' && actor === 'sender',
  )

  // The button appears again when the form closes, and takes the focus.
  const wasReporting = useRef(isReporting)
  useEffect(() => {
    if (wasReporting.current && !isReporting) {
      openButton.current?.focus()
    }
    wasReporting.current = isReporting
  }, [isReporting])

  return (
    <div className={styles.timeline}>
      <ol className={styles.steps} aria-label={t('What happened next')}>
        <Step words={t('You wrote')} on={contact.created_at} />
        {contact.timeline.map((event) => (
          <Step
            key={`${event.event_type} ${event.actor} ${event.vote?.vote_event_id}`}
            words={stepText(event)}
            on={event.occurred_on}
            isVote={event.event_type === 'voted'}
          >
            {event.vote && (
              <p className={styles.detail} lang={recordLanguage}>
                {event.vote.motion_text}
              </p>
            )}
            {event.note && <p className={styles.note}>{event.note}</p>}
          </Step>
        ))}
      </ol>
      {isReporting ? (
        <ReplyForm contact={contact} onClose={() => setIsReporting(false)} />
      ) : (
        <TextButton ref={openButton} onClick={() => setIsReporting(true)}>
          {hasReport ? t('Change your report') : t('Did they answer?')}
        </TextButton>
      )}
    </div>
  )
}

type StepProps = { words: string; on: string; isVote?: boolean; children?: React.ReactNode }

function Step({ words, on, isVote = false, children }: StepProps) {
  return (
    <li className={styles.step} data-vote={isVote || undefined}>
      <span>
        {words} <time dateTime={on}>{formatDate(on)}</time>
      </span>
      {children}
    </li>
  )
}

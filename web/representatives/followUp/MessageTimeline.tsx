import { useEffect, useRef, useState } from 'react'
import type { Contact } from '../../../contract/representatives/representatives.ts'
import { formatDate } from '../../kit/format.ts'
import { hasDraft } from '../../kit/forms/drafts.ts'
import { useSession } from '../../kit/session/session.ts'
import { TextButton } from '../../kit/ui/Button.tsx'
import { replyDraftKey, ReplyForm } from './ReplyForm.tsx'
import { stepText } from './timelineText.ts'
import styles from './MessageTimeline.module.css'

/** What became of a message, step by step, and the sender's report about an answer. */
export function MessageTimeline({ contact }: { contact: Contact }) {
  const userId = useSession().user?.userId ?? 'visitor'
  // A note that was being written opens the form again, after a reload and when the window is resized.
  const [isReporting, setIsReporting] = useState(() => hasDraft(userId, replyDraftKey(contact.contact_id)))
  const open = useRef<HTMLButtonElement>(null)
  const hasReport = contact.timeline.some(
    ({ event_type, actor }) => event_type === 'replied' && actor === 'sender',
  )

  // The button returns when the form has closed, and takes the focus back.
  const wasReporting = useRef(isReporting)
  useEffect(() => {
    if (wasReporting.current && !isReporting) open.current?.focus()
    wasReporting.current = isReporting
  }, [isReporting])

  return (
    <div className={styles.timeline}>
      <ol className={styles.steps} aria-label="What happened next">
        <Step words="You wrote" on={contact.created_at} />
        {contact.timeline.map((event) => (
          <Step
            key={`${event.event_type} ${event.actor} ${event.vote?.vote_event_id}`}
            words={stepText(event)}
            on={event.occurred_on}
            isVote={event.event_type === 'voted'}
          >
            {event.vote && <p className={styles.detail}>{event.vote.motion_text}</p>}
            {event.note && <p className={styles.note}>{event.note}</p>}
          </Step>
        ))}
      </ol>
      {isReporting ? (
        <ReplyForm contact={contact} onClose={() => setIsReporting(false)} />
      ) : (
        <TextButton ref={open} onClick={() => setIsReporting(true)}>
          {hasReport ? 'Change your report' : 'Did they answer?'}
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

import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#contract/kit/translate.ts'
import { checkAnswer, type OfficialMessage } from '#contract/messages.ts'
import { formatDate } from '#web/kit/format.ts'
import { useHadDraft } from '#web/kit/forms/useDraft.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { answerDraftKey, useAnswer } from './actions.ts'
import { WritingForm } from './WritingForm.tsx'
import styles from './Office.module.css'

type OfficialMessageItemProps = {
  group_id: string
  message: OfficialMessage
  /** The messages with nearly the same text, at the end of the item. */
  children?: ReactNode
}

/** A message from a resident, with the answer of the office or a form to write it. */
export function OfficialMessageItem({ group_id, message: item, children }: OfficialMessageItemProps) {
  const { contact_id, sender_name, sender_city, bill_id, bill_code, subject, message, created_at, answer } =
    item
  const draftKey = answerDraftKey(group_id, contact_id)
  const [isWriting, setIsWriting] = useState(useHadDraft(draftKey))
  const button = useRef<HTMLButtonElement>(null)
  const send = useAnswer(group_id, contact_id)

  function close() {
    flushSync(() => setIsWriting(false))
    button.current?.focus()
  }
  return (
    <li tabIndex={-1} className={`card ${styles.item}`}>
      <p className={styles.from}>
        <b>{sender_name}</b>
        {[sender_city, formatDate(created_at)].filter(Boolean).map((fact) => ` · ${fact}`)}
      </p>
      <h2 className={styles.subject}>{subject}</h2>
      {bill_id && (
        <p className="note-text">
          <T
            text="About {bill}"
            values={{ bill: <Link to={paths.bill(bill_id)}>{bill_code ?? t('a bill')}</Link> }}
          />
        </p>
      )}
      <p className={styles.text}>{message}</p>
      {answer !== null && !isWriting && (
        <div className={styles.answer}>
          <p className={styles.from}>
            <b>{t('Your answer')}</b>
          </p>
          <p className={styles.text}>{answer}</p>
        </div>
      )}
      {isWriting ? (
        <WritingForm
          draftKey={draftKey}
          label={t('Answer to {name}', { name: sender_name })}
          hint={t('Only {name} can see it.', { name: sender_name })}
          current={answer ?? ''}
          check={checkAnswer}
          send={send}
          submitLabel={t('Send answer')}
          onClose={close}
        />
      ) : (
        <Button ref={button} variant="secondary" onClick={() => setIsWriting(true)}>
          {answer === null ? (
            <T
              text="Answer<span> to {name}</span>"
              values={{ name: sender_name, span: (content) => <span className="vh">{content}</span> }}
            />
          ) : (
            <T
              text="Change your answer<span> to {name}</span>"
              values={{ name: sender_name, span: (content) => <span className="vh">{content}</span> }}
            />
          )}
        </Button>
      )}
      {children}
    </li>
  )
}

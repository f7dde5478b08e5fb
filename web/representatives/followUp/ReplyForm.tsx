import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { t } from '#contract/kit/translate.ts'
import { checkReplyNote, getMessageSettings, replyTypes } from '#contract/messages.ts'
import type { Contact } from '#contract/representatives.ts'
import { messageOf, queryFor } from '#web/kit/api/api.ts'
import { useDraft, useEditedText } from '#web/kit/forms/useDraft.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { Radio, Switch, TextArea, TextField } from '#web/kit/ui/Field.tsx'
import { useRecordReply, useUpdateMessageSettings } from './actions.ts'
import { replyLabels } from './timelineText.ts'
import styles from './MessageTimeline.module.css'

export const replyDraftKey = (contact_id: string) => `reply:${contact_id}`

type ReplyFormProps = { contact: Contact; onClose: () => void }

/**
 * A form in which the sender reports whether the office answered. The note is private. The note and the choice are
 * stored as drafts until they are saved or canceled.
 */
export function ReplyForm({ contact, onClose }: ReplyFormProps) {
  const { contact_id } = contact
  const previousReport = contact.timeline.find(
    ({ event_type, actor }) => event_type === 'replied' && actor === 'sender',
  )
  const [typeDraft, setTypeDraft] = useDraft(`${replyDraftKey(contact_id)}:type`)
  const reply_type = replyTypes.find((type) => type === typeDraft) ?? previousReport?.reply_type ?? null
  const [occurred_on, setOccurredOn] = useState(previousReport?.occurred_on ?? localDay())
  const [note, setNote] = useEditedText(replyDraftKey(contact_id), previousReport?.note ?? '')
  const [isMissing, setIsMissing] = useState(false)
  const choices = useRef<HTMLFieldSetElement>(null)
  const record = useRecordReply(contact_id)
  const noteError = checkReplyNote(note)

  function close() {
    setNote('')
    setTypeDraft('')
    onClose()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsMissing(reply_type === null)
    if (!reply_type) {
      choices.current?.querySelector('input')?.focus()
    }
    if (!reply_type || noteError || record.isPending) {
      return
    }
    record.mutate({ reply_type, occurred_on, note: note.trim() || null }, { onSuccess: close })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {record.isError && (
        <Alert kind="error" title={t('Not saved: {reason}', { reason: messageOf(record.error) })} />
      )}
      <fieldset ref={choices}>
        <legend>{t('Did {name} answer?', { name: contact.rep_name })}</legend>
        {replyTypes.map((type) => (
          <Radio
            key={type}
            name={`reply-${contact_id}`}
            label={replyLabels[type]}
            checked={reply_type === type}
            onChange={() => {
              setTypeDraft(type)
              setIsMissing(false)
            }}
          />
        ))}
        {isMissing && <FieldError>{t('Please choose what happened')}</FieldError>}
      </fieldset>
      <TextField
        label={t('When?')}
        required
        type="date"
        min={localDay(new Date(contact.created_at))}
        max={localDay()}
        value={occurred_on}
        onChange={(event) => setOccurredOn(event.target.value)}
      />
      <TextArea
        label={t('Note (optional, only you see it)')}
        rows={3}
        value={note}
        error={noteError}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={record.isPending} busyLabel={t('Saving...')}>
          {t('Save')}
        </Button>
        <Button variant="quiet" disabled={record.isPending} onClick={close}>
          {t('Cancel')}
        </Button>
      </div>
      <ReplySettings />
    </form>
  )
}

/** Two switches: whether Hurd asks about answers, and whether it counts the reports of this member. */
function ReplySettings() {
  const { data } = useQuery(queryFor(getMessageSettings, {}))
  const update = useUpdateMessageSettings()
  if (!data) {
    return null
  }
  const shown = { ...data, ...(update.isPending ? update.variables : {}) }
  return (
    <div className={styles.choices}>
      <Switch
        label={t('Ask me once about an answer, two weeks after a message')}
        checked={shown.asks_for_replies}
        onChange={(event) => update.mutate({ asks_for_replies: event.target.checked })}
      />
      <Switch
        label={t('Count my reports, without my name, in how often an office answers')}
        checked={shown.is_counted}
        onChange={(event) => update.mutate({ is_counted: event.target.checked })}
      />
    </div>
  )
}

/** Returns the day of a time, or today, as YYYY-MM-DD in the time zone of the member. */
function localDay(time = new Date()): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

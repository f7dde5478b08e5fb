import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { checkComment, commentMaxLength, listComments, postComment } from '#contract/discussions.ts'
import { codePoints } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'
import { writtenText } from '#web/comments/chosenLanguage.ts'
import { LengthCounter, SendFailure, sendWithCtrlEnter } from '#web/comments/ComposerParts.tsx'
import { draftKey } from '#web/comments/discussion.ts'
import { typedIn, type TypedIn } from '#web/comments/mentionField.ts'
import { MentionSuggestions } from '#web/comments/MentionSuggestions.tsx'
import { TextLanguage } from '#web/comments/TextLanguage.tsx'
import { useSendDraft } from '#web/comments/useSendDraft.ts'
import { call, messageOf } from '#web/kit/api/api.ts'
import { focusAtEnd } from '#web/kit/focus.ts'
import { billDrafts } from '#web/kit/forms/draftKeys.ts'
import { deleteDraft, useEditedText } from '#web/kit/forms/useDraft.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import styles from './Activity.module.css'

type ReplyFormProps = {
  bill_id: string
  comment_id: string
  username: string | null
  name: string
  onClose: () => void
}

/** Returns the storage key of the draft of a reply. The form below the bill has the same one. */
export function replyDraft(bill_id: string, comment_id: string): string {
  return draftKey({ draftPrefix: billDrafts(bill_id) }, comment_id)
}

/** A form that replies to a comment without leaving the page. The text is stored as a draft until the server has it. */
export function ReplyForm({ bill_id, comment_id, username, name, onClose }: ReplyFormProps) {
  const ids = useId()
  const key = replyDraft(bill_id, comment_id)
  const [text, setText] = useEditedText(key, username ? `@${username} ` : '')
  const [typed, setTyped] = useState<TypedIn | null>(null)
  const cache = useQueryClient()
  const posting = useSendDraft(key, {
    send: (content, idempotencyKey) =>
      // The server gives a reply the category of its thread.
      call(
        postComment,
        {
          id: bill_id,
          ...writtenText(key, content),
          category_id: 'general-discussion',
          parent_comment_id: comment_id,
        },
        { idempotencyKey },
      ),
    onStart: async () => undefined,
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: [listComments.path, { id: bill_id }] })
      toast(t('Reply posted'))
      onClose()
    },
    failureMessage: (error) => t('Failed to submit reply: {reason}', { reason: messageOf(error) }),
  })
  const problem = checkComment(text)

  function post() {
    if (problem) {
      return
    }
    setTyped(null)
    posting.send(text.trim())
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        post()
      }}
    >
      <div className={styles.fieldBox}>
        <textarea
          ref={focusAtEnd}
          className="input"
          rows={3}
          aria-label={t('Reply to {name}', { name })}
          aria-describedby={classNames(`${ids}-counter`, posting.failure !== null && `${ids}-error`)}
          value={text}
          readOnly={posting.isSending}
          onChange={({ target }) => {
            setText(target.value)
            setTyped(typedIn(target))
          }}
          onKeyDown={(event) => sendWithCtrlEnter(event, post)}
        />
        <MentionSuggestions typed={typed} scope={{ bill_id }} onTyped={setTyped} onText={setText} />
      </div>
      <SendFailure id={`${ids}-error`} message={posting.failure} />
      <TextLanguage draft={key} text={text} />
      <div className={styles.formFoot}>
        <LengthCounter id={`${ids}-counter`} length={codePoints(text.trim())} limit={commentMaxLength} />
        <Button
          variant="quiet"
          onClick={() => {
            deleteDraft(key)
            onClose()
          }}
        >
          {t('Cancel')}
        </Button>
        <Button
          type="submit"
          busy={posting.isSending}
          busyLabel={t('Posting')}
          aria-disabled={problem !== null}
        >
          {t('Post reply')}
        </Button>
      </div>
    </form>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { checkComment, commentMaxLength, listComments, postComment } from '#contract/discussions.ts'
import { codePoints } from '#contract/kit/text.ts'
import { LengthCounter, SendFailure, sendWithCtrlEnter } from '#web/comments/ComposerParts.tsx'
import { typedIn, type TypedIn } from '#web/comments/mentionField.ts'
import { MentionSuggestions } from '#web/comments/MentionSuggestions.tsx'
import { call, messageOf } from '#web/kit/api/api.ts'
import { useDraftRetry } from '#web/kit/api/useIdempotentRetry.ts'
import { focusAtEnd } from '#web/kit/focus.ts'
import { deleteDraft, useDraft } from '#web/kit/forms/useDraft.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import styles from './Activity.module.css'

type ReplyFormProps = {
  bill_id: string
  comment_id: string
  username: string | null
  name: string
  onClose: () => void
}

/** A form that replies to a comment without leaving the page. The text is stored as a draft until the server has it. */
export function ReplyForm({ bill_id, comment_id, username, name, onClose }: ReplyFormProps) {
  const counterId = useId()
  const key = `update-reply:${comment_id}`
  const [draft, setDraft] = useDraft(key)
  const [typed, setTyped] = useState<TypedIn | null>(null)
  const cache = useQueryClient()
  const retry = useDraftRetry(key)
  const text = draft === '' && username ? `@${username} ` : draft
  const posting = useMutation({
    mutationFn: (content: string) =>
      retry.send(content, (idempotencyKey) =>
        // The server gives a reply the category of its thread.
        call(
          postComment,
          { id: bill_id, content, category_id: 'general-discussion', parent_comment_id: comment_id },
          { idempotencyKey },
        ),
      ),
    onSuccess: () => {
      deleteDraft(key)
      void cache.invalidateQueries({ queryKey: [listComments.path, { id: bill_id }] })
      toast('Reply posted')
      onClose()
    },
  })
  const problem = checkComment(text)

  function post() {
    if (!problem && !posting.isPending) posting.mutate(text.trim())
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
          aria-label={`Reply to ${name}`}
          aria-describedby={counterId}
          value={text}
          readOnly={posting.isPending}
          onChange={({ target }) => {
            setDraft(target.value)
            setTyped(typedIn(target))
          }}
          onKeyDown={(event) => sendWithCtrlEnter(event, post)}
        />
        <MentionSuggestions typed={typed} scope={{ bill_id }} onTyped={setTyped} onText={setDraft} />
      </div>
      <SendFailure message={posting.error ? `Failed to submit reply: ${messageOf(posting.error)}` : null} />
      <div className={styles.formFoot}>
        <LengthCounter id={counterId} length={codePoints(text.trim())} limit={commentMaxLength} />
        <Button
          variant="quiet"
          onClick={() => {
            deleteDraft(key)
            onClose()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" busy={posting.isPending} busyLabel="Posting" aria-disabled={problem !== null}>
          Post reply
        </Button>
      </div>
    </form>
  )
}

import { useId, useState } from 'react'
import { codePoints } from '../../contract/accountFields.ts'
import { checkGroupComment, type GroupComment, groupCommentMaxLength } from '../../contract/groups.ts'
import { useSession } from '../kit/session.ts'
import { Avatar } from '../kit/ui/Avatar.tsx'
import { Button } from '../kit/ui/Button.tsx'
import { classNames } from '../kit/ui/classNames.ts'
import { focusAtEnd } from '../kit/ui/focusAtEnd.ts'
import { FieldError } from '../kit/ui/Field.tsx'
import { useDraft } from '../kit/useDraft.ts'
import { useCreateGroupComment } from './actions.ts'
import styles from './PostComments.module.css'

type GroupCommentFormProps = {
  group_id: string
  post_id: string
  /** The comment that is answered; its author's name begins the text. */
  answers: GroupComment | null
  onDone?: () => void
  /** Not when it is open again by itself. */
  focused?: boolean
}

/** Where the words are kept: those of answers below those of their post. */
export function draftPlace(post_id: string, comment_id?: string): string {
  return comment_id ? `group-comment:${post_id}:${comment_id}` : `group-comment:${post_id}`
}

/** A single line to write in; the words stay until the server has them. */
export function GroupCommentForm({ group_id, post_id, answers, onDone, focused }: GroupCommentFormProps) {
  const { user } = useSession()
  const errorId = useId()
  const place = draftPlace(post_id, answers?.comment_id)
  const [draft, setDraft] = useDraft(place)
  const [isTouched, setIsTouched] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const parent_comment_id = answers?.comment_id ?? null
  const posting = useCreateGroupComment({ id: group_id, post_id, parent_comment_id, draft: place })
  const beginsWith = answers?.username ? `@${answers.username} ` : ''
  const text = draft === '' && !isTouched ? beginsWith : draft
  const label = answers ? `Reply to ${answers.full_name ?? 'this comment'}` : 'Add a comment'
  const left = groupCommentMaxLength - codePoints(text.trim())

  function post() {
    const found = checkGroupComment(text)
    setRefusal(found)
    if (found || posting.isPending) return
    posting.mutate(text.trim(), {
      onSuccess: () => {
        setDraft('')
        setIsTouched(false)
        onDone?.()
      },
    })
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
      {user && (
        <Avatar
          name={user.fullName}
          pictureUrl={user.profilePictureUrl}
          level={user.engagement_level}
          size="small"
          decorative
        />
      )}
      <div className={styles.line}>
        <input
          type="text"
          className={classNames('input', styles.field)}
          aria-label={label}
          aria-invalid={refusal !== null || undefined}
          aria-describedby={refusal ? errorId : undefined}
          placeholder={label}
          value={text}
          readOnly={posting.isPending}
          ref={focused ? focusAtEnd : undefined}
          onChange={(event) => {
            setIsTouched(true)
            setRefusal(null)
            setDraft(event.target.value)
          }}
        />
        {refusal && <FieldError id={errorId}>{refusal}</FieldError>}
        {!refusal && left < 50 && (
          <span className={styles.left} aria-live="polite">
            {left} characters left
          </span>
        )}
      </div>
      <Button type="submit" busy={posting.isPending} busyLabel="POSTING">
        POST
      </Button>
    </form>
  )
}

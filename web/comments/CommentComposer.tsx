import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
} from 'react'
import { useLocation } from 'react-router'
import { codePoints } from '../../contract/rules/text.ts'
import { useDraft, useHadDraft } from '../kit/forms/useDraft.ts'
import { isAfterSignIn, useSession } from '../kit/session/session.ts'
import { Avatar } from '../kit/ui/Avatar.tsx'
import { Button } from '../kit/ui/Button.tsx'
import { classNames } from '../kit/ui/classNames.ts'
import { FieldError } from '../kit/ui/Field.tsx'
import { usePostComment, type NewComment } from './actions.ts'
import type { Discussion, ThreadComment } from './discussion.ts'
import styles from './CommentComposer.module.css'

type CommentComposerProps<C extends ThreadComment<C>> = {
  discussion: Discussion<C>
  /** Where it goes. */
  comment: NewComment<C>
  label: string
  /** Called with the field as soon as it appears, to focus it; the same function in every render. */
  fieldRef?: RefCallback<HTMLInputElement | HTMLTextAreaElement> | undefined
  /** It is being sent: the form of a reply disappears, and the focus with it unless it is moved elsewhere. */
  onPosting?: () => void
  /** Only the form of a reply can be closed. */
  onCancel?: () => void
}

/** A form for a comment or a reply. The text stays until the server has it, even over a reload or an expired session. */
export function CommentComposer<C extends ThreadComment<C>>(props: CommentComposerProps<C>) {
  const { discussion, comment, label, fieldRef, onPosting, onCancel } = props
  const { check, look, maxLength } = discussion
  const [draft, setDraft] = useDraft(comment.draft)
  const posting = usePostComment(discussion, comment)
  const { isPosting } = posting
  const formBox = useShowDraftAfterSignIn(comment.draft)
  const ids = useId()
  const [isTouched, setIsTouched] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const prefilled = comment.parent?.username ? `@${comment.parent.username} ` : ''
  const text = draft === '' && !isTouched ? prefilled : draft
  const isReply = onCancel !== undefined

  function post() {
    const found = check(text)
    // The button of the larger form is disabled instead.
    setRefusal(look === 'compact' ? found : null)
    if (found || isPosting) return
    onPosting?.()
    posting.post(text.trim())
  }

  // The comment itself is on the screen while it is being sent; if that fails, the form appears again with its text.
  if (isPosting && isReply) return null
  const error = refusal ?? posting.failure
  const length = codePoints(text.trim())
  const hasCounter = look === 'full' || (!refusal && maxLength - length < 50)
  const field = {
    'aria-label': label,
    'aria-describedby':
      classNames(hasCounter && `${ids}-counter`, error !== null && `${ids}-error`) || undefined,
    'aria-busy': isPosting || undefined,
    placeholder: label,
    value: text,
    readOnly: isPosting,
    ref: fieldRef,
    onChange: (event: { target: { value: string } }) => {
      setIsTouched(true)
      setRefusal(null)
      setDraft(event.target.value)
    },
  }
  const failure = posting.failure && !refusal && (
    <div role="alert">
      <FieldError id={`${ids}-error`}>{posting.failure}</FieldError>
    </div>
  )
  const form = (className: string | undefined, children: ReactNode) => (
    <form
      ref={formBox}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        post()
      }}
    >
      {children}
    </form>
  )

  if (look === 'compact') {
    return form(
      styles.line,
      <>
        <OwnAvatar small />
        <div className={styles.lineField}>
          <input
            type="text"
            {...field}
            className={classNames('input', styles.input)}
            aria-invalid={refusal !== null || undefined}
          />
          {refusal && <FieldError id={`${ids}-error`}>{refusal}</FieldError>}
          {failure}
          {hasCounter && (
            <span id={`${ids}-counter`} className={styles.left} aria-live="polite">
              {maxLength - length} characters left
            </span>
          )}
        </div>
        <Button type="submit" busy={isPosting} busyLabel="POSTING">
          POST
        </Button>
      </>,
    )
  }
  return form(
    styles.composer,
    <>
      {!isReply && <OwnAvatar />}
      <div className={styles.inside}>
        <textarea
          {...field}
          className={classNames('input', styles.field)}
          rows={isReply ? 3 : 2}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            post()
          }}
        />
        {failure}
        <div className={styles.foot}>
          <span id={`${ids}-counter`} className={length > maxLength ? styles.tooLong : styles.counter}>
            {length}/{maxLength}
          </span>
          {onCancel && (
            <Button
              variant="quiet"
              onClick={() => {
                setDraft('')
                onCancel()
              }}
            >
              Cancel
            </Button>
          )}
          <Button type="submit" busy={isPosting} busyLabel="Posting" aria-disabled={check(text) !== null}>
            {isReply ? 'Post reply' : 'Post comment'}
          </Button>
        </div>
      </div>
    </>,
  )
}

/** Members whose session ended while they were writing see their text when they have signed in again (R85). */
function useShowDraftAfterSignIn(place: string) {
  const form = useRef<HTMLFormElement>(null)
  const { state } = useLocation()
  const [isWanted] = useState(useHadDraft(place) && isAfterSignIn(state))
  useEffect(() => {
    if (isWanted) form.current?.scrollIntoView({ block: 'center' })
  }, [isWanted])
  return form
}

function OwnAvatar({ small = false }: { small?: boolean }) {
  const { user } = useSession()
  if (!user) return null
  return (
    <Avatar
      name={user.fullName}
      pictureUrl={user.profilePictureUrl}
      level={user.engagement_level}
      {...(small && { size: 'small', decorative: true })}
    />
  )
}

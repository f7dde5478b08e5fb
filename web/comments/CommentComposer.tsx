import { useEffect, useId, useRef, useState, type ReactNode, type RefCallback } from 'react'
import { codePoints } from '#contract/kit/text.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { useDraft, useHadDraft } from '#web/kit/forms/useDraft.ts'
import { useLocation } from '#web/kit/router.tsx'
import { isAfterSignIn } from '#web/kit/session/session.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { usePostComment } from './actions.ts'
import { LengthCounter, SendFailure, sendWithCtrlEnter, ViewerAvatar } from './ComposerParts.tsx'
import { draftKey, type Discussion, type ReplyTarget, type ThreadComment } from './discussion.ts'
import { typedIn, type TypedIn } from './mentionField.ts'
import { MentionSuggestions } from './MentionSuggestions.tsx'
import { TextLanguage } from './TextLanguage.tsx'
import styles from './CommentComposer.module.css'

type CommentComposerProps<C extends ThreadComment<C>> = {
  discussion: Discussion<C>
  /** Absent in the form for a new thread. */
  replyTo?: ReplyTarget<C>
  label: string
  /** A question above the field. */
  question?: string
  /** The words in the empty field, if they are not the label. */
  placeholder?: string
  /** The word on the button. */
  submit?: string
  /** A short form begins with one line and has no picture and no counter until the text is too long. */
  isShort?: boolean
  /**
   * Receives the field when it appears so that it can take the focus. It must be the same function in every render.
   */
  fieldRef?: RefCallback<HTMLInputElement | HTMLTextAreaElement> | undefined
  /** Called when the comment is sent. The form of a reply disappears then, so the caller moves the focus elsewhere. */
  onPosting?: () => void
  /** Called when the server has the comment. */
  onPosted?: () => void
  /** Only the form of a reply can be closed. */
  onCancel?: () => void
}

/**
 * A form for a comment or a reply. The text is stored as a draft until the server has it, so it survives a reload or an
 * expired session.
 */
export function CommentComposer<C extends ThreadComment<C>>(props: CommentComposerProps<C>) {
  const { discussion, replyTo, label, question, placeholder = label, submit, isShort = false } = props
  const { fieldRef, onPosting, onPosted, onCancel } = props
  const { check, variant, maxLength } = discussion
  const key = draftKey(discussion, replyTo?.parent.comment_id)
  const [draft, setDraft] = useDraft(key)
  const posting = usePostComment(discussion, replyTo, onPosted)
  const { isSending } = posting
  const formBox = useShowDraftAfterSignIn(key)
  const ids = useId()
  const [isTouched, setIsTouched] = useState(false)
  const [typed, setTyped] = useState<TypedIn | null>(null)
  const [shownProblem, setProblem] = useState<string | null>(null)
  const mention = replyTo?.parent.username ? `@${replyTo.parent.username} ` : ''
  const text = draft === '' && !isTouched ? mention : draft
  const isReply = replyTo !== undefined

  function write(value: string) {
    setIsTouched(true)
    setProblem(null)
    setDraft(value)
  }

  function post() {
    const problem = check(text)
    // The full form disables its button instead of showing the problem.
    setProblem(variant === 'compact' ? problem : null)
    if (problem || isSending) {
      return
    }
    setTyped(null)
    onPosting?.()
    posting.send(text.trim())
  }

  // While a reply is being sent, the thread already shows it. If sending fails, the form appears again with the text.
  if (isSending && isReply) {
    return null
  }
  const error = shownProblem ?? posting.failure
  const length = codePoints(text.trim())
  const hasCounter =
    variant === 'full' ? !isShort || length > maxLength : !shownProblem && maxLength - length < 50
  const field = {
    'aria-label': label,
    'aria-describedby':
      classNames(
        question && `${ids}-question`,
        hasCounter && `${ids}-counter`,
        error !== null && `${ids}-error`,
      ) || undefined,
    'aria-busy': isSending || undefined,
    placeholder,
    value: text,
    readOnly: isSending,
    ref: fieldRef,
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      write(target.value)
      setTyped(typedIn(target))
    },
  }
  const suggestions = (
    <MentionSuggestions typed={typed} scope={discussion.mentionScope} onTyped={setTyped} onText={write} />
  )
  const textLanguage = <TextLanguage draft={key} text={text} />
  const failure = <SendFailure id={`${ids}-error`} message={shownProblem ? null : posting.failure} />
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

  if (variant === 'compact') {
    return form(
      styles.line,
      <>
        <ViewerAvatar size="small" />
        <div className={styles.lineField}>
          <input
            type="text"
            {...field}
            className={classNames('input', styles.input)}
            aria-invalid={shownProblem !== null || undefined}
          />
          {suggestions}
          {textLanguage}
          {shownProblem && <FieldError id={`${ids}-error`}>{shownProblem}</FieldError>}
          {failure}
          {hasCounter && (
            <span id={`${ids}-counter`} className="caption-text" aria-live="polite">
              {plural(maxLength - length, '{n} character left|{n} characters left')}
            </span>
          )}
        </div>
        <Button type="submit" busy={isSending} busyLabel={t('POSTING')}>
          {t('POST')}
        </Button>
      </>,
    )
  }
  return form(
    styles.composer,
    <>
      {!isReply && !isShort && <ViewerAvatar />}
      <div className={styles.inside}>
        {question && (
          <p id={`${ids}-question`} className={styles.question}>
            {question}
          </p>
        )}
        <div className={styles.fieldBox}>
          <textarea
            {...field}
            id={isReply ? undefined : discussion.newThread?.fieldId}
            className={classNames('input', styles.field)}
            data-short={isShort || undefined}
            rows={isShort ? 1 : isReply ? 3 : 2}
            onKeyDown={(event) => sendWithCtrlEnter(event, post)}
          />
          {suggestions}
        </div>
        {failure}
        {textLanguage}
        {!isReply && discussion.newThread?.about}
        <div className={styles.foot}>
          {!isReply && discussion.newThread?.choice}
          {hasCounter && <LengthCounter id={`${ids}-counter`} length={length} limit={maxLength} />}
          {onCancel && (
            <Button
              variant="quiet"
              onClick={() => {
                setDraft('')
                onCancel()
              }}
            >
              {t('Cancel')}
            </Button>
          )}
          <Button
            type="submit"
            busy={isSending}
            busyLabel={t('Posting')}
            aria-disabled={check(text) !== null}
          >
            {submit ?? (isReply ? t('Post reply') : t('Post comment'))}
          </Button>
        </div>
      </div>
    </>,
  )
}

/** Scrolls to the draft of a member whose session expired while they were writing, after they sign in again. */
function useShowDraftAfterSignIn(draft: string) {
  const form = useRef<HTMLFormElement>(null)
  const { state } = useLocation()
  const [shouldShow] = useState(useHadDraft(draft) && isAfterSignIn(state))
  useEffect(() => {
    if (shouldShow) {
      form.current?.scrollIntoView({ block: 'center' })
    }
  }, [shouldShow])
  return form
}

import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { codePoints } from '../../contract/accountFields.ts'
import { checkComment, commentMaxLength } from '../../contract/discussions.ts'
import { Button } from '../kit/ui/Button.tsx'
import { classNames } from '../kit/ui/classNames.ts'
import { focusAtEnd } from '../kit/ui/focusAtEnd.ts'
import { useDraft } from '../kit/useDraft.ts'
import { usePostComment, type Place } from './actions.ts'
import styles from './CommentComposer.module.css'

type CommentComposerProps = {
  place: Place
  label: string
  /** What a new text begins with, "@username " for a reply. */
  beginsWith?: string
  /** Focus in the field as soon as it is there. */
  focused?: boolean
  avatar?: ReactNode
  /** It is on its way: a reply's field goes, and the focus with it unless it is put elsewhere. */
  onPosting?: () => void
  onPosted?: () => void
  onCancel?: () => void
}

/** A field to write in. What is written stays until the server has it, also over a reload or an expired session. */
export function CommentComposer(props: CommentComposerProps) {
  const { place, label, beginsWith = '', focused = false, avatar, onPosting, onPosted, onCancel } = props
  const [draft, setDraft] = useDraft(place.draft)
  const posting = usePostComment(place)
  const counterId = useId()
  const [isTouched, setIsTouched] = useState(false)
  const text = draft === '' && !isTouched ? beginsWith : draft
  const refusal = checkComment(text)
  const length = codePoints(text.trim())

  function post() {
    if (refusal || posting.isPending) return
    onPosting?.()
    posting.mutate(text.trim(), {
      onSuccess: () => {
        setDraft('')
        onPosted?.()
      },
    })
  }
  function postByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    post()
  }

  // The comment itself is on the screen while it is on its way; if it fails, the words are here again.
  if ((posting.isPending || posting.isSuccess) && onCancel) return null
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        post()
      }}
    >
      {avatar}
      <div className={styles.inside}>
        <textarea
          className={classNames('input', styles.field)}
          aria-label={label}
          aria-describedby={counterId}
          placeholder={label}
          rows={onCancel ? 3 : 2}
          value={posting.isPending ? '' : text}
          readOnly={posting.isPending}
          ref={focused ? focusAtEnd : undefined}
          onChange={(event) => {
            setIsTouched(true)
            setDraft(event.target.value)
          }}
          onKeyDown={postByKey}
        />
        <div className={styles.foot}>
          <span id={counterId} className={length > commentMaxLength ? styles.tooLong : styles.counter}>
            {posting.isPending ? 0 : length}/{commentMaxLength}
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
          <Button type="submit" busy={posting.isPending} busyLabel="Posting" aria-disabled={refusal !== null}>
            {onCancel ? 'Post reply' : 'Post comment'}
          </Button>
        </div>
      </div>
    </form>
  )
}

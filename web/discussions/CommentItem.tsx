import { CornerUpLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Bill } from '../../contract/bills.ts'
import { commentLevels, type Comment } from '../../contract/discussions.ts'
import { StanceTag } from '../bills/StanceTag.tsx'
import { formatDate, timeAgo } from '../kit/format.ts'
import { ReportMenu } from '../people/ReportMenu.tsx'
import { VerifiedTick } from '../people/VerifiedTick.tsx'
import { Avatar } from '../kit/ui/Avatar.tsx'
import { Spinner } from '../kit/ui/Button.tsx'
import { classNames } from '../kit/ui/classNames.ts'
import { DeleteButton } from '../kit/ui/DeleteButton.tsx'
import { useDeleteComment } from './actions.ts'
import { CommentComposer } from './CommentComposer.tsx'
import { isTemporary } from './commentTree.ts'
import { AuthorLink } from '../people/AuthorLink.tsx'
import { useHadDraft } from '../kit/useDraft.ts'
import { MentionText } from '../people/MentionText.tsx'
import { MindChangeMenu } from './MindChangeMenu.tsx'
import type { Sort } from './threads.ts'
import { VoteButtons } from './VoteButtons.tsx'
import styles from './Comment.module.css'

type CommentItemProps = {
  bill: Bill
  comment: Comment
  /** 1 to 3; deeper replies stand at 3. */
  level: number
  sort: Sort
  myId: string | null
  /** Pointed at by a link: comes into view, takes the focus, glows. */
  isLinked: boolean
  onDeleted: () => void
}

export function CommentItem({ bill, comment, level, sort, myId, isLinked, onDeleted }: CommentItemProps) {
  const draft = `reply:${comment.comment_id}`
  const [isReplying, setIsReplying] = useState(useHadDraft(draft))
  // A field that is open again by itself takes the focus from nothing.
  const [isAsked, setIsAsked] = useState(false)
  const replyButton = useRef<HTMLButtonElement>(null)
  const box = useComeIntoView(isLinked, isTemporary(comment) && level === 1)
  const deletion = useDeleteComment(bill.bill_id, comment)
  const name = comment.full_name || comment.username || ''
  const isMine = myId !== null && comment.user_id === myId
  const isPosting = isTemporary(comment)

  return (
    <li
      ref={box}
      tabIndex={-1}
      data-comment={comment.comment_id}
      data-level={level}
      className={classNames(styles.comment, styles[`level${level}`], isLinked && styles.linked)}
    >
      <Avatar name={name} pictureUrl={comment.profile_picture_url} level={comment.engagement_level} />
      <div className={styles.body}>
        <p className={styles.head}>
          {comment.username && <AuthorLink username={comment.username} name={name} />}
          {isMine && <span className="muted">(you)</span>}
          {comment.is_verified && <VerifiedTick />}
          {comment.user_stance && <StanceTag stance={comment.user_stance} />}
          {isPosting ? (
            <output className={styles.posting}>
              <Spinner />
              Posting
            </output>
          ) : (
            <time dateTime={comment.created_at} title={formatDate(comment.created_at)}>
              {timeAgo(comment.created_at)}
            </time>
          )}
        </p>
        <p className={classNames(styles.text, (comment.is_deleted || isPosting) && styles.faint)}>
          {comment.is_deleted ? comment.content : <MentionText text={comment.content} />}
        </p>
        {!isPosting && !comment.is_deleted && (
          <div className={styles.actions}>
            <VoteButtons bill_id={bill.bill_id} comment={comment} />
            <button
              type="button"
              ref={replyButton}
              className="action"
              aria-expanded={isReplying}
              onClick={() => {
                setIsAsked(true)
                setIsReplying(!isReplying)
              }}
            >
              <CornerUpLeft aria-hidden="true" />
              Reply
            </button>
            {isMine ? (
              <DeleteButton what="comment" deletion={deletion} onDeleted={onDeleted} />
            ) : (
              bill.user_stance && <MindChangeMenu bill={bill} comment={comment} name={name} />
            )}
            {!isMine && (
              <ReportMenu
                target_type="bill_comment"
                target_id={comment.comment_id}
                name={name}
                className="action"
              />
            )}
          </div>
        )}
        {isReplying && (
          <CommentComposer
            place={{
              bill,
              category_id: comment.category_id,
              sort,
              parent: comment,
              shownUnder: level < commentLevels ? comment.comment_id : comment.parent_comment_id,
              draft,
            }}
            label={`Reply to ${name}`}
            beginsWith={`@${comment.username} `}
            focused={isAsked}
            onPosting={() => replyButton.current?.focus()}
            onPosted={() => setIsReplying(false)}
            onCancel={() => {
              replyButton.current?.focus()
              setIsReplying(false)
            }}
          />
        )}
      </div>
    </li>
  )
}

/** A linked comment comes to the middle and takes the focus; one's own new thread only has to be seen. */
function useComeIntoView(isLinked: boolean, isNew: boolean) {
  const box = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isLinked) {
      box.current?.scrollIntoView({ block: 'center' })
      box.current?.focus({ preventScroll: true })
    } else if (isNew) {
      box.current?.scrollIntoView({ block: 'nearest' })
    }
  }, [isLinked, isNew])
  return box
}

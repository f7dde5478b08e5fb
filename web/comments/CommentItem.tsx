import { CornerUpLeft } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { commentLevels } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import type { MuteState } from '#contract/mutes.ts'
import { focusAtEnd } from '#web/kit/focus.ts'
import { formatDateTime, timeAgo } from '#web/kit/format.ts'
import { currentDraft, useHadDraft } from '#web/kit/forms/useDraft.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { Spinner } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { DeleteButton } from '#web/kit/ui/DeleteButton.tsx'
import type { ReportedItem } from '#web/moderation/ReportMenu.tsx'
import { AuthorLine } from '#web/people/AuthorLine.tsx'
import { MemberMenu } from '#web/people/mutes/MemberMenu.tsx'
import { MutedNote } from '#web/people/mutes/MutedNote.tsx'
import { useDeleteComment } from './actions.ts'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentText } from './CommentText.tsx'
import { isTemporary } from './commentTree.ts'
import { type CommentFacts, draftKey, type ThreadComment, type ThreadProps } from './discussion.ts'
import { shouldFocus } from './newComment.ts'
import { useIsSending } from './useSendDraft.ts'
import styles from './Comment.module.css'

export function CommentItem<C extends ThreadComment<C>>({ view, comment, level }: ThreadProps<C>) {
  const { discussion, viewerId, highlightedId, onDeleted } = view
  const { comment_id } = comment
  const isLinked = comment_id === highlightedId
  const draft = draftKey(discussion, comment_id)
  const { isReplying, setIsReplying, isReplyPosting } = useReplyForm(draft)
  // A form that opens because of a saved draft does not take the focus.
  const [openedByButton, setOpenedByButton] = useState(false)
  const replyButton = useRef<HTMLButtonElement>(null)
  const focusAfterFailure = useCallback((field: Field) => {
    // When a reply could not be sent, the focus returns to the form unless the member has moved it elsewhere.
    const { activeElement } = document
    if (activeElement === replyButton.current || activeElement === document.body) {
      focusAtEnd(field)
    }
  }, [])
  const [wasSent, setWasSent] = useState(false)
  const box = useScrollIntoView(comment_id, isLinked, isTemporary(comment) && level === 1)
  const deletion = useDeleteComment(discussion, comment_id)
  const name = comment.full_name || comment.username || ''
  const isMine = viewerId !== null && comment.user_id === viewerId
  const isPosting = isTemporary(comment)
  const isCompact = discussion.variant === 'compact'
  const [collapsed, show] = useCollapsed(comment)
  const item = {
    ref: box,
    tabIndex: -1,
    'data-comment': comment_id,
    'data-level': level,
    className: classNames(
      styles.comment,
      styles[`level${level}`],
      isCompact && styles.compact,
      isLinked && styles.linked,
      collapsed && styles.collapsed,
    ),
  }

  if (collapsed) {
    return (
      <li {...item}>
        <MutedNote
          what="comment"
          kind={collapsed}
          onShow={() => {
            show()
            box.current?.focus()
          }}
        />
      </li>
    )
  }
  return (
    <li {...item}>
      <Avatar
        name={name}
        pictureUrl={comment.profile_picture_url}
        level={comment.engagement_level}
        {...(isCompact && { size: 'small' })}
      />
      <div className={styles.body}>
        <p className={styles.head}>
          <AuthorLine author={comment} isViewer={isMine} />
          {discussion.badges?.(comment)}
          {isPosting ? (
            <output className={styles.posting}>
              <Spinner />
              {t('Posting')}
            </output>
          ) : (
            <time dateTime={comment.created_at} title={formatDateTime(comment.created_at)}>
              {timeAgo(comment.created_at)}
            </time>
          )}
        </p>
        <CommentText
          comment={comment}
          kind={discussion.reportType}
          isFaint={comment.is_deleted || isPosting}
        />
        {discussion.notes?.(comment)}
        {viewerId !== null && !isPosting && !comment.is_deleted && (
          <div className={styles.actions}>
            {discussion.firstActions?.(comment)}
            <button
              type="button"
              ref={replyButton}
              className="action"
              aria-expanded={isReplying && !isReplyPosting}
              aria-disabled={isReplyPosting || undefined}
              onClick={() => {
                if (isReplyPosting) {
                  return
                }
                setOpenedByButton(true)
                setWasSent(false)
                setIsReplying(!isReplying)
              }}
            >
              <CornerUpLeft aria-hidden="true" />
              {t('Reply')}
            </button>
            {isMine ? (
              <DeleteButton what="comment" deletion={deletion} onDeleted={onDeleted} />
            ) : (
              <>
                {discussion.moreActions?.(comment, name)}
                <AuthorMenu
                  comment={comment}
                  reportedItem={{ target_type: discussion.reportType, target_id: comment_id }}
                  // The menu disappears with the text of the comment, so the focus moves to the comment.
                  onChanged={() => box.current?.focus()}
                />
              </>
            )}
          </div>
        )}
        {isReplying && (
          <CommentComposer
            discussion={discussion}
            replyTo={{
              parent: comment,
              shownUnder: level < commentLevels ? comment_id : comment.parent_comment_id,
            }}
            label={name ? t('Reply to {name}', { name }) : t('Reply to this comment')}
            fieldRef={openedByButton ? (wasSent ? focusAfterFailure : focusAtEnd) : undefined}
            onPosting={() => {
              replyButton.current?.focus()
              setWasSent(true)
            }}
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

type AuthorMenuProps = { comment: CommentFacts; reportedItem: ReportedItem; onChanged: () => void }

function AuthorMenu({ comment, reportedItem, onChanged }: AuthorMenuProps) {
  const { user_id, username, full_name, muted = null } = comment
  // Only a tombstone has no author, and nobody needs to mute or report a tombstone.
  if (!user_id || !username) {
    return null
  }
  const member = { user_id, username, full_name: full_name || username, muted }
  return <MemberMenu member={member} reportedItem={reportedItem} className="action" onChanged={onChanged} />
}

/**
 * Returns why a comment is collapsed, or null, and a function that shows it. Muting the author again collapses it
 * again.
 */
function useCollapsed({ muted = null }: CommentFacts): [MuteState, show: () => void] {
  const [isShown, setIsShown] = useState(false)
  if (isShown && !muted) {
    setIsShown(false)
  }
  return [isShown ? null : muted, () => setIsShown(true)]
}

type Field = HTMLInputElement | HTMLTextAreaElement | null

/**
 * The form is open at first if there is a draft. It closes when the reply has been posted, even if the reply was sent
 * from another copy of the form.
 */
function useReplyForm(draft: string) {
  const [isReplying, setIsReplying] = useState(useHadDraft(draft))
  const isReplyPosting = useIsSending(draft)
  const [wasPosting, setWasPosting] = useState(isReplyPosting)
  if (wasPosting !== isReplyPosting) {
    setWasPosting(isReplyPosting)
    if (!isReplyPosting && currentDraft(draft) === '') {
      setIsReplying(false)
    }
  }
  return { isReplying, setIsReplying, isReplyPosting }
}

/** Scrolls a linked comment to the center and focuses it. A new comment is scrolled only as far as necessary. */
function useScrollIntoView(comment_id: string, isLinked: boolean, isNew: boolean) {
  const box = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isLinked) {
      box.current?.scrollIntoView({ block: 'center' })
      box.current?.focus({ preventScroll: true })
    } else if (isNew) {
      box.current?.scrollIntoView({ block: 'nearest' })
    }
  }, [isLinked, isNew])
  useEffect(() => {
    if (shouldFocus(comment_id)) {
      box.current?.focus()
    }
  }, [comment_id])
  return box
}

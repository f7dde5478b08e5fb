import { useQuery } from '@tanstack/react-query'
import { CornerUpLeft, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { type GroupComment, type GroupPost, listGroupComments } from '../../contract/groups.ts'
import { ask, wordsOr } from '../kit/api.ts'
import { formatDate, timeAgo } from '../kit/format.ts'
import { paths } from '../kit/paths.ts'
import { useSession } from '../kit/session.ts'
import { Avatar } from '../kit/ui/Avatar.tsx'
import { AlertDialog } from '../kit/ui/Dialog.tsx'
import { Failure, Loading } from '../kit/ui/Feedback.tsx'
import { classNames } from '../kit/ui/classNames.ts'
import { MentionText } from '../people/MentionText.tsx'
import { ReportMenu } from '../people/ReportMenu.tsx'
import { VerifiedTick } from '../people/VerifiedTick.tsx'
import { useDeleteGroupComment } from './actions.ts'
import { GroupCommentForm } from './GroupCommentForm.tsx'
import { inThreads } from './groupComments.ts'
import styles from './PostComments.module.css'

const failure = { answer: 'Failed to load comments', exception: 'Failed to load comments' }

/** The comments of a post in three levels, and for members the line to write in. */
export function PostComments({ group_id, post }: { group_id: string; post: GroupPost }) {
  const { user } = useSession()
  const { post_id } = post
  const { data, error, isPending, isFetching, refetch } = useQuery(
    ask(listGroupComments, { id: group_id, post_id }),
  )
  return (
    <>
      {isPending && <Loading>Loading comments...</Loading>}
      {error && !data && (
        <Failure
          title="Error Loading Comments"
          words={wordsOr(error, failure)}
          level={3}
          isRetrying={isFetching}
          onRetry={refetch}
        />
      )}
      {data?.comments.length === 0 && <p className="muted">No comments yet.</p>}
      {data && data.comments.length > 0 && (
        <ul aria-label="Comments">
          {inThreads(data.comments).map(({ comment, level }) => (
            <CommentRow
              key={comment.comment_id}
              group_id={group_id}
              post_id={post_id}
              comment={comment}
              level={level}
            />
          ))}
        </ul>
      )}
      {user && !post.is_deleted && <GroupCommentForm group_id={group_id} post_id={post_id} answers={null} />}
    </>
  )
}

type CommentRowProps = { group_id: string; post_id: string; comment: GroupComment; level: number }

function CommentRow({ group_id, post_id, comment, level }: CommentRowProps) {
  const [isReplying, setIsReplying] = useState(false)
  const replyButton = useRef<HTMLButtonElement>(null)
  const { user } = useSession()
  const { username, full_name, content, created_at, is_deleted } = comment
  const isMine = user !== null && comment.user_id === user.userId
  return (
    <li data-level={level} className={classNames(styles.comment, styles[`level${level}`])}>
      <Avatar
        name={full_name ?? ''}
        pictureUrl={comment.profilePictureUrl}
        level={comment.engagement_level}
        size="small"
      />
      <div className={styles.body}>
        <p className={styles.head}>
          {username && (
            <Link to={paths.profile(username)} className={styles.name}>
              {full_name}
            </Link>
          )}
          {isMine && <span className="muted">(you)</span>}
          {comment.is_verified && <VerifiedTick />}
          <time dateTime={created_at} title={formatDate(created_at)}>
            {timeAgo(created_at)}
          </time>
        </p>
        <p className={classNames(styles.text, is_deleted && styles.gone)}>
          {is_deleted ? content : <MentionText text={content} />}
        </p>
        {user && !is_deleted && (
          <div className={styles.actions}>
            <button
              type="button"
              ref={replyButton}
              className={styles.action}
              aria-expanded={isReplying}
              onClick={() => setIsReplying(!isReplying)}
            >
              <CornerUpLeft aria-hidden="true" />
              Reply
            </button>
            {isMine ? (
              <DeleteGroupComment group_id={group_id} post_id={post_id} comment_id={comment.comment_id} />
            ) : (
              <ReportMenu
                target_type="group_comment"
                target_id={comment.comment_id}
                name={full_name ?? ''}
                className={styles.action}
              />
            )}
          </div>
        )}
        {isReplying && (
          <GroupCommentForm
            group_id={group_id}
            post_id={post_id}
            answers={comment}
            onDone={() => {
              // The line goes, and the focus would go with it.
              replyButton.current?.focus()
              setIsReplying(false)
            }}
          />
        )}
      </div>
    </li>
  )
}

type DeleteProps = { group_id: string; post_id: string; comment_id: string }

function DeleteGroupComment({ group_id, post_id, comment_id }: DeleteProps) {
  const [isAsking, setIsAsking] = useState(false)
  const deleting = useDeleteGroupComment(group_id, post_id, comment_id, () => {
    // The dialog first: while it is open it keeps the focus, and its button is about to go.
    flushSync(() => setIsAsking(false))
    document.getElementById('content')?.focus()
  })
  return (
    <>
      <button type="button" className={styles.action} onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </button>
      <AlertDialog
        title="Delete comment"
        isOpen={isAsking}
        isBusy={deleting.isPending}
        busyLabel="Deleting..."
        onConfirm={() => deleting.mutate(undefined, { onError: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      >
        <p>Are you sure you want to delete this comment?</p>
      </AlertDialog>
    </>
  )
}

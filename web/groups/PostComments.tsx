import { useQuery } from '@tanstack/react-query'
import { CornerUpLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { type GroupComment, type GroupPost, listGroupComments } from '../../contract/groups.ts'
import { ask, wordsOr } from '../kit/api.ts'
import { formatDate, timeAgo } from '../kit/format.ts'
import { useSession } from '../kit/session.ts'
import { Avatar } from '../kit/ui/Avatar.tsx'
import { DeleteButton } from '../kit/ui/DeleteButton.tsx'
import { Failure, Loading } from '../kit/ui/Feedback.tsx'
import { classNames } from '../kit/ui/classNames.ts'
import { AuthorLink } from '../people/AuthorLink.tsx'
import { useHadDraft } from '../kit/useDraft.ts'
import { MentionText } from '../people/MentionText.tsx'
import { ReportMenu } from '../people/ReportMenu.tsx'
import { VerifiedTick } from '../people/VerifiedTick.tsx'
import { useDeleteGroupComment } from './actions.ts'
import { draftPlace, GroupCommentForm } from './GroupCommentForm.tsx'
import { inThreads } from './groupComments.ts'
import styles from './PostComments.module.css'

const failure = { answer: 'Failed to load comments', exception: 'Failed to load comments' }

type PostCommentsProps = {
  group_id: string
  post: GroupPost
  /** A comment is about to go, and its button with it: the focus belongs elsewhere. */
  onDeleted: () => void
}

/** The comments of a post in three levels, and for members the line to write in. */
export function PostComments({ group_id, post, onDeleted }: PostCommentsProps) {
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
              onDeleted={onDeleted}
            />
          ))}
        </ul>
      )}
      {user && !post.is_deleted && <GroupCommentForm group_id={group_id} post_id={post_id} answers={null} />}
    </>
  )
}

type CommentRowProps = {
  group_id: string
  post_id: string
  comment: GroupComment
  level: number
  onDeleted: () => void
}

function CommentRow({ group_id, post_id, comment, level, onDeleted }: CommentRowProps) {
  const [isReplying, setIsReplying] = useState(useHadDraft(draftPlace(post_id, comment.comment_id)))
  // A line that is open again by itself takes the focus from nothing.
  const [isAsked, setIsAsked] = useState(false)
  const replyButton = useRef<HTMLButtonElement>(null)
  const { user } = useSession()
  const { comment_id, username, full_name, content, created_at, is_deleted } = comment
  const deletion = useDeleteGroupComment(group_id, post_id, comment_id)
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
          {username && <AuthorLink username={username} name={full_name ?? ''} />}
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
              <ReportMenu
                target_type="group_comment"
                target_id={comment_id}
                name={full_name ?? ''}
                className="action"
              />
            )}
          </div>
        )}
        {isReplying && (
          <GroupCommentForm
            group_id={group_id}
            post_id={post_id}
            answers={comment}
            focused={isAsked}
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

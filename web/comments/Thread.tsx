import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CornerDownRight } from 'lucide-react'
import { useMemo } from 'react'
import { commentLevels, repliesShown } from '../../contract/comments.ts'
import { messageOf } from '../kit/api/api.ts'
import { pluralize } from '../kit/format.ts'
import { Button } from '../kit/ui/Button.tsx'
import { classNames } from '../kit/ui/classNames.ts'
import { FieldError } from '../kit/ui/Field.tsx'
import { CommentItem } from './CommentItem.tsx'
import { joined } from './commentTree.ts'
import type { ThreadComment, ThreadProps } from './discussion.ts'
import { replyPages, threadStep } from './threads.ts'
import { useShowMore } from './useShowMore.ts'
import styles from './Comment.module.css'

/**
 * A comment and its replies in reading order, each an item of the one list. The elements are kept until one of the inputs
 * changes, so that a vote in a discussion of thousands redraws one thread.
 */
export function Thread<C extends ThreadComment<C>>({
  discussion,
  comment,
  level,
  myId,
  glowingId,
  onDeleted,
}: ThreadProps<C>) {
  return useMemo(() => {
    const props = { discussion, comment, level, myId, glowingId, onDeleted }
    const hasMore = comment.reply_count > comment.replies.length
    return (
      <>
        <CommentItem {...props} isLinked={comment.comment_id === glowingId} />
        {hasMore ? <LongReplies {...props} /> : <Replies {...props} replies={joined(comment.replies)} />}
      </>
    )
  }, [discussion, comment, level, myId, glowingId, onDeleted])
}

function Replies<C extends ThreadComment<C>>({
  replies,
  level,
  ...rest
}: ThreadProps<C> & { replies: readonly C[] }) {
  return replies.map((reply) => (
    <Thread key={reply.comment_id} {...rest} comment={reply} level={Math.min(level + 1, commentLevels)} />
  ))
}

/** More replies than came along: the others load on demand, before those that are shown out of order. */
function LongReplies<C extends ThreadComment<C>>(props: ThreadProps<C>) {
  const { discussion, comment, level } = props
  const cache = useQueryClient()
  const query = replyPages(discussion, comment.comment_id)
  const isOpened = cache.getQueryData(query.queryKey) !== undefined
  const loaded = useInfiniteQuery({ ...query, enabled: isOpened })
  const inOrder = joined(
    comment.replies.slice(0, repliesShown),
    ...(loaded.data?.pages ?? []).map((page) => page.comments),
  )
  // A linked reply far down, or what the reader has just written.
  const outOfOrder = joined(comment.replies).filter(
    (reply) => !inOrder.some((other) => other.comment_id === reply.comment_id),
  )
  const left = comment.reply_count - inOrder.length - outOfOrder.length
  const showMore = useShowMore(inOrder, 'reply', 'replies')
  const isLoading = loaded.isFetchingNextPage || loaded.isLoading
  const hasMore = loaded.data ? loaded.hasNextPage : left > 0

  return (
    <>
      <Replies {...props} replies={inOrder} />
      {hasMore && (
        <li className={classNames(styles.moreReplies, styles[`level${Math.min(level + 1, commentLevels)}`])}>
          <Button
            variant="quiet"
            busy={isLoading}
            onClick={() => void showMore(loaded.data ? loaded.fetchNextPage : loaded.refetch)}
          >
            {!isLoading && <CornerDownRight aria-hidden="true" />}
            Show {pluralize(Math.min(threadStep, Math.max(1, left)), 'more reply', 'more replies')}
          </Button>
          {loaded.isError && !isLoading && (
            <div role="alert">
              <FieldError>{messageOf(loaded.error)}</FieldError>
            </div>
          )}
        </li>
      )}
      <Replies {...props} replies={outOfOrder} />
    </>
  )
}

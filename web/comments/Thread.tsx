import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CornerDownRight } from 'lucide-react'
import { useMemo } from 'react'
import { commentLevels, maxReplies } from '#contract/discussions.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { CommentItem } from './CommentItem.tsx'
import type { ThreadComment, ThreadProps } from './discussion.ts'
import { replyPages, threadPageSize } from './threads.ts'
import { useShowMore } from './useShowMore.ts'
import styles from './Comment.module.css'

/**
 * A comment and its replies in reading order, as items of the same list. The elements are memoized so that a vote in a
 * discussion with thousands of comments renders only one thread again.
 */
export function Thread<C extends ThreadComment<C>>({ view, comment, level }: ThreadProps<C>) {
  return useMemo(() => {
    const props = { view, comment, level }
    const hasMore = comment.reply_count > comment.replies.length
    return (
      <>
        {comment.comment_id === view.firstNewId && (
          <li className={classNames(styles.firstNew)}>{t('First new comment')}</li>
        )}
        <CommentItem {...props} />
        {hasMore ? (
          <LongReplies {...props} />
        ) : (
          <Replies view={view} level={level} replies={comment.replies} />
        )}
      </>
    )
  }, [view, comment, level])
}

type RepliesProps<C extends ThreadComment<C>> = Omit<ThreadProps<C>, 'comment'> & { replies: readonly C[] }

function Replies<C extends ThreadComment<C>>({ view, level, replies }: RepliesProps<C>) {
  return replies.map((reply) => (
    <Thread key={reply.comment_id} view={view} comment={reply} level={Math.min(level + 1, commentLevels)} />
  ))
}

/** The replies to a comment that arrived with only some of them. The others load on request. */
function LongReplies<C extends ThreadComment<C>>({ view, comment, level }: ThreadProps<C>) {
  const cache = useQueryClient()
  const query = replyPages(view.discussion, comment.comment_id)
  const isOpened = cache.getQueryData(query.queryKey) !== undefined
  const repliesQuery = useInfiniteQuery({ ...query, enabled: isOpened })
  const inOrder = [
    ...comment.replies.slice(0, maxReplies),
    ...(repliesQuery.data?.pages ?? []).flatMap((page) => page.comments),
  ]
  // A linked reply from a later page and a reply that the member has just posted are shown after the replies in order.
  const outOfOrder = comment.replies.filter(
    (reply) => !inOrder.some((other) => other.comment_id === reply.comment_id),
  )
  const remaining = comment.reply_count - inOrder.length - outOfOrder.length
  const showMore = useShowMore(inOrder, t('{n} more reply|{n} more replies'))
  const isLoading = repliesQuery.isFetchingNextPage || repliesQuery.isLoading
  const hasMore = repliesQuery.data ? repliesQuery.hasNextPage : remaining > 0

  return (
    <>
      <Replies view={view} level={level} replies={inOrder} />
      {hasMore && (
        <li className={classNames(styles.moreReplies, styles[`level${Math.min(level + 1, commentLevels)}`])}>
          <Button
            variant="quiet"
            busy={isLoading}
            onClick={() =>
              void showMore(repliesQuery.data ? repliesQuery.fetchNextPage : repliesQuery.refetch)
            }
          >
            {!isLoading && <CornerDownRight aria-hidden="true" />}
            {plural(
              Math.min(threadPageSize, Math.max(1, remaining)),
              'Show {n} more reply|Show {n} more replies',
            )}
          </Button>
          {repliesQuery.isError && !isLoading && (
            <div role="alert">
              <FieldError>{messageOf(repliesQuery.error)}</FieldError>
            </div>
          )}
        </li>
      )}
      <Replies view={view} level={level} replies={outOfOrder} />
    </>
  )
}

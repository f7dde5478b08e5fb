import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CornerDownRight } from 'lucide-react'
import { memo } from 'react'
import type { Bill } from '../../contract/bills.ts'
import { commentLevels, repliesShown, type Comment } from '../../contract/discussions.ts'
import { wordsOf } from '../kit/api.ts'
import { countOf } from '../kit/format.ts'
import { Button } from '../kit/ui/Button.tsx'
import { classNames } from '../kit/ui/classNames.ts'
import { FieldError } from '../kit/ui/Field.tsx'
import { CommentItem } from './CommentItem.tsx'
import { joined } from './commentTree.ts'
import { replyPages, threadStep, type Sort } from './threads.ts'
import { useShowMore } from './useShowMore.ts'
import styles from './Comment.module.css'

type ThreadProps = {
  bill: Bill
  comment: Comment
  /** 1 to 3; deeper replies stand at 3. */
  level: number
  sort: Sort
  myId: string | null
  /** The comment that glows because a link points at it. */
  glowingId: string | null
  onDeleted: () => void
}

/**
 * A comment and its replies as they are read, each an item of the one list. Drawn again only when it has changed itself:
 * a vote in a discussion of thousands touches one thread.
 */
export const Thread = memo(function Thread(props: ThreadProps) {
  const { comment, level, glowingId, ...rest } = props
  const hasMore = comment.reply_count > comment.replies.length
  return (
    <>
      <CommentItem {...rest} comment={comment} level={level} isLinked={comment.comment_id === glowingId} />
      {hasMore ? <LongReplies {...props} /> : <Replies {...props} replies={joined(comment.replies)} />}
    </>
  )
})

function Replies({ replies, level, ...rest }: ThreadProps & { replies: readonly Comment[] }) {
  return replies.map((reply) => (
    <Thread key={reply.comment_id} {...rest} comment={reply} level={Math.min(level + 1, commentLevels)} />
  ))
}

/** More replies than came along: the others follow on demand, before what stands here out of turn. */
function LongReplies(props: ThreadProps) {
  const { bill, comment, level } = props
  const cache = useQueryClient()
  const query = replyPages(bill.bill_id, comment.comment_id)
  const isOpened = cache.getQueryData(query.queryKey) !== undefined
  const loaded = useInfiniteQuery({ ...query, enabled: isOpened })
  const inTurn = joined(
    comment.replies.slice(0, repliesShown),
    ...(loaded.data?.pages ?? []).map((page) => page.comments),
  )
  // A linked reply far down, or what the reader has just written.
  const outOfTurn = joined(comment.replies).filter(
    (reply) => !inTurn.some((other) => other.comment_id === reply.comment_id),
  )
  const left = comment.reply_count - inTurn.length - outOfTurn.length
  const showMore = useShowMore(inTurn, 'reply', 'replies')
  const isLoading = loaded.isFetchingNextPage || loaded.isLoading
  const hasMore = loaded.data ? loaded.hasNextPage : left > 0

  return (
    <>
      <Replies {...props} replies={inTurn} />
      {hasMore && (
        <li className={classNames(styles.moreReplies, styles[`level${Math.min(level + 1, commentLevels)}`])}>
          <Button
            variant="quiet"
            busy={isLoading}
            onClick={() => void showMore(loaded.data ? loaded.fetchNextPage : loaded.refetch)}
          >
            {!isLoading && <CornerDownRight aria-hidden="true" />}
            Show {countOf(Math.min(threadStep, Math.max(1, left)), 'more reply', 'more replies')}
          </Button>
          {loaded.isError && !isLoading && (
            <div role="alert">
              <FieldError>{wordsOf(loaded.error)}</FieldError>
            </div>
          )}
        </li>
      )}
      <Replies {...props} replies={outOfTurn} />
    </>
  )
}

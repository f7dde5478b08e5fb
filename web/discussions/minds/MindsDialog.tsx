import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { listMindChanges, type MindChangingComment } from '../../../contract/discussions.ts'
import { minMindChanges } from '../../../contract/rules/mindChanges.ts'
import { StanceTag } from '../../bills/stance/StanceTag.tsx'
import { call } from '../../kit/api/api.ts'
import { byCursor, withoutMoved } from '../../kit/api/pages.ts'
import { useFocusOnFirstNew } from '../../kit/focus.ts'
import { pluralize } from '../../kit/format.ts'
import { Button } from '../../kit/ui/Button.tsx'
import { Failure, Loading } from '../../kit/ui/Feedback.tsx'
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx'
import { AuthorLine } from '../../people/AuthorLine.tsx'
import { CreditedComment } from './CreditedComment.tsx'
import { MindFlows } from './MindFlows.tsx'
import styles from './Minds.module.css'

const pageSize = 10

/** How members moved between the stances on a bill, and the comments that did it. */
export function MindsDialog({ bill_id, onClose }: { bill_id: string; onClose: () => void }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [listMindChanges.path, { id: bill_id }, 'pages'],
      queryFn: ({ pageParam, signal }) =>
        call(listMindChanges, { id: bill_id, limit: pageSize, after: pageParam }, { signal }),
      ...byCursor,
      staleTime: 0,
    })
  const comments = withoutMoved(
    (data?.pages ?? []).flatMap((page) => page.comments),
    (comment) => comment.comment_id,
  )
  const list = useFocusOnFirstNew<HTMLUListElement>(comments.length, 'a')
  const summary = data?.pages[0]

  return (
    <Dialog title="Changed minds" isOpen onClose={onClose}>
      <div className={styles.body}>
        {!data && !error && <Loading>Loading...</Loading>}
        {error && (
          <Failure
            title="Changed minds could not be loaded"
            error={error}
            level={3}
            isRetrying={isFetching}
            onRetry={() => (data ? fetchNextPage() : refetch())}
          />
        )}
        {summary && (
          <p className={styles.lead}>
            {pluralize(summary.members, 'person', 'people')} changed their stance because of a comment on this
            bill.
          </p>
        )}
        {summary && summary.flows.length > 0 && (
          <MindFlows flows={summary.flows} otherMembers={summary.other_members} />
        )}
        {summary && summary.members < minMindChanges && (
          <p className={styles.note}>
            When {minMindChanges} people have changed their minds, you’ll see which stances they moved
            between.
          </p>
        )}
        {comments.length > 0 && (
          <section className={styles.comments} aria-labelledby="minds-comments">
            <h3 id="minds-comments">{comments.length === 1 ? 'The comment' : 'The comments'} that did it</h3>
            <ul ref={list} className={styles.list}>
              {comments.map((comment) => (
                <BillComment key={comment.comment_id} bill_id={bill_id} comment={comment} onOpen={onClose} />
              ))}
            </ul>
          </section>
        )}
        {hasNextPage && !error && (
          <Button
            variant="secondary"
            block
            busy={isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
    </Dialog>
  )
}

type BillCommentProps = { bill_id: string; comment: MindChangingComment; onOpen: () => void }

function BillComment({ bill_id, comment, onOpen }: BillCommentProps) {
  const location = useLocation()
  const search = new URLSearchParams(location.search)
  search.set('highlight', bill_id)
  search.set('comment', comment.comment_id)
  return (
    <CreditedComment
      comment={comment}
      head={
        <>
          <AuthorLine author={comment} />
          {comment.user_stance && <StanceTag stance={comment.user_stance} />}
        </>
      }
      link={
        // The bill stays open, and closing it still goes back to where it was opened.
        <Link
          className={styles.link}
          to={{ search: `?${search}` }}
          replace
          preventScrollReset
          state={location.state}
          onClick={onOpen}
        >
          Read it in the discussion
          <ArrowRight aria-hidden="true" />
        </Link>
      }
    />
  )
}

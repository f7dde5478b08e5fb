import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { listMindChanges, type MindChangingComment } from '#contract/discussions.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { getPersuasion } from '#contract/persuasion.ts'
import { minShownMembers } from '#contract/stances.ts'
import { StanceTag } from '#web/bills/stance/StanceTag.tsx'
import { call, queryFor } from '#web/kit/api/api.ts'
import { byCursor, withoutDuplicates } from '#web/kit/api/pages.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { PagedContent } from '#web/kit/ui/PagedContent.tsx'
import { AuthorLine } from '#web/people/AuthorLine.tsx'
import { CreditedComment } from './CreditedComment.tsx'
import { MindFlows } from './MindFlows.tsx'
import { describePersuasion } from './persuasion.ts'
import styles from './Minds.module.css'

const pageSize = 10

type MindsDialogProps = {
  bill_id: string
  /** Shows a comment in the discussion. */
  onShow: (comment_id: string) => void
  onClose: () => void
}

/** Shows how members moved between the stances on a bill, and the comments that changed their minds. */
export function MindsDialog({ bill_id, onShow, onClose }: MindsDialogProps) {
  const query = useInfiniteQuery({
    queryKey: [listMindChanges.path, { id: bill_id }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listMindChanges, { id: bill_id, limit: pageSize, after: pageParam }, { signal }),
    ...byCursor,
    staleTime: 0,
  })
  const comments = withoutDuplicates(
    (query.data?.pages ?? []).flatMap((page) => page.comments),
    (comment) => comment.comment_id,
  )
  const list = useFocusOnFirstNew<HTMLUListElement>(comments.length, 'button', query.data?.pages.length)
  const summary = query.data?.pages[0]
  const persuasion = useQuery(queryFor(getPersuasion, { id: bill_id }))
  const persuasionWords = persuasion.data ? describePersuasion(persuasion.data) : null

  return (
    <Dialog title={t('Changed minds')} isOpen onClose={onClose}>
      <div className={styles.body}>
        <PagedContent query={query} failureTitle={t('Changed minds could not be loaded')}>
          {summary && (
            <p className={styles.lead}>
              {plural(
                summary.members,
                '{n} person changed their stance because of a comment on this bill.|{n} people changed their stance because of a comment on this bill.',
              )}
            </p>
          )}
          {persuasionWords && <p className="note-text">{persuasionWords}</p>}
          {summary && summary.flows.length > 0 && (
            <MindFlows flows={summary.flows} otherMembers={summary.other_members} />
          )}
          {summary && summary.flows.length === 0 && (
            <p className="note-text">
              {t(
                'To protect privacy, a move between two stances is shown when at least {minimum} people have made it.',
                { minimum: minShownMembers },
              )}
            </p>
          )}
          {comments.length > 0 && (
            <section className={styles.comments} aria-labelledby="minds-comments">
              <h3 id="minds-comments">
                {plural(comments.length, 'The comment that changed minds|The comments that changed minds')}
              </h3>
              <ul ref={list} className={styles.list}>
                {comments.map((comment) => (
                  <BillComment key={comment.comment_id} comment={comment} onShow={onShow} />
                ))}
              </ul>
            </section>
          )}
        </PagedContent>
      </div>
    </Dialog>
  )
}

type BillCommentProps = { comment: MindChangingComment; onShow: (comment_id: string) => void }

function BillComment({ comment, onShow }: BillCommentProps) {
  return (
    <CreditedComment
      comment={comment}
      head={
        <>
          <AuthorLine author={comment} />
          <StanceTag {...comment} />
        </>
      }
      link={
        <TextButton className={classNames(styles.link)} onClick={() => onShow(comment.comment_id)}>
          {t('Read it in the discussion')}
          <ArrowRight aria-hidden="true" />
        </TextButton>
      }
    />
  )
}

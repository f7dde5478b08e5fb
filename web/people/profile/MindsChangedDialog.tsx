import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight, Brain } from 'lucide-react'
import type { Profile } from '#contract/accounts/accounts.ts'
import { listMindsChangedBy, type OwnMindChangingComment } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import { CreditedComment } from '#web/discussions/minds/CreditedComment.tsx'
import { call } from '#web/kit/api/api.ts'
import { byCursor, withoutDuplicates } from '#web/kit/api/pages.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { PagedContent } from '#web/kit/ui/PagedContent.tsx'
import minds from '#web/discussions/minds/Minds.module.css'
import styles from './MindsChanged.module.css'

const pageSize = 10

type MindsChangedDialogProps = { profile: Profile; isOwn: boolean; title: string; onClose: () => void }

/** Lists the comments with which a member changed minds. The comments that changed the most minds come first. */
export function MindsChangedDialog({ profile, isOwn, title, onClose }: MindsChangedDialogProps) {
  const query = useInfiniteQuery({
    queryKey: [listMindsChangedBy.path, { id: profile.userId }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listMindsChangedBy, { id: profile.userId, limit: pageSize, after: pageParam }, { signal }),
    ...byCursor,
  })
  const comments = withoutDuplicates(
    (query.data?.pages ?? []).flatMap((page) => page.comments),
    (comment) => comment.comment_id,
  )
  const list = useFocusOnFirstNew<HTMLUListElement>(comments.length, 'a', query.data?.pages.length)

  return (
    <Dialog title={title} subtitle={isOwn ? undefined : profile.fullName} isOpen onClose={onClose}>
      <div className={minds.body}>
        <PagedContent query={query} failureTitle={t('Changed minds could not be loaded')}>
          {query.data && comments.length === 0 && (
            <Empty
              icon={<Brain />}
              title={t('No comments to show')}
              hint={
                isOwn
                  ? t('The comments that changed minds have been deleted.')
                  : t('The comments have been deleted, or are not public.')
              }
              level={3}
            />
          )}
          {comments.length > 0 && (
            <ul ref={list} className={minds.list} aria-label={t('Comments that changed minds')}>
              {comments.map((comment) => (
                <OwnComment key={comment.comment_id} comment={comment} />
              ))}
            </ul>
          )}
        </PagedContent>
      </div>
    </Dialog>
  )
}

function OwnComment({ comment }: { comment: OwnMindChangingComment }) {
  return (
    <CreditedComment
      comment={comment}
      head={
        <span className={styles.bill}>
          <span className="muted">{comment.bill_code}</span> <b lang={recordLanguage}>{comment.bill_title}</b>
        </span>
      }
      link={
        <Link className={minds.link} to={paths.bill(comment.bill_id, comment.comment_id)}>
          {t('Read it on the bill')}
          <ArrowRight aria-hidden="true" />
        </Link>
      }
    />
  )
}

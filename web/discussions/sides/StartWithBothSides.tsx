import { CornerDownRight } from 'lucide-react'
import { useId } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { minOtherSideVotes, type SideComment } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import { stanceProse } from '#contract/stances.ts'
import { StanceTag } from '#web/bills/stance/StanceTag.tsx'
import { ParentLine } from '#web/comments/ParentLine.tsx'
import { BothSidesBadge } from '#web/discussions/billDiscussion.tsx'
import { MindChangeMenu } from '#web/discussions/MindChangeMenu.tsx'
import { useShowComment } from '#web/discussions/minds/MindStrip.tsx'
import { VoteButtons } from '#web/discussions/VoteButtons.tsx'
import { formatDate, formatNumber } from '#web/kit/format.ts'
import { useSession } from '#web/kit/session/session.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { AuthorLine } from '#web/people/AuthorLine.tsx'
import { MentionText } from '#web/people/MentionText.tsx'
import { useBothSides, useSideComment, type ShownComment, type Side } from './useBothSides.ts'
import styles from './Sides.module.css'

/** From each side, the comment that the other side liked most. Shown only if each has some votes of the other side. */
export function StartWithBothSides({ bill }: { bill: Bill }) {
  const headingId = useId()
  const { data } = useBothSides(bill.bill_id)
  const best = (side: Side) =>
    data?.comments.find((comment) => comment.side === side && comment.votes >= minOtherSideVotes)
  const [support, oppose] = [best('support'), best('oppose')]
  const supporting = useSideComment(bill.bill_id, support && oppose?.comment_id && support.comment_id)
  const opposing = useSideComment(bill.bill_id, oppose && support?.comment_id && oppose.comment_id)
  if (!support || !oppose || !isShown(supporting) || !isShown(opposing)) {
    return null
  }
  return (
    <section className={styles.both} aria-labelledby={headingId}>
      <h3 id={headingId}>{t('Start with both sides')}</h3>
      <p className={styles.hint}>{t('From each side, the comment that the other side liked most.')}</p>
      <div className={styles.sides}>
        <SideCard bill={bill} side={support} comment={supporting} />
        <SideCard bill={bill} side={oppose} comment={opposing} />
      </div>
    </section>
  )
}

function isShown(comment: ShownComment | undefined): comment is ShownComment {
  return comment !== undefined && !comment.is_deleted && !comment.muted
}

/** A copy of a comment of the list. Its replies are there. */
function SideCard({ bill, side, comment }: { bill: Bill; side: SideComment; comment: ShownComment }) {
  const { user } = useSession()
  const showInList = useShowComment(bill.bill_id)
  const name = comment.full_name || comment.username || ''
  return (
    <article
      className={styles.side}
      data-side={side.side}
      aria-label={`${name}, ${t(stanceProse[side.side])}`}
    >
      <p className={styles.author}>
        <AuthorLine author={comment} isViewer={comment.user_id === user?.userId} />
        <StanceTag {...comment} />
        <time dateTime={comment.created_at}>{formatDate(comment.created_at)}</time>
      </p>
      <ParentLine parent={comment.parent} />
      <p className={styles.text} lang={langOf(comment.language)}>
        <MentionText text={comment.content} />
      </p>
      {comment.both_sides ? (
        <BothSidesBadge votes={comment.both_sides} />
      ) : (
        <p className={styles.why}>
          {side.side === 'support'
            ? t('Liked by {upvotes} of {votes} opponents who voted', {
                upvotes: formatNumber(side.upvotes),
                votes: formatNumber(side.votes),
              })
            : t('Liked by {upvotes} of {votes} supporters who voted', {
                upvotes: formatNumber(side.upvotes),
                votes: formatNumber(side.votes),
              })}
        </p>
      )}
      {user && (
        <div className={styles.actions}>
          <VoteButtons bill_id={bill.bill_id} comment={comment} />
          <button type="button" className="action" onClick={() => showInList(comment.comment_id)}>
            <CornerDownRight aria-hidden="true" />
            {t('Read the thread')}
          </button>
          {bill.user_stance && comment.user_id !== user.userId && (
            <MindChangeMenu bill={bill} comment={comment} name={name} />
          )}
        </div>
      )}
    </article>
  )
}

import { ArrowBigDown, ArrowBigUp } from 'lucide-react'
import type { Comment } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import { formatNumber, formatShort } from '#web/kit/format.ts'
import { useVote } from './actions.ts'
import styles from './CommentParts.module.css'

const kinds = [
  { vote_type: 'upvote', name: t('Upvote'), Icon: ArrowBigUp, count: 'upvotes' },
  { vote_type: 'downvote', name: t('Downvote'), Icon: ArrowBigDown, count: 'downvotes' },
] as const

/** An arrow for upvotes and an arrow for downvotes, with their counts. Pressing the selected arrow removes the vote. */
export function VoteButtons({ bill_id, comment }: { bill_id: string; comment: Comment }) {
  const vote = useVote(bill_id, comment)
  return (
    <span className={styles.votes}>
      {kinds.map(({ vote_type, name, Icon, count }) => (
        <button
          key={vote_type}
          type="button"
          className="action"
          aria-label={`${name}, ${formatNumber(comment[count])}`}
          aria-pressed={comment.user_vote === vote_type}
          onClick={() => !vote.isPending && vote.mutate(vote_type)}
        >
          <Icon aria-hidden="true" />
          {formatShort(comment[count])}
        </button>
      ))}
    </span>
  )
}

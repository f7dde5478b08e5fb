import { X } from 'lucide-react'
import { useEffect, useId, useMemo } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { minOtherSideVotes, type SideComment } from '#contract/discussions.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { stanceCount, stanceTotal, type Stance } from '#contract/stances.ts'
import { focusOwnStance } from '#web/bills/stance/focusOwnStance.ts'
import { StanceTag } from '#web/bills/stance/StanceTag.tsx'
import { setTakenStance } from '#web/bills/stance/takenStance.ts'
import { CommentComposer } from '#web/comments/CommentComposer.tsx'
import { ParentLine } from '#web/comments/ParentLine.tsx'
import { billDiscussion } from '#web/discussions/billDiscussion.tsx'
import { MindChangeMenu } from '#web/discussions/MindChangeMenu.tsx'
import { formatNumber } from '#web/kit/format.ts'
import { useSession } from '#web/kit/session/session.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { IconButton, TextButton } from '#web/kit/ui/Button.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { AuthorLine } from '#web/people/AuthorLine.tsx'
import { MentionText } from '#web/people/MentionText.tsx'
import { useBothSides, useSideComment, type ShownComment } from './useBothSides.ts'
import styles from './Sides.module.css'

const questions: Record<Stance, { heading: string; label: string; announced: string }> = {
  support: {
    heading: t('You support it. Why?'),
    label: t('Why you support it'),
    announced: t('You support it.'),
  },
  oppose: {
    heading: t('You oppose it. Why?'),
    label: t('Why you oppose it'),
    announced: t('You oppose it.'),
  },
  neutral: {
    heading: t('You are neutral. What would decide it?'),
    label: t('What would decide it'),
    announced: t('You are neutral.'),
  },
  learning: {
    heading: t('You are still learning. What do you want to know?'),
    label: t('What you want to know'),
    announced: t('You are still learning.'),
  },
}

type SideWords = {
  /** The stance of the other side. */
  side: SideComment['side']
  numbers: (count: number, total: string) => string
  liked: string
  likedBy: (upvotes: number, votes: number) => string
}

/** The words about the other side of a stance. */
const others: Record<'support' | 'oppose', SideWords> = {
  support: {
    side: 'oppose',
    numbers: (count, total) =>
      plural(count, '{n} of {total} people opposes it|{n} of {total} people oppose it', { total }),
    liked: t('Supporters liked this comment of theirs most.'),
    likedBy: (upvotes, votes) =>
      t('Liked by {upvotes} of {votes} supporters who voted', {
        upvotes: formatNumber(upvotes),
        votes: formatNumber(votes),
      }),
  },
  oppose: {
    side: 'support',
    numbers: (count, total) =>
      plural(count, '{n} of {total} people supports it|{n} of {total} people support it', { total }),
    liked: t('Opponents liked this comment of theirs most.'),
    likedBy: (upvotes, votes) =>
      t('Liked by {upvotes} of {votes} opponents who voted', {
        upvotes: formatNumber(upvotes),
        votes: formatNumber(votes),
      }),
  },
}

type MomentProps = { bill: Bill; stance: Stance; onReadDiscussion: () => void }

/**
 * The moment after a stance: one line to say why, and a comment of the other side that the member's own side liked most. Closing
 * it or posting ends it. It never takes the focus.
 */
export function Moment({ bill, stance, onReadDiscussion }: MomentProps) {
  const headingId = useId()
  const { bill_id } = bill
  const { heading, label } = questions[stance]
  const sides = useBothSides(bill_id)
  const shownComment = chooseComment(sides.data?.comments ?? [], stance)
  const comment = useSideComment(bill_id, shownComment?.comment_id)
  const { user } = useSession()
  // The list of both sides may be from before the member left the other side.
  const isOfOthers = comment?.user_id !== user?.userId
  const discussion = useMemo(
    () => billDiscussion(bill, 'all', { sort: 'oldest', newSince: null, isMoment: true }),
    [bill],
  )
  const numbers = numbersOf(bill, stance)
  useEffect(() => {
    announce(
      [questions[stance].announced, numbers && `${numbers}.`, t('You can say why below.')]
        .filter(Boolean)
        .join(' '),
    )
    // The counts may change while the moment is open, and it is announced once for each stance.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [stance])
  const close = () => setTakenStance(bill_id, null)
  const leave = () => {
    close()
    focusOwnStance()
  }
  return (
    <section className={`card no-print ${styles.moment}`} aria-labelledby={headingId}>
      <div className={styles.momentHead}>
        <h2 id={headingId}>{heading}</h2>
        <IconButton label={t('Not now')} icon={<X aria-hidden="true" />} onClick={leave} />
      </div>
      <CommentComposer
        discussion={discussion}
        label={label}
        placeholder={t('One sentence helps your neighbors.')}
        submit={t('Post')}
        isShort
        onPosted={close}
      />
      {comment && isOfOthers && !comment.is_deleted && comment.muted == null && shownComment && (
        <OtherSide
          bill={bill}
          stance={stance}
          comment={comment}
          shown={shownComment}
          numbers={numbers}
          onReadDiscussion={onReadDiscussion}
        />
      )}
    </section>
  )
}

type OtherSideProps = {
  bill: Bill
  stance: Stance
  comment: ShownComment
  shown: SideComment
  numbers: string | null
  onReadDiscussion: () => void
}

function OtherSide({ bill, stance, comment, shown, numbers, onReadDiscussion }: OtherSideProps) {
  const other = stance === 'support' || stance === 'oppose' ? others[stance] : null
  const name = comment.full_name || comment.username || ''
  const isLiked = shown.votes >= minOtherSideVotes
  return (
    <div className={styles.other}>
      {numbers && <p className={styles.numbers}>{numbers}</p>}
      {other && isLiked && <p className={styles.hint}>{other.liked}</p>}
      <article className={styles.comment}>
        <p className={styles.author}>
          <AuthorLine author={comment} />
          <StanceTag {...comment} />
        </p>
        <ParentLine parent={comment.parent} />
        <p lang={langOf(comment.language)}>
          <MentionText text={comment.content} />
        </p>
        {other && isLiked && <p className={styles.why}>{other.likedBy(shown.upvotes, shown.votes)}</p>}
      </article>
      <div className={styles.actions}>
        <MindChangeMenu bill={bill} comment={comment} name={name} />
        <TextButton onClick={onReadDiscussion}>{t('Read the discussion')}</TextButton>
      </div>
      <p className={styles.hint}>
        {t('Did it move you? Choose your new stance, and {name} gets the credit.', {
          name: firstName(name),
        })}
      </p>
    </div>
  )
}

/** Supporters see a comment of an opponent, and the other way around. Everybody else sees one that both sides liked. */
function chooseComment(comments: readonly SideComment[], stance: Stance): SideComment | undefined {
  if (stance === 'support' || stance === 'oppose') {
    return comments.find(({ side }) => side === others[stance].side)
  }
  return comments.find(({ is_shared }) => is_shared)
}

/** Returns, for example, "6 of 21 people oppose it". Null without anybody on the other side. */
function numbersOf(bill: Bill, stance: Stance): string | null {
  if (stance !== 'support' && stance !== 'oppose') {
    return null
  }
  const count = stanceCount(bill, others[stance].side)
  if (count === 0) {
    return null
  }
  return others[stance].numbers(count, formatNumber(stanceTotal(bill)))
}

function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}

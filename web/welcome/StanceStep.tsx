import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getMostDiscussed, type Bill } from '#contract/bills/bills.ts'
import { listMindChanges } from '#contract/discussions.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { placeName } from '#contract/placeTexts.ts'
import { stanceCount, stanceTotal } from '#contract/stances.ts'
import { CommentCount } from '#web/bills/card/CommentCount.tsx'
import { LevelLabel } from '#web/bills/card/LevelLabel.tsx'
import { summaryContent } from '#web/bills/ownWords.ts'
import { StanceControl } from '#web/bills/stance/StanceControl.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { formatNumber } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import type { StepProps } from './progress.ts'
import { StepHeading } from './StepHeading.tsx'
import styles from './StanceStep.module.css'
import welcome from './WelcomeCard.module.css'

type StanceStepProps = StepProps & {
  /** True once the member has taken a stance here. The bill stays, with what others say about it. */
  hasEnded: boolean
  onStanceTaken: () => void
  onClose: () => void
}

export function StanceStep({ onFinish, hasEnded, onStanceTaken, onClose, ...props }: StanceStepProps) {
  const { data } = useQuery(queryFor(getMostDiscussed, {}))
  const { user } = useSession()
  // The member may have taken a stance on another bill on this screen. The step then waits for a press of "Next", because
  // the focus is on that bill.
  const [hadStances] = useState((user?.totalStances ?? 0) > 0)
  const hasStanceElsewhere = !hasEnded && (hadStances || (user?.totalStances ?? 0) > 0)
  const bill = data?.bills[0]
  const place = (data?.is_own_area && bill && placeName(bill.jurisdiction)) || t('Congress')
  const introduction = hasStanceElsewhere
    ? t('You have taken your first stance.')
    : !bill
      ? t('Take your first stance on any bill below.')
      : bill.discussion_count > 0
        ? t('The most discussed bill of {place}. Take your first stance.', { place })
        : t('A new bill of {place}. Take your first stance.', { place })
  return (
    <div className={welcome.step}>
      <StepHeading
        {...props}
        title={t('Where do you stand?')}
        text={hasEnded ? undefined : `${introduction} ${t('You can change it at any time.')}`}
      />
      {bill && (
        <article className={styles.bill}>
          <p className={styles.meta}>
            <LevelLabel bill={bill} />
            <span>{bill.bill_code}</span>
            <CommentCount bill={bill} />
          </p>
          <h3>
            <Link to={paths.bill(bill.bill_id)} lang={recordLanguage}>
              {bill.title}
            </Link>
          </h3>
          {!hasEnded && <p className={styles.summary} {...summaryContent(bill)} />}
          <StanceControl bill={bill} onStanceTaken={onStanceTaken} />
          {hasEnded && <OtherStances bill={bill} />}
        </article>
      )}
      <div className={welcome.actions}>
        {hasEnded ? (
          <Button onClick={onClose}>{t('Go to the bills')}</Button>
        ) : hasStanceElsewhere ? (
          <Button onClick={() => onFinish('done')}>{t('Next')}</Button>
        ) : (
          <Button variant="quiet" onClick={() => onFinish('skipped')}>
            {t('Skip this step')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Says how many people see the bill differently, and links to the comment that changed the most minds. */
function OtherStances({ bill }: { bill: Bill }) {
  const { data } = useQuery(queryFor(listMindChanges, { id: bill.bill_id, limit: 1 }))
  const [comment] = data?.comments ?? []
  const total = stanceTotal(bill)
  const others = bill.user_stance ? total - stanceCount(bill, bill.user_stance) : 0
  return (
    <p className={styles.neighbors} aria-live="polite">
      {othersText(others, total)}{' '}
      {comment ? (
        <Link to={paths.bill(bill.bill_id, comment.comment_id)}>
          {plural(
            comment.change_count,
            'Read the comment that changed {n} mind.|Read the comment that changed {n} minds.',
          )}
        </Link>
      ) : (
        bill.discussion_count > 0 && <Link to={paths.bill(bill.bill_id)}>{t('Read what they say.')}</Link>
      )}
    </p>
  )
}

function othersText(others: number, total: number): string {
  if (total <= 1) {
    return t('You are the first to take a stance on this bill.')
  }
  if (others === 0) {
    return t('All {count} people who took a stance agree with you.', { count: formatNumber(total) })
  }
  return plural(
    others,
    '{n} of {total} people sees it differently.|{n} of {total} people see it differently.',
    { total: formatNumber(total) },
  )
}

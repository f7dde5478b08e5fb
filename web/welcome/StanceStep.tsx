import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getMostDiscussed } from '#contract/bills/bills.ts'
import { divisionName } from '#contract/places.ts'
import { CommentCount } from '#web/bills/card/CommentCount.tsx'
import { LevelLabel } from '#web/bills/card/LevelLabel.tsx'
import { StanceControl } from '#web/bills/stance/StanceControl.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import type { StepProps } from './progress.ts'
import styles from './WelcomeCard.module.css'

export function StanceStep({ heading, onFinish }: StepProps) {
  const { data } = useQuery(queryFor(getMostDiscussed, {}))
  const { user } = useSession()
  // The member may have taken a stance on another bill on this screen. The step then waits for a press of "Next", because
  // the focus is on that bill.
  const hasStanceElsewhere = (user?.totalStances ?? 0) > 0
  const bill = data?.bills[0]
  const place = bill && (data.is_own_area ? divisionName(bill.jurisdiction) : 'Congress')
  const introduction = hasStanceElsewhere
    ? 'You have taken your first stance.'
    : !bill
      ? 'Take your first stance on any bill below.'
      : bill.discussion_count > 0
        ? `The most discussed bill of ${place}. Take your first stance.`
        : `A new bill of ${place}. Take your first stance.`
  return (
    <div className={styles.step}>
      <div>
        {heading}
        <p className={styles.text}>{introduction} You can change it at any time.</p>
      </div>
      {bill && (
        <article className={styles.bill}>
          <p className={styles.billMeta}>
            <LevelLabel bill={bill} />
            <span>{bill.bill_code}</span>
            <CommentCount bill={bill} />
          </p>
          <h3>
            <Link to={paths.bill(bill.bill_id)}>{bill.title}</Link>
          </h3>
          <p className={styles.summary}>{bill.summary}</p>
          <StanceControl bill={bill} onStanceTaken={() => onFinish('done')} />
        </article>
      )}
      <div className={styles.actions}>
        {hasStanceElsewhere ? (
          <Button onClick={() => onFinish('done')}>Next</Button>
        ) : (
          <Button variant="quiet" onClick={() => onFinish('skipped')}>
            Skip this step
          </Button>
        )}
      </div>
    </div>
  )
}

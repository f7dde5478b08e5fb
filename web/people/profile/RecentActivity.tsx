import { History, MessageSquare } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'react-router'
import type { Profile } from '../../../contract/accounts.ts'
import { topicName } from '../../../contract/rules/topics.ts'
import { StanceIcon } from '../../bills/stance/StanceIcon.tsx'
import { formatDate, timeAgoOrDate } from '../../kit/format.ts'
import { paths } from '../../kit/paths.ts'
import { classNames } from '../../kit/ui/classNames.ts'
import { Empty } from '../../kit/ui/Feedback.tsx'
import { newestActivity, type Activity } from './newestActivity.ts'
import { activityWords } from './profileWords.ts'
import { SectionHead } from './SectionHead.tsx'
import styles from './RecentActivity.module.css'

type RecentActivityProps = { profile: Profile; isOwn: boolean; ref: Ref<HTMLElement> }

/** The newest stances and comments; each leads to its bill. */
export function RecentActivity({ profile, isOwn, ref }: RecentActivityProps) {
  const activities = newestActivity(profile)
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={classNames('card', styles.section)}
      aria-label="Recent Activity"
    >
      <SectionHead title="Recent Activity" />
      {activities.length === 0 ? (
        <Empty
          icon={<History />}
          title="No activity yet"
          hint={isOwn ? 'Your stances and comments show here.' : undefined}
          level={3}
        />
      ) : (
        <ol className={styles.list}>
          {activities.map((one) => (
            <li
              key={keyOf(one)}
              className={classNames(styles.item, one.kind === 'stance' && styles[one.stance])}
            >
              <span className={styles.dot} aria-hidden="true">
                {one.kind === 'stance' ? <StanceIcon stance={one.stance} /> : <MessageSquare />}
              </span>
              {one.kind === 'stance' ? <TakenStance taken={one} /> : <Said comment={one} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function keyOf(activity: Activity): string {
  return activity.kind === 'stance' ? `stance ${activity.bill_id}` : activity.comment_id
}

function TakenStance({ taken }: { taken: Extract<Activity, { kind: 'stance' }> }) {
  return (
    <div className={styles.words}>
      <p className={styles.meta}>
        <span className={styles.stance}>
          <StanceIcon stance={taken.stance} />
          {activityWords[taken.stance]}
        </span>
        {taken.category_name && <span>{topicName(taken.category_name)}</span>}
        <Ago time={taken.created_at} />
      </p>
      <p className={styles.title}>
        <Link to={paths.bill(taken.bill_id)}>{taken.bill_title}</Link>
      </p>
    </div>
  )
}

function Said({ comment }: { comment: Extract<Activity, { kind: 'comment' }> }) {
  return (
    <div className={styles.words}>
      <p className={styles.meta}>
        <b>Commented</b>
        <span>in {comment.category_name}</span>
        <Ago time={comment.created_at} />
      </p>
      <blockquote className={styles.quote}>{comment.content}</blockquote>
      <p className={styles.about}>
        <Link to={paths.bill(comment.bill_id, comment.comment_id)}>{comment.bill_title}</Link>
      </p>
    </div>
  )
}

function Ago({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatDate(time)}>
      {timeAgoOrDate(time)}
    </time>
  )
}

import { History, MessageSquare } from 'lucide-react'
import type { Ref } from 'react'
import type { Profile } from '#contract/accounts/accounts.ts'
import { categoryName } from '#contract/discussionTexts.ts'
import { t } from '#contract/kit/translate.ts'
import { topicName } from '#contract/topics.ts'
import { StanceIcon } from '#web/bills/stance/StanceIcon.tsx'
import { formatDate, timeAgo } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { SectionHead } from './SectionHead.tsx'
import { activityLabels } from './stanceLabels.ts'
import styles from './RecentActivity.module.css'

const activitiesShown = 8

type Activity =
  | ({ kind: 'stance' } & Profile['recentStances'][number])
  | ({ kind: 'comment' } & Profile['recentComments'][number])

/** Merges the newest stances and comments into one list, the newest first. */
export function newestActivity(profile: Pick<Profile, 'recentStances' | 'recentComments'>): Activity[] {
  const stances = profile.recentStances.map((stance) => ({ kind: 'stance' as const, ...stance }))
  const comments = profile.recentComments.map((comment) => ({ kind: 'comment' as const, ...comment }))
  return [...stances, ...comments]
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(0, activitiesShown)
}

type RecentActivityProps = { profile: Profile; isOwn: boolean; ref: Ref<HTMLElement> }

/** Lists the newest stances and comments. Each has a link to its bill. */
export function RecentActivity({ profile, isOwn, ref }: RecentActivityProps) {
  const activities = newestActivity(profile)
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={classNames('card', styles.section)}
      aria-label={t('Recent Activity')}
    >
      <SectionHead title={t('Recent Activity')} />
      {activities.length === 0 ? (
        <Empty
          icon={<History />}
          title={t('No activity yet')}
          hint={isOwn ? t('Your stances and comments will appear here.') : undefined}
          level={3}
        />
      ) : (
        <ol className={styles.list}>
          {activities.map((activity) => (
            <li
              key={keyOf(activity)}
              className={classNames(styles.item, activity.kind === 'stance' && styles[activity.stance])}
            >
              <span className={styles.dot} aria-hidden="true">
                {activity.kind === 'stance' ? <StanceIcon stance={activity.stance} /> : <MessageSquare />}
              </span>
              {activity.kind === 'stance' ? (
                <StanceActivity activity={activity} />
              ) : (
                <CommentActivity comment={activity} />
              )}
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

function StanceActivity({ activity }: { activity: Extract<Activity, { kind: 'stance' }> }) {
  return (
    <div className={styles.text}>
      {/* The title follows the stance directly so that nothing else reads as what the member supports. */}
      <p className={styles.title}>
        <span className={styles.stance}>
          <StanceIcon stance={activity.stance} />
          {activityLabels[activity.stance]}
        </span>{' '}
        <Link to={paths.bill(activity.bill_id)} lang={recordLanguage}>
          {activity.bill_title}
        </Link>
      </p>
      <p className={styles.meta}>
        {activity.category_name && (
          <span className={styles.topic}>
            <span className="vh">{t('Topic:')} </span>
            {topicName(activity.category_name)}
          </span>
        )}
        {activity.is_outdated && <span>{t('On an earlier version')}</span>}
        <Ago time={activity.created_at} />
      </p>
    </div>
  )
}

function CommentActivity({ comment }: { comment: Extract<Activity, { kind: 'comment' }> }) {
  return (
    <div className={styles.text}>
      <p className={styles.meta}>
        <b>{t('Commented')}</b>
        <span>{t('in {category}', { category: categoryName(comment.category_name) })}</span>
        <Ago time={comment.created_at} />
      </p>
      <blockquote className={styles.quote} lang={langOf(comment.language)}>
        {comment.content}
      </blockquote>
      <p className={styles.about}>
        <Link to={paths.bill(comment.bill_id, comment.comment_id)} lang={recordLanguage}>
          {comment.bill_title}
        </Link>
      </p>
    </div>
  )
}

function Ago({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatDate(time)}>
      {timeAgo(time)}
    </time>
  )
}

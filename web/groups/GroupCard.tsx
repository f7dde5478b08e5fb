import { MessageSquareText } from 'lucide-react'
import type { ListedGroup } from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'
import { LevelName } from '#web/bills/card/LevelLabel.tsx'
import { formatDate, formatNumber, timeAgo } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { T } from '#web/kit/ui/T.tsx'
import { GroupDescription } from './GroupDescription.tsx'
import { GroupFollowButton } from './GroupFollowButton.tsx'
import styles from './Groups.module.css'

/** A group in the list. The whole card is a link to it. */
export function GroupCard({ group }: { group: ListedGroup }) {
  const { group_id, group_name, government_level, description, isFollowing, latest_post } = group
  return (
    <li data-group-id={group_id} className={classNames('card', styles.card, isFollowing && styles.followed)}>
      <div className={styles.cardHead}>
        <div>
          <h3 className={styles.name}>
            <Link to={paths.group(group_id, 'feed')}>{placeText(group_name)}</Link>
          </h3>
          <LevelName level={government_level} />
        </div>
        <div className={styles.follow}>
          <GroupFollowButton group={group} capitals />
        </div>
      </div>
      <div className={styles.about}>
        <GroupDescription className="note-text" text={description} />
        {latest_post && <LatestPost post={latest_post} />}
      </div>
      <GroupCounts group={group} />
    </li>
  )
}

function LatestPost({ post }: { post: NonNullable<ListedGroup['latest_post']> }) {
  const { title, title_is_cut, language, author_name, created_at } = post
  return (
    <p className={styles.latest}>
      <MessageSquareText aria-hidden="true" />
      <span>
        <span className="vh">{t('Latest post:')} </span>
        <q lang={langOf(language)}>{title_is_cut ? `${title.replace(/\s\S*$/, '')} …` : title}</q>{' '}
        <span className="muted">
          {author_name && `${author_name} · `}
          {timeAgo(created_at)}
        </span>
      </span>
    </p>
  )
}

export function GroupCounts({ group: { member_count, last_activity_at } }: { group: ListedGroup }) {
  return (
    <p className={styles.counts}>
      <span>
        <T
          text="Members: {count}"
          values={{ count: <strong className="num">{formatNumber(member_count)}</strong> }}
        />
      </span>
      <span>
        {last_activity_at
          ? t('Updated: {date}', { date: formatDate(last_activity_at) })
          : t('Updated: No activity yet')}
      </span>
    </p>
  )
}

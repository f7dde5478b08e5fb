import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Group } from '../../contract/groups.ts'
import { LevelName } from '../bills/card/LevelLabel.tsx'
import { formatDate, formatNumber } from '../kit/format.ts'
import { paths } from '../kit/paths.ts'
import { classNames } from '../kit/ui/classNames.ts'
import { GroupFollowButton } from './GroupFollowButton.tsx'
import { memberCounts } from './memberCounts.ts'
import styles from './Groups.module.css'

/** A group in the list. The whole card is a link to it. */
export function GroupCard({ group }: { group: Group }) {
  const { group_id, group_name, government_level, description, isFollowing, last_activity_at } = group
  return (
    <li className={classNames('card', styles.card, isFollowing && styles.followed)}>
      <div className={styles.cardHead}>
        <div>
          <h2 className={styles.name}>
            <Link to={paths.group(group_id, 'feed')}>{group_name}</Link>
          </h2>
          <LevelName level={government_level} />
        </div>
        <div className={styles.follow}>
          <GroupFollowButton group={group} capitals />
        </div>
      </div>
      <p className={styles.description}>{description}</p>
      <p className={styles.counts}>
        <span>
          Members: <MemberCount group_id={group_id} />
        </span>
        <span>Updated: {last_activity_at ? formatDate(last_activity_at) : 'No activity yet'}</span>
      </p>
    </li>
  )
}

/** Filled in when its batch arrives; a count that fails to load shows 0. */
function MemberCount({ group_id }: { group_id: string }) {
  const { data, isError } = useQuery({ ...memberCounts(group_id), enabled: false })
  if (!data && !isError) return <span className="muted">Loading...</span>
  return <strong className="num">{formatNumber(data?.total ?? 0)}</strong>
}

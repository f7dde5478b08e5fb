import type { ListedGroup } from '#contract/groups.ts'
import { placeText } from '#contract/placeTexts.ts'
import { LevelName } from '#web/bills/card/LevelLabel.tsx'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { GroupCounts } from './GroupCard.tsx'
import { GroupDescription } from './GroupDescription.tsx'
import { GroupFollowButton } from './GroupFollowButton.tsx'
import styles from './Groups.module.css'

/** A group as a compact row, for places where the viewer does not live. The whole row is a link to the group. */
export function GroupRow({ group }: { group: ListedGroup }) {
  const { group_id, group_name, government_level, description, isFollowing } = group
  return (
    <li data-group-id={group_id} className={classNames(styles.row, isFollowing && styles.followed)}>
      <div className={styles.rowText}>
        <div className={styles.rowHead}>
          <h4 className={styles.name}>
            <Link to={paths.group(group_id, 'feed')}>{placeText(group_name)}</Link>
          </h4>
          <LevelName level={government_level} />
        </div>
        <GroupDescription className={styles.rowDescription} text={description} />
      </div>
      <GroupCounts group={group} />
      <div className={styles.follow}>
        <GroupFollowButton group={group} capitals soft />
      </div>
    </li>
  )
}

import { Users } from 'lucide-react'
import { Link } from 'react-router'
import type { Profile } from '../../contract/accounts.ts'
import { LevelName } from '../bills/LevelLabel.tsx'
import { countOf } from '../kit/format.ts'
import { paths } from '../kit/paths.ts'
import { ButtonLink } from '../kit/ui/Button.tsx'
import { Empty } from '../kit/ui/Feedback.tsx'
import { SectionHead } from './SectionHead.tsx'
import styles from './Section.module.css'

export function FollowedGroups({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const groups = profile.followedGroups
  return (
    <section className="card" aria-label="Followed Groups">
      <SectionHead title="Followed Groups" count={groups.length} />
      {groups.length === 0 ? (
        <Empty icon={<Users />} title="No followed groups yet" level={3}>
          {isOwn && (
            <ButtonLink variant="secondary" to={paths.groups}>
              Browse & Follow Groups
            </ButtonLink>
          )}
        </Empty>
      ) : (
        <ul className={styles.rows}>
          {groups.map((group) => (
            <li key={group.group_id} className={styles.row}>
              <div>
                <Link to={paths.group(group.group_id)}>{group.group_name}</Link>
                <p className={styles.meta}>
                  <LevelName level={group.government_level} />
                  {countOf(group.follower_count, 'follower')}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

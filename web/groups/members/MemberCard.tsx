import type { ReactNode } from 'react'
import type { GroupMember } from '#contract/groups.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { MemberTypeBadge } from '#web/people/MemberTypeBadge.tsx'
import styles from './Members.module.css'

/** The card of a member, which links to the profile. An elected official also has two lines of biography. */
export function MemberCard({ member, heading }: { member: GroupMember; heading?: ReactNode }) {
  const { user_id, username, full_name, bio, member_type, profile_picture_url, engagement_level } = member
  const isOfficial = member_type === 'elected_official'
  return (
    <li className={styles.member} data-user-id={user_id}>
      {heading}
      <div className={classNames('card', styles.card)}>
        <Avatar
          name={full_name}
          pictureUrl={profile_picture_url}
          level={engagement_level}
          size={member_type === 'regular' ? 'small' : 'large'}
        />
        <div className={styles.about}>
          <Link to={paths.profile(username)} className={styles.name}>
            {full_name}
          </Link>
          <p className={styles.username}>@{username}</p>
          <MemberTypeBadge type={member_type} />
          {isOfficial && bio && <p className={styles.bio}>{bio}</p>}
        </div>
      </div>
    </li>
  )
}

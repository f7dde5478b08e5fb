import { Medal, Pencil, Sprout } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Profile } from '../../../contract/accounts.ts'
import { lazyPart } from '../../kit/api/lazyPart.ts'
import { formatNumber } from '../../kit/format.ts'
import type { SessionUser } from '../../kit/session/sessionUser.ts'
import { Avatar } from '../../kit/ui/Avatar.tsx'
import { Badge } from '../../kit/ui/Badge.tsx'
import { PopupBoundary } from '../../kit/ui/Boundary.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import { ReportMenu } from '../../moderation/ReportMenu.tsx'
import { EditProfile } from '../edit/EditProfile.tsx'
import { readKeptDraft } from '../edit/profileDraft.ts'
import { FollowButton } from '../FollowButton.tsx'
import { levelNames } from '../levelProgress.ts'
import type { PeopleSide } from '../PeopleDialog.tsx'
import { PictureControl } from '../pictures/PictureControl.tsx'
import { PointsTrack } from '../PointsTrack.tsx'
import { VerifiedTick } from '../VerifiedTick.tsx'
import styles from './ProfileHeader.module.css'

const PeopleDialog = lazyPart(async () => ({
  default: (await import('../PeopleDialog.tsx')).PeopleDialog,
}))

type ProfileHeaderProps = { profile: Profile; viewer: SessionUser | null }

/** Who it is, how far they have come, and what can be done here: edit one's own profile, follow another member. */
export function ProfileHeader({ profile, viewer }: ProfileHeaderProps) {
  const isOwn = viewer?.userId === profile.userId
  const [isEditing, setIsEditing] = useState(() => isOwn && readKeptDraft(profile.userId) !== null)
  const [open, setOpen] = useState<PeopleSide | null>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const LevelIcon = profile.engagementLevel === 'new' ? Sprout : Medal

  function stopEditing() {
    flushSync(() => setIsEditing(false))
    editButton.current?.focus()
  }

  return (
    <section className={classNames('card', styles.header)} aria-label="Profile">
      <div className={styles.top}>
        {isOwn ? (
          <PictureControl profile={profile} isCompact={!isEditing} />
        ) : (
          <Avatar
            name={profile.fullName}
            pictureUrl={profile.profilePictureUrl}
            level={profile.engagementLevel}
            size="huge"
          />
        )}
        <div className={styles.who}>
          <div className={styles.names}>
            <div className={styles.line}>
              <h1 className={styles.name}>{profile.fullName}</h1>
              {profile.isVerified && <VerifiedTick />}
              <Badge tone={profile.engagementLevel} icon={<LevelIcon aria-hidden="true" />}>
                {levelNames[profile.engagementLevel]}
              </Badge>
            </div>
            <p className={`muted ${styles.username}`}>@{profile.username}</p>
          </div>
          {isEditing ? (
            <EditProfile profile={profile} onDone={stopEditing} />
          ) : (
            profile.bio && <p className={styles.bio}>{profile.bio}</p>
          )}
          <div className={styles.counts}>
            {(['followers', 'following'] as const).map((side) => (
              <button key={side} type="button" aria-haspopup="dialog" onClick={() => setOpen(side)}>
                <b>{formatNumber(countOn(profile, side))}</b> {countWord(profile, side)}
              </button>
            ))}
          </div>
        </div>
        <div className={styles.actions}>
          {isOwn && !isEditing && (
            <Button ref={editButton} variant="secondary" onClick={() => setIsEditing(true)}>
              <Pencil aria-hidden="true" />
              Edit Profile
            </Button>
          )}
          {viewer && !isOwn && (
            <>
              <FollowButton profile={profile} />
              <ReportMenu
                target_type="user"
                target_id={profile.userId}
                name={profile.fullName}
                className={classNames(styles.more)}
              />
            </>
          )}
        </div>
      </div>
      <div className={styles.points}>
        <PointsTrack profile={profile} />
      </div>
      <PopupBoundary onClose={() => setOpen(null)}>
        {open && <PeopleDialog profile={profile} side={open} onClose={() => setOpen(null)} />}
      </PopupBoundary>
    </section>
  )
}

function countOn(profile: Profile, side: PeopleSide): number {
  return side === 'followers' ? profile.followerCount : profile.followingCount
}

function countWord(profile: Profile, side: PeopleSide): string {
  return side === 'followers' && profile.followerCount === 1 ? 'follower' : side
}

import { Medal, Pencil, Sprout } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Profile } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { formatNumber } from '#web/kit/format.ts'
import { hasDraft } from '#web/kit/forms/drafts.ts'
import type { SessionUser } from '#web/kit/session/sessionUser.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { T } from '#web/kit/ui/T.tsx'
import { EditProfile } from '#web/people/edit/EditProfile.tsx'
import { profileDraftKey } from '#web/people/edit/profileForm.ts'
import { FollowButton } from '#web/people/follow/FollowButton.tsx'
import type { FollowSide } from '#web/people/follow/FollowersDialog.tsx'
import { HiddenLabelNotice } from '#web/people/HiddenLabelNotice.tsx'
import { levelNames } from '#web/people/levelProgress.ts'
import { MemberMenu } from '#web/people/mutes/MemberMenu.tsx'
import { MutedMark } from '#web/people/mutes/MutedMark.tsx'
import { PictureControl } from '#web/people/pictures/PictureControl.tsx'
import { PointsTrack } from '#web/people/PointsTrack.tsx'
import { VerifiedTick } from '#web/people/VerifiedTick.tsx'
import styles from './ProfileHeader.module.css'

const FollowersDialog = lazyPart(async () => ({
  default: (await import('#web/people/follow/FollowersDialog.tsx')).FollowersDialog,
}))

type ProfileHeaderProps = { profile: Profile; viewer: SessionUser | null }

/** Shows the member's name, level and points. Members can edit their own profile here, and follow another member. */
export function ProfileHeader({ profile, viewer }: ProfileHeaderProps) {
  const isOwn = viewer?.userId === profile.userId
  const [isEditing, setIsEditing] = useState(() => isOwn && hasDraft(profile.userId, profileDraftKey))
  const [openSide, setOpenSide] = useState<FollowSide | null>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const LevelIcon = profile.engagementLevel === 'new' ? Sprout : Medal

  function stopEditing() {
    flushSync(() => setIsEditing(false))
    editButton.current?.focus()
  }

  return (
    <section className={classNames('card', styles.header)} aria-label={t('Profile')}>
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
          {isOwn && <HiddenLabelNotice user={viewer} />}
          {isEditing ? (
            <EditProfile profile={profile} onDone={stopEditing} />
          ) : (
            profile.bio && <p className={styles.bio}>{profile.bio}</p>
          )}
          <div className={styles.counts}>
            {(['followers', 'following'] as const).map((side) => (
              <button key={side} type="button" aria-haspopup="dialog" onClick={() => setOpenSide(side)}>
                {side === 'followers' ? (
                  <T
                    text="<b>{n}</b> follower|<b>{n}</b> followers"
                    count={profile.followerCount}
                    values={{ n: formatNumber(profile.followerCount), b: bold }}
                  />
                ) : (
                  <T
                    text="<b>{n}</b> following"
                    values={{ n: formatNumber(profile.followingCount), b: bold }}
                  />
                )}
              </button>
            ))}
          </div>
          {profile.muted && <MutedMark member={otherMember(profile)} kind={profile.muted} />}
        </div>
        <div className={styles.actions}>
          {isOwn && !isEditing && (
            <Button ref={editButton} variant="secondary" onClick={() => setIsEditing(true)}>
              <Pencil aria-hidden="true" />
              {t('Edit Profile')}
            </Button>
          )}
          {viewer && !isOwn && (
            <>
              <FollowButton profile={profile} />
              <MemberMenu
                member={otherMember(profile)}
                reportedItem={{ target_type: 'user', target_id: profile.userId }}
                className={classNames(styles.more)}
              />
            </>
          )}
        </div>
      </div>
      <div className={styles.points}>
        <PointsTrack profile={profile} />
      </div>
      <PopupBoundary onClose={() => setOpenSide(null)}>
        {openSide && <FollowersDialog profile={profile} side={openSide} onClose={() => setOpenSide(null)} />}
      </PopupBoundary>
    </section>
  )
}

function otherMember({ userId, username, fullName, muted, followsViewer }: Profile) {
  return { user_id: userId, username, full_name: fullName, muted, followsViewer }
}

function bold(content: ReactNode) {
  return <b>{content}</b>
}

import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Profile } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { Navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useLocation, useParams } from '#web/kit/router.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty, Failure, LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { isOwnProfile, loadFailureMessage, profileQuery } from '#web/people/profileQueries.ts'
import { Bookmarks } from './Bookmarks.tsx'
import { FollowedGroups } from './FollowedGroups.tsx'
import { FollowedTopics } from './FollowedTopics.tsx'
import { ProfileHeader } from './ProfileHeader.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { Statistics } from './Statistics.tsx'
import styles from './ProfileScreen.module.css'

/** The delay in milliseconds before the page scrolls to Recent Activity. By then, everything above has its final height. */
export const scrollDelay = 500

/** The screen of /profile and /profile/{username}, which is also a tab of the dashboard. */
export default function ProfileScreen() {
  const { username } = useParams()
  // The key resets the state so that a dialog that was open on one profile is not open on the next.
  return <ProfileOf key={username?.toLowerCase() ?? ''} username={username} />
}

function ProfileOf({ username }: { username: string | undefined }) {
  const { user } = useSession()
  const isOwn = isOwnProfile(user, username)
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery(user, username))
  usePageTitle(profile?.fullName ?? t('Profile'))

  if (profile) {
    // A former username redirects to the current one.
    const wasRenamed = !isOwn && profile.username.toLowerCase() !== username?.toLowerCase()
    if (wasRenamed) {
      return <Navigate to={paths.profile(profile.username)} replace />
    }
    return <ProfilePage profile={profile} isOwn={isOwn} />
  }
  if (error) {
    return (
      <Failure
        title={t('Error Loading Profile')}
        message={loadFailureMessage(error, isOwn)}
        level={1}
        isRetrying={isFetching}
        onRetry={refetch}
      />
    )
  }
  if (profile === null) {
    return (
      <Empty
        icon={<SearchX />}
        title={t('Profile Not Found')}
        hint={t('Unable to load profile data.')}
        level={1}
      >
        <ButtonLink to={paths.feed}>{t('Back to the bills')}</ButtonLink>
      </Empty>
    )
  }
  return <ProfileShape />
}

function ProfilePage({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const { user } = useSession()
  const activity = useRef<HTMLElement>(null)
  useScrollToActivity(activity)
  return (
    <div className={styles.page}>
      <ProfileHeader profile={profile} viewer={user} />
      <Statistics profile={profile} isOwn={isOwn} />
      <div className={styles.columns}>
        <RecentActivity ref={activity} profile={profile} isOwn={isOwn} />
        <div className={styles.side}>
          <Bookmarks isOwn={isOwn} />
          <FollowedTopics profile={profile} isOwn={isOwn} />
          <FollowedGroups profile={profile} isOwn={isOwn} />
        </div>
      </div>
    </div>
  )
}

/** Scrolls to the section if the history entry has the state `{ scrollToActivity: true }`. Any link may set it. */
function useScrollToActivity(section: { current: HTMLElement | null }) {
  const { state } = useLocation()
  const isRequested =
    typeof state === 'object' &&
    state !== null &&
    'scrollToActivity' in state &&
    state.scrollToActivity === true
  useEffect(() => {
    if (!isRequested) {
      return undefined
    }
    const timer = setTimeout(() => {
      section.current?.scrollIntoView({ behavior: 'smooth', block: 'start' })
      section.current?.focus({ preventScroll: true })
    }, scrollDelay)
    return () => clearTimeout(timer)
  }, [isRequested, section])
}

function ProfileShape() {
  return (
    <LoadingShape label={t('Loading profile')} className={styles.page}>
      <div className={`card ${styles.shape}`}>
        <Skeleton width="8rem" height="8rem" />
        <Skeleton width="14rem" height="2rem" />
        <Skeleton width="100%" height="0.75rem" />
      </div>
      <div className={styles.counts}>
        {['number', 'minds', 'score'].map((name) => (
          <div key={name} className={`card ${styles.shape}`}>
            <Skeleton width="6rem" />
            <Skeleton width="4rem" height="2rem" />
          </div>
        ))}
      </div>
    </LoadingShape>
  )
}

import { UserCheck, UserPlus } from 'lucide-react'
import type { Profile } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { Button, Spinner } from '#web/kit/ui/Button.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { useFollow } from './useFollow.ts'

const pendingLabels = { follow: t('Following...'), unfollow: t('Unfollowing...') }

/** Follows or unfollows a member. The button is never disabled, because it must keep the focus during the request. */
export function FollowButton({ profile }: { profile: Profile }) {
  const { pending, toggle } = useFollow(profile, (message) => toast(message, 'failure'))
  const { isFollowing } = profile
  const Icon = isFollowing ? UserCheck : UserPlus
  return (
    <Button
      variant={isFollowing ? 'secondary' : 'primary'}
      aria-disabled={pending !== null || undefined}
      onClick={toggle}
    >
      {pending ? <Spinner /> : <Icon aria-hidden="true" />}
      {pending ? pendingLabels[pending] : isFollowing ? t('Unfollow') : t('Follow')}
      <span className="vh"> {profile.fullName}</span>
    </Button>
  )
}

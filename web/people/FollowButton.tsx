import { UserCheck, UserPlus } from 'lucide-react'
import type { Profile } from '../../contract/accounts.ts'
import { Button, Spinner } from '../kit/ui/Button.tsx'
import { toast } from '../kit/ui/overlays/toast.ts'
import { useFollow } from './useFollow.ts'

const pendingWords = { follow: 'Following...', unfollow: 'Unfollowing...' }

/** It keeps the focus while the server is asked, so it is never disabled. */
export function FollowButton({ profile }: { profile: Profile }) {
  const { pending, toggle } = useFollow(profile, (words) => toast(words, 'failure'))
  const { isFollowing } = profile
  const Icon = isFollowing ? UserCheck : UserPlus
  return (
    <Button
      variant={isFollowing ? 'secondary' : 'primary'}
      aria-disabled={pending !== null || undefined}
      onClick={toggle}
    >
      {pending ? <Spinner /> : <Icon aria-hidden="true" />}
      {pending ? pendingWords[pending] : isFollowing ? 'Unfollow' : 'Follow'}
      <span className="vh"> {profile.fullName}</span>
    </Button>
  )
}

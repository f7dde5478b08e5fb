import { BellPlus, BellRing } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { type Target, useChangeFollow, useFollows, useIsFollowing } from './actions.ts'

/** A button to follow or unfollow a target. `what` completes its label, for example "Follow this search". */
export function FollowTargetButton({ target, name, what }: { target: Target; name: string; what: string }) {
  const { isPending } = useFollows()
  const isFollowing = useIsFollowing(target)
  const change = useChangeFollow(target, name)
  const Icon = isFollowing ? BellRing : BellPlus
  return (
    <Button
      variant={isFollowing ? 'soft' : 'secondary'}
      aria-pressed={isFollowing}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && change.mutate({ isFollowing: !isFollowing })}
    >
      <Icon aria-hidden="true" />
      {t('Follow {name}', { name: what })}
    </Button>
  )
}

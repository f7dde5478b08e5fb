import { Check, Plus } from 'lucide-react'
import type { Group } from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'
import { paths } from '#web/kit/paths.ts'
import { useLocation } from '#web/kit/router.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { useFollowGroup } from './useFollowGroup.ts'

type GroupFollowButtonProps = {
  group: Group
  capitals: boolean
  /** True if the button is less prominent, because it is in a list with many others. */
  soft?: boolean | undefined
}

/** A button to follow or unfollow a group. Its label is in capitals on a card. A visitor gets a link to the sign-in. */
export function GroupFollowButton({ group, capitals, soft = false }: GroupFollowButtonProps) {
  const { user } = useSession()
  const here = useLocation()
  const toggle = useFollowGroup(group)
  const { group_name, isFollowing } = group
  if (!user) {
    return (
      <ButtonLink
        variant={soft ? 'soft' : 'primary'}
        to={paths.login}
        state={{ from: `${here.pathname}${here.search}` }}
      >
        <T
          text="SIGN IN<hidden> to follow {group}</hidden>"
          values={{
            group: placeText(group_name),
            hidden: (content) => <span className="vh">{content}</span>,
          }}
        />
      </ButtonLink>
    )
  }
  const label = isFollowing ? t('Following') : t('Follow')
  const Icon = isFollowing ? Check : Plus
  return (
    <Button
      variant={isFollowing ? 'secondary' : soft ? 'soft' : 'primary'}
      aria-pressed={isFollowing}
      onClick={toggle}
    >
      <Icon aria-hidden="true" />
      {capitals ? label.toUpperCase() : label}
      <span className="vh"> {placeText(group_name)}</span>
    </Button>
  )
}

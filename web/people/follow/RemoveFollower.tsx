import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { removeFollower, type UserCard } from '../../../contract/people.ts'
import { ApiError, call, messageOr } from '../../kit/api/api.ts'
import { useFocusOn } from '../../kit/focus.ts'
import { useSession } from '../../kit/session/session.ts'
import { Button, IconButton } from '../../kit/ui/Button.tsx'
import { toast } from '../../kit/ui/overlays/toast.ts'
import { changeProfile } from '../profileQueries.ts'
import styles from './FollowersDialog.module.css'

/** Removes one of the member's own followers, after a confirmation in the same row. */
export function RemoveFollower({ person, onRemoved }: { person: UserCard; onRemoved: () => void }) {
  const cache = useQueryClient()
  const { user } = useSession()
  const [isConfirming, setIsConfirming] = useState(false)
  const [wasCanceled, setWasCanceled] = useState(false)
  const keepButton = useFocusOn<HTMLButtonElement>(isConfirming)
  const opener = useFocusOn<HTMLButtonElement>(wasCanceled && !isConfirming)
  const removing = useMutation({
    mutationFn: () => call(removeFollower, { id: person.user_id }),
    onSuccess: ({ followerCount }) => {
      if (user) changeProfile(cache, user.userId, () => ({ followerCount }))
      toast(`@${person.username} no longer follows you`)
      onRemoved()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'not_your_follower') onRemoved()
      else toast(messageOr(error, 'The follower could not be removed. Please try again.'), 'failure')
    },
  })

  if (!isConfirming) {
    return (
      <IconButton
        ref={opener}
        label={`Remove @${person.username} from your followers`}
        icon={<UserMinus aria-hidden="true" />}
        className={styles.remove}
        onClick={() => setIsConfirming(true)}
      />
    )
  }
  return (
    <div className={styles.question}>
      <p>Remove @{person.username}? They won't be notified.</p>
      <Button
        variant="danger"
        busy={removing.isPending}
        busyLabel="Removing..."
        onClick={() => removing.mutate()}
      >
        Remove
      </Button>
      <Button
        ref={keepButton}
        variant="secondary"
        onClick={() => {
          setIsConfirming(false)
          setWasCanceled(true)
        }}
      >
        Keep
      </Button>
    </div>
  )
}

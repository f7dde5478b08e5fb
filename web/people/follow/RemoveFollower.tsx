import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { UserCard } from '../../../contract/people.ts'
import { useFocusOn } from '../../kit/focus.ts'
import { Button, IconButton } from '../../kit/ui/Button.tsx'
import { useRemoveFollower } from './useRemoveFollower.ts'
import styles from './FollowersDialog.module.css'

/** Removes one of the member's own followers, after a confirmation in the same row. */
export function RemoveFollower({ person, onRemoved }: { person: UserCard; onRemoved: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const [wasCanceled, setWasCanceled] = useState(false)
  const keepButton = useFocusOn<HTMLButtonElement>(isConfirming)
  const opener = useFocusOn<HTMLButtonElement>(wasCanceled && !isConfirming)
  const removing = useRemoveFollower(person, onRemoved)

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

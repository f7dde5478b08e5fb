import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import type { UserCard } from '#contract/people.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { Button, IconButton } from '#web/kit/ui/Button.tsx'
import { useRemoveFollower } from './useRemoveFollower.ts'
import styles from './FollowersDialog.module.css'

/** A button that removes one of the member's own followers. The member confirms it in the same row of the list. */
export function RemoveFollower({ person, onRemoved }: { person: UserCard; onRemoved: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const [wasCanceled, setWasCanceled] = useState(false)
  const keepButton = useFocusOn<HTMLButtonElement>(isConfirming)
  const removeButton = useFocusOn<HTMLButtonElement>(wasCanceled && !isConfirming)
  const removal = useRemoveFollower(person, onRemoved)

  if (!isConfirming) {
    return (
      <IconButton
        ref={removeButton}
        label={t('Remove @{username} from your followers', { username: person.username })}
        icon={<UserMinus aria-hidden="true" />}
        className={styles.remove}
        onClick={() => setIsConfirming(true)}
      />
    )
  }
  return (
    <div className={styles.question}>
      <p>{t("Remove @{username}? They won't be notified.", { username: person.username })}</p>
      <Button
        variant="danger"
        busy={removal.isPending}
        busyLabel={t('Removing...')}
        onClick={() => removal.mutate()}
      >
        {t('Remove')}
      </Button>
      <Button
        ref={keepButton}
        variant="secondary"
        onClick={() => {
          setIsConfirming(false)
          setWasCanceled(true)
        }}
      >
        {t('Keep')}
      </Button>
    </div>
  )
}

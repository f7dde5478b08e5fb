import { useState } from 'react'
import type { Profile } from '#contract/accounts/accounts.ts'
import { plural } from '#contract/kit/translate.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import styles from './Statistics.module.css'

const MindsChangedDialog = lazyPart(async () => ({
  default: (await import('./MindsChangedDialog.tsx')).MindsChangedDialog,
}))

type MindsChangedProps = { profile: Profile; isOwn: boolean; count: number }

/** A button such as "You changed 3 minds". It opens the list of the comments that changed them. */
export function MindsChanged({ profile, isOwn, count }: MindsChangedProps) {
  const [isOpen, setIsOpen] = useState(false)
  const title = isOwn
    ? plural(count, 'You changed {n} mind|You changed {n} minds')
    : plural(count, 'Changed {n} mind|Changed {n} minds')
  return (
    <>
      <TextButton className={classNames(styles.open)} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {title}
      </TextButton>
      <PopupBoundary onClose={() => setIsOpen(false)}>
        {isOpen && (
          <MindsChangedDialog
            profile={profile}
            isOwn={isOwn}
            title={title}
            onClose={() => setIsOpen(false)}
          />
        )}
      </PopupBoundary>
    </>
  )
}

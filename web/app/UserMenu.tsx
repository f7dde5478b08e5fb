import { ChevronDown } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { lazyPart, preload } from '#web/kit/api/lazyPart.ts'
import type { SessionUser } from '#web/kit/session/sessionUser.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { T } from '#web/kit/ui/T.tsx'
import styles from './UserMenu.module.css'

const loadMenu = () => import('./AccountMenu.tsx')
const AccountMenu = lazyPart(loadMenu)

/**
 * The button of the account menu. In a window up to 480 px it shows only the picture. Hovering or focusing the button
 * starts to load the menu.
 */
export function UserMenu({ user }: { user: SessionUser }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const name = user.fullName || user.username

  // The menu opens on keydown and not on the click that follows, because only then does it focus its first item.
  function openByKey(event: KeyboardEvent) {
    if (!['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(event.key)) {
      return
    }
    event.preventDefault()
    setIsOpen(true)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => preload(loadMenu)}
        onFocus={() => preload(loadMenu)}
        onKeyDown={openByKey}
        onClick={() => setIsOpen(true)}
      >
        <Avatar name={name} pictureUrl={user.profilePictureUrl} level={user.engagement_level} decorative />
        <T
          text="<hidden>Account menu of </hidden><name>{member}</name>"
          values={{
            member: name,
            hidden: (content) => <span className="vh">{content}</span>,
            name: (content) => <span className={styles.name}>{content}</span>,
          }}
        />
        <ChevronDown aria-hidden="true" className={styles.chevron} />
      </button>
      <PopupBoundary onClose={() => setIsOpen(false)}>
        {isOpen && <AccountMenu triggerRef={button} onClose={() => setIsOpen(false)} />}
      </PopupBoundary>
    </>
  )
}

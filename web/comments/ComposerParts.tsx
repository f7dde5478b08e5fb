import type { KeyboardEvent } from 'react'
import { t } from '#contract/kit/translate.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import styles from './CommentComposer.module.css'

/** The profile picture of the member who is writing. */
export function ViewerAvatar({ size }: { size?: 'small' | 'medium' }) {
  const { user } = useSession()
  if (!user) {
    return null
  }
  return (
    <Avatar
      name={user.fullName}
      pictureUrl={user.profilePictureUrl}
      level={user.engagement_level}
      {...(size && { size, decorative: true })}
    />
  )
}

/** The length of the text and its limit, such as "12/500", or "530 too many" past the limit. */
export function LengthCounter({
  id,
  length,
  limit,
  unit = '',
}: {
  id: string
  length: number
  limit: number
  unit?: string
}) {
  return (
    <span id={id} className={length > limit ? styles.tooLong : styles.counter}>
      {length > limit
        ? t('{count} too many', { count: formatNumber(length - limit) })
        : `${length}/${limit}${unit}`}
    </span>
  )
}

/** The reason why the text could not be sent. */
export function SendFailure({ id, message }: { id?: string; message: string | null }) {
  if (message === null) {
    return null
  }
  return (
    <div role="alert">
      <FieldError {...(id !== undefined && { id })}>{message}</FieldError>
    </div>
  )
}

/** Ctrl or Command with Enter sends, because Enter alone starts a new line. */
export function sendWithCtrlEnter(event: KeyboardEvent, send: () => void) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) {
    return
  }
  event.preventDefault()
  send()
}

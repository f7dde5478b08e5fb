import type { KeyboardEvent } from 'react'
import { useSession } from '../kit/session/session.ts'
import { Avatar } from '../kit/ui/Avatar.tsx'
import { FieldError } from '../kit/ui/Field.tsx'
import styles from './CommentComposer.module.css'

/** The picture of the member who writes, beside the field. */
export function ViewerAvatar({ size }: { size?: 'small' | 'medium' }) {
  const { user } = useSession()
  if (!user) return null
  return (
    <Avatar
      name={user.fullName}
      pictureUrl={user.profilePictureUrl}
      level={user.engagement_level}
      {...(size && { size, decorative: true })}
    />
  )
}

/** How much of the length limit is used. */
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
      {length}/{limit}
      {unit}
    </span>
  )
}

/** Why the text could not be sent. */
export function SendFailure({ id, message }: { id?: string; message: string | null }) {
  if (message === null) return null
  return (
    <div role="alert">
      <FieldError {...(id !== undefined && { id })}>{message}</FieldError>
    </div>
  )
}

/** Ctrl or Command with Enter sends, because Enter alone starts a new line. */
export function sendWithCtrlEnter(event: KeyboardEvent, send: () => void) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  send()
}
